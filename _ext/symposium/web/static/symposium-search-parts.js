// What the search page and the palette share: words for kinds, and results as elements.
// All that comes from an index is text and stays text.

// One, several, and the title of a group.
export const KINDS = {
  person: ["person", "people"], paper: ["paper", "papers"], poster: ["poster", "posters"],
  event: ["event", "events"], talk: ["talk", "talks"], topic: ["topic", "topics"],
  venue: ["venue", "venues"], source: ["source", "sources"], software: ["software", "software"],
  year: ["year", "years"], index: ["list", "lists"], page: ["page", "pages"], home: ["home page", "home page"],
};

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const kindName = (kind) => (KINDS[kind] || [kind])[0];
export const groupName = (kind) => capital((KINDS[kind] || [kind, kind])[1]);

const number = new Intl.NumberFormat("en");
export const amount = (n) => number.format(n);
export const counted = (n, kind) => `${amount(n)} ${(KINDS[kind] || [kind, kind])[n === 1 ? 0 : 1]}`;
export const results = (n) => `${amount(n)} ${n === 1 ? "result" : "results"}`;

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
  i ? ", " : "", el("strong", {}, taken), ` instead of “${typed}”`,
]);

// The words that no result has, as a sentence.
export const leftOut = (dropped) => (
  dropped?.length ? [`Nothing has all words: left out ${dropped.map((one) => `“${one}”`).join(", ")}. `] : []
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
export function summary({ kind, people = [], more_people: more, venue, year, affiliation, papers, detail }) {
  const names = people.map(([name]) => name).join(", ");
  const own = {
    person: [affiliation, papers && counted(papers, "paper")],
    paper: [names && more ? `${names}, et al.` : names, venue, year],
  }[kind === "poster" ? "paper" : kind];
  const found = (own || []).filter(Boolean);
  return found.length > 1 || !detail ? found.join(" · ") : detail;
}
