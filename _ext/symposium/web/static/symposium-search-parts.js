// What the search page and the palette share: words for kinds, and what was found as elements.
// All that comes from an index is text and stays text.

const { _, form, number, pieces, plural } = symposiumTexts;

// A table in which nothing is known that was not put in: addresses may ask for "constructor".
/** @template T @param {Record<string, T>} words @returns {Record<string, T>} */
export const table = (words) => Object.assign(Object.create(null), words);

/** What the index of the site calls kinds. @type {Root["kinds"]} */
let kinds = table({});

/** @param {Root["kinds"]} words */
export function callKinds(words) {
  kinds = table(words);
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {string} kind */
export const kindName = (kind) => kinds[kind]?.[0] ?? kind;
/** @param {string} kind */
export const groupName = (kind) => kinds[kind]?.[1] ?? capital(kind);
export const amount = number;
/** @param {number} n @param {string} kind */
export const counted = (n, kind) => form(n, kinds[kind]?.[2] ?? [`{count} ${kind}`]);
/** @param {number} n */
export const results = (n) => plural(n, "{count} result", "{count} results");

export const el = symposiumMake;

// An address that is safe to follow: an index is a file like others, and files may be wrong.
export function address(text) {
  try {
    const url = new URL(text || "about:blank", location.href);
    return /^(https?|file|mailto):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

// Whether a question asks for instructions: then pages of prose count as records do.
export const asksHow = (query) => ["how", _("how")].includes(/^\s*(\p{L}*)/u.exec(query.toLowerCase())?.[1] ?? "");

// What was taken for what was typed, and the words that no result has, as sentences.
export function notes(/** @type {Answer} */ { corrected, dropped }) {
  const taken = corrected.filter(([typed, word]) => typed !== word).flatMap(([typed, word], i) => [
    i ? ", " : "", ...pieces(_("{taken} instead of “{typed}”"), { taken: el("strong", {}, word), typed }),
  ]);
  const words = dropped.map((title) => _("“{title}”", { title })).join(", ");
  return [
    ...(taken.length ? [...pieces(_("Showing results for {words}."), { words: taken }).flat(), " "] : []),
    words && _("Nothing has all of the words. Left out: {words}.", { words }),
  ];
}

// What has become of a work that was retracted or the like, with a link to the notice.
export function standing({ standing: word, notice }, link = true) {
  if (!word) return null;
  const to = link && address(notice);
  return el("span", { class: "sy-badge sy-badge-alert" }, to ? el("a", { href: to }, word) : word);
}

// What a result lacks of what was asked for.
export const lacking = (/** @type {Result} */ { missing }) => (missing.length ? _("Without: {words}", { words: missing.join(", ") }) : "");

// The lines below a title: who, each with a link, and what, where and when.
export function lines(/** @type {Result} */ { kind, year, note, people, more_people: more, venue, key, affiliation, papers, listed }) {
  const who = people.flatMap(([name, url], i) => [i ? ", " : "", address(url) ? el("a", { href: address(url) }, name) : name]);
  const works = papers || kind === "year" || kind === "venue" ? counted(papers, "paper") : "";
  const ownPage = listed && plural(listed, "{count} more on their own page", "{count} more on their own page");
  const what = [kind === "poster" && _("Poster"), note, venue, affiliation, works, ownPage, key && year];
  return [[...who, ...(more ? [", ", _("et al.")] : [])], [what.filter(Boolean).join(" · ")]].filter((line) => line.join(""));
}
