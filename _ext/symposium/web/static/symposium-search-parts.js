// What the search page and the palette share: words for kinds, and results as elements.
// All that comes from an index is text and stays text.

const { _, form, number, pieces, plural } = symposiumTexts;

/** What the index of the site calls kinds. @type {Root["kinds"]} */
let kinds = {};

/** @param {Root["kinds"]} words */
export function callKinds(words) {
  kinds = words;
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
/** @param {number} n @param {string} kind */
export const allOf = (n, kind) => _("All {what}", { what: counted(n, kind) });
/** @param {number} n */
export const results = (n) => plural(n, "{count} result", "{count} results");

// An element with attributes and children; a function is a listener, what is false is left out.
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child || child === 0));
  return made;
}

export const icon = (name) => el("i", { class: `sy-icon sy-icon-${name}` });

// An address that is safe to follow: an index is a file like others, and files may be wrong.
export function address(text) {
  try {
    const url = new URL(text || "about:blank", location.href);
    return /^(https?|file|mailto):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

const OPENING = 40; // letters before a title at the beginning of a text: those of a kind

// What was found in a text, marked; without the kind and the title, which stand above it.
export function excerpt(parts, title) {
  const whole = (parts || []).map(({ text }) => text).join("");
  const at = whole.indexOf(`${title}. `);
  let skip = at >= 0 && at < OPENING && /^(\p{L}[^.]*\. )?$/u.test(whole.slice(0, at)) ? at + title.length + 2 : 0;
  return (parts || []).flatMap(({ text, mark }) => {
    const rest = text.slice(skip);
    skip = Math.max(0, skip - text.length);
    return rest ? [mark ? el("mark", {}, rest) : rest] : [];
  });
}

// What has become of a work that was retracted or the like, with a link to the notice.
export function standing({ standing: word, notice }, link = true) {
  if (!word) return null;
  const to = link && address(notice);
  return el("span", { class: "sy-badge sy-badge-alert" }, to ? el("a", { href: to }, word) : word);
}

// What was taken for what was typed, as the end of a sentence.
export const corrections = (corrected) => (corrected || []).flatMap(([typed, taken], i) => [
  i ? ", " : "", ...pieces(_("{taken} instead of “{typed}”"), { taken: el("strong", {}, taken), typed }),
]);

const quoted = (/** @type {string} */ word) => _("“{title}”", { title: word });

// The words that no result has, as a sentence.
export const leftOut = (dropped) => (
  dropped?.length ? [_("Nothing has all words: left out {words}.", { words: dropped.map(quoted).join(", ") }), " "] : []
);

// The beginnings of words that are in a query, marked; whether or not letters have their accents.
export const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

export function marked(text, query) {
  const wanted = fold(query).match(/[\p{L}\p{N}]+/gu) || [];
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).flatMap((part) => {
    const whole = fold(part);
    const length = Math.max(0, ...wanted.filter((word) => whole.startsWith(word)).map((word) => word.length));
    if (!length || !part) return part;
    let end = 0;
    while (end < part.length && fold(part.slice(0, end)).length < length) end += 1;
    while (/^\p{M}/u.test(part.slice(end))) end += 1;
    return [el("mark", {}, part.slice(0, end)), part.slice(end)];
  });
}

// What a line may say of a result.
export function summary(/** @type {Result} */ one) {
  const { kind, venue, year, affiliation, papers } = one;
  /** @type {Record<string, (string | number)[]>} */
  const lines = {
    person: [affiliation, papers && counted(papers, "paper")],
    paper: [names(one), venue, year],
  };
  const found = (lines[kind === "poster" ? "paper" : kind] || []).filter(Boolean);
  return (found.length < 2 && detail(one)) || found.join(" · ");
}

// All that a row of the index tells beside its title.
export function detail(/** @type {Result} */ one) {
  const { kind, note, venue, papers, affiliation } = one;
  const works = papers || kind === "year" || kind === "venue" ? counted(papers, "paper") : "";
  return [note, names(one), venue, works, affiliation].filter(Boolean).join(" · ");
}

function names(/** @type {Result} */ { people = [], more_people: more }) {
  const all = people.map(([name]) => name);
  return [...all, ...(more ? [_("et al.")] : [])].join(", ");
}
