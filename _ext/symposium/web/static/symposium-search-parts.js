// What the search page and the palette share: words for kinds, and results as elements.
// All that comes from an index is text and stays text.

const { _, number, pieces, plural } = symposiumTexts;

/** One of a kind, the title of a group, and so many of it, all of it.
 * @type {Record<string, [one: string, group: string, counted: (n: number) => string, all: (n: number) => string]>} */
const KINDS = {
  person: [_("person"), _("People"), (n) => plural(n, "{count} person", "{count} people"), (n) => plural(n, "All {count} person", "All {count} people")],
  paper: [_("paper"), _("Papers"), (n) => plural(n, "{count} paper", "{count} papers"), (n) => plural(n, "All {count} paper", "All {count} papers")],
  poster: [_("poster"), _("Posters"), (n) => plural(n, "{count} poster", "{count} posters"), (n) => plural(n, "All {count} poster", "All {count} posters")],
  event: [_("event"), _("Events"), (n) => plural(n, "{count} event", "{count} events"), (n) => plural(n, "All {count} event", "All {count} events")],
  talk: [_("talk"), _("Talks"), (n) => plural(n, "{count} talk", "{count} talks"), (n) => plural(n, "All {count} talk", "All {count} talks")],
  topic: [_("topic"), _("Topics"), (n) => plural(n, "{count} topic", "{count} topics"), (n) => plural(n, "All {count} topic", "All {count} topics")],
  venue: [_("venue"), _("Venues"), (n) => plural(n, "{count} venue", "{count} venues"), (n) => plural(n, "All {count} venue", "All {count} venues")],
  source: [_("source"), _("Sources"), (n) => plural(n, "{count} source", "{count} sources"), (n) => plural(n, "All {count} source", "All {count} sources")],
  software: [_("software"), _("Software"), (n) => plural(n, "{count} software", "{count} software"), (n) => plural(n, "All {count} software", "All {count} software")],
  year: [_("year"), _("Years"), (n) => plural(n, "{count} year", "{count} years"), (n) => plural(n, "All {count} year", "All {count} years")],
  dataset: [_("dataset"), _("Datasets"), (n) => plural(n, "{count} dataset", "{count} datasets"), (n) => plural(n, "All {count} dataset", "All {count} datasets")],
  project: [_("project"), _("Projects"), (n) => plural(n, "{count} project", "{count} projects"), (n) => plural(n, "All {count} project", "All {count} projects")],
  index: [_("list"), _("Lists"), (n) => plural(n, "{count} list", "{count} lists"), (n) => plural(n, "All {count} list", "All {count} lists")],
  page: [_("page"), _("Pages"), (n) => plural(n, "{count} page", "{count} pages"), (n) => plural(n, "All {count} page", "All {count} pages")],
  home: [_("home page"), _("Home page"), (n) => plural(n, "{count} home page", "{count} home page"), (n) => plural(n, "All {count} home page", "All {count} home page")],
};

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {string} kind */
const known = (kind) => (
  KINDS[kind] ?? [kind, capital(kind), (n) => `${number(n)} ${kind}`, (n) => _("All {what}", { what: `${number(n)} ${kind}` })]
);
/** @param {string} kind */
export const kindName = (kind) => known(kind)[0];
/** @param {string} kind */
export const groupName = (kind) => known(kind)[1];
export const amount = number;
/** @param {number} n @param {string} kind */
export const counted = (n, kind) => known(kind)[2](n);
/** @param {number} n @param {string} kind */
export const allOf = (n, kind) => known(kind)[3](n);
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
