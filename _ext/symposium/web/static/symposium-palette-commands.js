// Pages and actions that the palette finds by their names: what the header holds.

import { address, fold } from "./symposium-search-parts.js";

const { _ } = symposiumTexts;
/** @type {Record<string, string>} */
const MODES = { light: _("Light colours"), dark: _("Dark colours"), auto: _("Colours as the system has them") };
const MODE_WORDS = _("mode theme appearance colors");

/**
 * What can be chosen: each has other words for it and a word for what it is.
 * @param {{root: URL, page: string}} place
 * @returns {Command[]}
 */
export function commands({ root, page }) {
  const links = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".bd-header .bd-navbar-elements a[href]"))].map((link) => ({
    title: link.textContent.trim(), url: link.href, what: _("page"), words: _("go to list"),
  }));
  const modes = [...document.querySelectorAll(".bd-header .sy-modes button")].map((button) => ({
    title: MODES[String(button.dataset.mode)] || button.title, run: () => button.click(), what: _("action"), words: MODE_WORDS,
  }));
  /** @type {Command[]} */
  const all = [
    { title: _("Home"), url: root.href, what: _("page"), words: _("start") },
    ...links,
    { title: _("Search page"), url: page, what: _("page"), words: _("filters") },
    ...modes,
  ];
  return all.filter((one) => one.run || address(one.url));
}

const wordsOf = (text) => fold(text).match(/[\p{L}\p{N}]+/gu) || [];

// Those that have a word for each of the query's, and whether one of them is just what was typed.
export function matching(all, query) {
  const wanted = wordsOf(query);
  const found = all.filter((one) => {
    const own = wordsOf(`${one.title} ${one.words}`);
    return wanted.length > 0 && wanted.every((word) => own.some((other) => other.startsWith(word)));
  });
  const exact = found.some((one) => wordsOf(one.title).join(" ") === wanted.join(" "));
  return { found, exact };
}
