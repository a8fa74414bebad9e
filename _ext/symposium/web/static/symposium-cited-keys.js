// The cite keys in a text: of LaTeX, biber, Markdown, MyST or Typst, or a list of keys.

const KEY = /[^\s,;{}()[\]"'`\\%]+/g;
const COMMANDS = /\\(?:citation|abx@aux@cite|(?:no|full|foot|text|paren|auto|smart|super|block)?[cC]ite[a-zA-Z]*\*?)(?:\{\d+\})?\s*(?:\[[^\]]*\]\s*){0,2}\{([^{}]*)\}/g;
const ROLES = /\{(?:foot)?cite(?::[a-z]+)?\}`([^`]+)`/g;
const CONTROL = /<bcf:citekey[^>]*>([^<]+)<\/bcf:citekey>/g;
const ENTRIES = /^\s*@\w+\s*\{\s*([^\s,{}]+)\s*,/gm;
const MARKDOWN = /(?<![\w@.])-?@(?:\{([^}\s]+)\}|(\w(?:[\w:.#$%&\-+?<>~/]*\w)?))/g;
const LABELS = /#cite\(\s*(?:<([^>]+)>|label\("([^"]+)"\))/g;

/** @param {string} text */
const words = (text) => text.match(KEY) ?? [];

/** @param {string} text @param {RegExp} form */
const found = (text, form) => [...text.matchAll(form)].map(([, ...groups]) => groups.find(Boolean) ?? "");

/**
 * The keys that a text cites, each once, in order; `*` (all entries) is none.
 * @param {string} text
 * @returns {string[]}
 */
export function citedKeys(text) {
  // In LaTeX, what stands behind a % is a comment.
  const plain = text.includes("\\cite") ? text.replace(/(^|[^\\])%.*/gm, "$1") : text;
  const ways = [
    () => found(text, CONTROL),
    () => found(text, ENTRIES),
    () => [COMMANDS, ROLES].flatMap((form) => found(plain, form)).flatMap((list) => list.split(/[,;]/))
      .map((key) => key.replace(/^\s*\{[^}]*\}/, "").replace(/\{[^}]*\}\s*$/, "").trim()),
    () => [...found(text, LABELS), ...found(text.replace(LABELS, ""), MARKDOWN)],
    () => words(text),
  ];
  for (const way of ways) {
    const keys = [...new Set(way())].filter((key) => key && key !== "*");
    if (keys.length) return keys;
  }
  return [];
}

/**
 * The id of the work with a key, as the site makes it (`model/ids.py`), but for what only a table knows.
 * @param {string} key
 */
export function slug(key) {
  const letters = { ł: "l", ø: "o", đ: "d", ð: "d", ß: "ss", æ: "ae", œ: "oe", þ: "th", ı: "i", ħ: "h" };
  const folded = key.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[łøđðßæœþıħ]/g, (one) => letters[one]);
  return folded.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/** The first digits of the SHA-256 of a text, as they tell ids apart. @param {string} text @param {number} length */
export async function digest(text, length) {
  const made = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(made)].map((one) => one.toString(16).padStart(2, "0")).join("").slice(0, length);
}
