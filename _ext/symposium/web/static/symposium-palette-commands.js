// Pages that the palette finds by their names: what the header holds; what is marked of a name; and what can be done with a result besides opening it.

import { address, el } from "./symposium-search-parts.js";
import { fold, words } from "./symposium-search-terms.js";

const { _ } = symposiumTexts;

// What can be chosen: each has other words for it and a word for what it is.
/** @param {{root: URL, page: string}} place @returns {Command[]} */
export function commands({ root, page }) {
  const header = /** @type {(what: string) => any[]} */ ((what) => [...document.querySelectorAll(`.bd-header ${what}`)]);
  const all = [
    { title: _("Home"), url: root.href, words: _("start") },
    ...header(".bd-navbar-elements a[href]").map((link) => ({ title: link.textContent.trim(), url: link.href, words: _("go to list") })),
    { title: _("Search page"), url: page, words: _("filters") },
  ];
  return all.filter(({ url }) => address(url)).map((command) => ({ ...command, what: _("page") }));
}

const wordsOf = (text) => words(text, {});

// Those that have a word for each of the query's, and whether one of them is just what was typed.
// Nothing typed is in all.
export function matching(all, query) {
  const wanted = wordsOf(query);
  const found = all.filter((command) => {
    const own = wordsOf(`${command.title} ${command.words}`);
    return (wanted.length || !query.trim()) && wanted.every((word) => own.some((other) => other.startsWith(word)));
  });
  return { found, exact: found.some((command) => wordsOf(command.title).join(" ") === wanted.join(" ")) };
}

// The beginnings of words that are in a query, marked; whether or not letters have their accents.
export function marked(text, query) {
  const wanted = wordsOf(query);
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).flatMap((part) => {
    const whole = fold(part, {});
    const length = Math.max(0, ...wanted.filter((word) => whole.startsWith(word)).map((word) => word.length));
    if (!length || !part) return part;
    let end = 0;
    while (end < part.length && fold(part.slice(0, end), {}).length < length) end += 1;
    while (/^\p{M}/u.test(part.slice(end))) end += 1;
    return [el("mark", {}, part.slice(0, end)), part.slice(end)];
  });
}

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
