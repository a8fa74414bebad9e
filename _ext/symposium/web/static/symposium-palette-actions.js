// What one can do with a result of the palette besides opening it.

import { address } from "./symposium-search-parts.js";

const { _ } = symposiumTexts;
const WITH_ENTRY = new Set(["paper", "poster"]);

async function bibtexOf(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const entry = page.querySelector(".sy-bibtex")?.textContent.trim();
  if (!entry) throw new Error(`${url}: no entry`);
  return `${entry}\n`;
}

// `holder` takes the text for a moment where a browser has no clipboard for the page.
export async function copy(promised, holder) {
  const text = Promise.resolve(promised);
  try {
    // With a promise, so that browsers that count the time since the key still allow it.
    const blob = text.then((known) => new Blob([known], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  } catch {
    const area = document.createElement("textarea");
    area.value = await text;
    area.className = "sy-hidden";
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    holder.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus();
    if (!done) throw new Error("the clipboard is closed");
  }
}

// Each has a name and either `url` or `copied` with what it gives: a text, or the promise of one.
export function actionsOf(result) {
  const { kind, url, key, people = [] } = result;
  const found = [];
  if (key) found.push({ name: _("Copy cite key"), what: _("Cite key"), copied: () => key });
  if (WITH_ENTRY.has(kind)) found.push({ name: _("Copy BibTeX"), what: _("BibTeX entry"), copied: () => bibtexOf(url) });
  for (const [name, where] of people) {
    const to = address(where);
    if (to) found.push({ name, url: to });
  }
  found.push({ name: _("Copy link"), what: _("Link"), copied: () => address(url) });
  return found;
}
