// Results of the search page: a card for each, as its kind asks for.

import { address, counted, detail, el, excerpt, standing } from "./symposium-search-parts.js";

const { _ } = symposiumTexts;

const joined = (parts) => parts.filter(Boolean).flatMap((part, i) => (i ? [" · ", part] : [part]));

function people({ people: listed, more_people: more }) {
  const names = (listed || []).flatMap(([name, url], i) => {
    const to = address(url);
    return [i ? ", " : "", to ? el("a", { href: to }, name) : name];
  });
  return names.length && more ? [...names, `, ${_("et al.")}`] : names;
}

// The lines below the title: who, and where and when. What an index does not tell has no line.
const LINES = {
  person: (one) => [[], [...joined([one.affiliation, one.papers && counted(one.papers, "paper")])]],
  paper: (one) => [people(one), joined([one.venue, one.year])],
  poster: (one) => [people(one), joined([_("Poster"), one.venue, one.year])],
};

function lines(result) {
  const own = (LINES[result.kind] || (() => []))(result).filter((line) => line.length);
  // Beyond the year, which every index tells.
  if (own.some((line) => line.join("") !== result.year)) return own;
  const text = detail(result);
  return text ? [[text]] : own;
}

export function card(result) {
  const { kind, title, parts } = result;
  const shown = lines(result);
  const text = excerpt(parts, title);
  const link = el("a", { href: address(result.url), class: "sy-result-title" }, title);
  return el(
    "li",
    { class: `sy-result sy-result-${kind}` },
    el("h3", {}, link, standing(result) && " ", standing(result)),
    ...shown.map((line) => el("p", { class: "sy-result-line" }, ...line)),
    text.length ? el("p", { class: "sy-result-excerpt" }, ...text) : null,
  );
}
