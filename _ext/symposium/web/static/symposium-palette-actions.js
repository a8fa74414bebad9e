// What one can do with a result of the palette besides opening it.

import { address } from "./symposium-search-parts.js";

const { _ } = symposiumTexts;

async function bibtexOf(url) {
  const answer = await fetch(url);
  const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
  const entry = page.querySelector(".sy-bibtex")?.textContent.trim();
  if (!entry) throw new Error(`${url}: no entry`);
  return `${entry}\n`;
}

// Each has a name and either `url` or `copied` with what it gives: a text, or the promise of one.
export function actionsOf({ url, key, people }) {
  const all = [
    key && { name: _("Copy cite key"), what: _("Cite key"), copied: () => key }, // only works have one
    key && { name: _("Copy BibTeX"), what: _("BibTeX entry"), copied: () => bibtexOf(url) },
    ...people.map(([name, where]) => address(where) && { name, url: address(where) }),
    { name: _("Copy link"), what: _("Link"), copied: () => address(url) },
  ];
  return all.filter(Boolean);
}
