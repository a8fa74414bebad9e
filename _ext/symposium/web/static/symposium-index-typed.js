// What is typed or pasted, taken apart: what stands on either side of OR, and in each of these what
// is wanted, what is quoted, and what is not wanted; without what only stands around it.

const QUOTES = "\"“”„";
const EITHER = new RegExp(`(?:^|\\s)OR(?=\\s|$)(?=(?:[^${QUOTES}]*[${QUOTES}][^${QUOTES}]*[${QUOTES}])*[^${QUOTES}]*$)`);
const LONGEST = 4000; // characters of what is pasted
const MOST = 8; // queries that one is taken apart into
const PART = new RegExp(`([-+]?)(titles?:\\s*)?(?:[${QUOTES}]([^${QUOTES}]+)[${QUOTES}]|([^\\s${QUOTES}]+))`, "gi");
const WORD = /^(?:\p{L}|(?:19|20)\d\d$)/u; // a minus in front of it leaves it out; "-5" is a number
const OTHERS = /\s(?:et\.?\s?al\b\.?|(?:and|und|&) others\b)/gi; // more authors than are named
const TAG = /<\/?[a-z][^<>]*>|[[(](?:pdf|html)[\])]|\.pdf(?=\s|$)/gi; // of a title copied from a page
const FIELD = /(^|\s)([-+]?)(?:abstract|authors?|by|in|kind|topic|venue|year):\s*(?=\S)/gi; // of other searches
const WORKS = /^\s*(?:articles|papers|publications|works)\s+(?:by|from|of)\s+/i; // of somebody
const RANK = /(^|\s)(?:(?:Prof|Dr)\b\.?\s*)+(?=\p{Lu})/gu; // in front of a name
const SHORT_YEAR = /(^|\s|\p{L})['’‘](\d\d)(?![\p{L}\p{N}])/gu;
const CENTURY = 60; // years from here on are of the last one

// References of other languages: \cite{a,b}, {cite:t}`a,b`, [@a; @b]; and entries of BibTeX.
const CITED = /\\\w+\*?(?:\[[^\]]*\])*\{([^{}]+)\}|\{[\w:]+\}`([^`]+)`|\[(@[^[\]]+)\]/g;
const ENTRY = /^\s*@\w+\s*\{\s*([^\s,{}]+)\s*(?:,|$)/;
const ASSIGNED = /\b(?:author|booktitle|journal|title|year)\s*=\s*(?=["{])/gi;
const TITLE = /\btitle\s*=\s*["{]+([^"]+?)["}]+\s*(?:,|$|\n)/i;
const KEYS = /^\s*@?\p{L}[^\s,;]*\d{4}[^\s,;]*(?:\s*[,;]\s*@?\p{L}[^\s,;]*\d{4}[^\s,;]*)+\s*$/u; // of several entries

/** @param {string} digits */
export const inFull = (digits) => `${Number(digits) < CENTURY ? 20 : 19}${digits}`;

// What is pasted from a text, or a bibliography, as somebody would type it.
/** @param {string} typed */
export function asTyped(typed) {
  const query = typed.slice(0, LONGEST);
  /** @param {string} keys */
  const either = (keys) => ` ${keys.split(/[,;]/).map((key) => key.trim()).filter(Boolean).join(" OR ")} `;
  const [, key] = ENTRY.exec(query) || [];
  if (key) return [key, TITLE.exec(query)?.[1]].filter(Boolean).join(" OR ");
  if (KEYS.test(query)) return either(query);
  return query.replace(CITED, (_, ...keys) => either(keys.slice(0, 3).find(Boolean))).replace(ASSIGNED, "");
}

// The queries of which any is to be answered: "a OR b".
/** @param {string} query */
export function alternatives(query) {
  const queries = query.split(EITHER).map((part) => part.trim()).filter(Boolean).slice(0, MOST);
  return queries.length ? queries : [query];
}

// The parts of a query in their order: {text, quoted, titled, out}, and whether the last one may be
// unfinished. `titled` ones are to be in a title, `out` ones are not to be there at all.
/** @param {string} query @param {boolean} operators */
export function parts(query, operators = true) {
  const plain = query.replace(TAG, " ").replace(FIELD, "$1$2").replace(OTHERS, " ").replace(RANK, "$1").replace(WORKS, "")
    .replace(SHORT_YEAR, (_, before, digits) => `${before} ${inFull(digits)}`);
  const pieces = [];
  let not = false;
  for (const [whole, sign, field, quoted, word] of plain.matchAll(PART)) {
    if (operators && (whole === "AND" || whole === "NOT")) {
      not = whole === "NOT";
      continue;
    }
    const text = quoted ?? word;
    const out = not || sign === "-" && (quoted !== undefined || WORD.test(text));
    const kept = sign === "-" && !out ? sign + text : text;
    pieces.push({ text: kept, quoted: quoted !== undefined, titled: Boolean(field), out });
    not = false;
  }
  const open = /[^\s"“”„]$/.test(plain);
  // Operators alone are words.
  const some = pieces.length || !plain.trim();
  return { found: some ? pieces : [{ text: plain, quoted: false, titled: false, out: false }], open };
}
