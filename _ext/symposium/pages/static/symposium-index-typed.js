// What is typed, taken apart: what stands on either side of OR, and in each of these what is
// wanted, what is quoted, and what is not wanted.

const QUOTES = "\"“”„";
const EITHER = new RegExp(`(?:^|\\s)OR(?=\\s|$)(?=(?:[^${QUOTES}]*[${QUOTES}][^${QUOTES}]*[${QUOTES}])*[^${QUOTES}]*$)`);
const GROUP = /\(([^()]*\sOR\s[^()]*)\)/;
const NEITHER = /(?:^|\s)(?:-|NOT\s+)\(([^()]*)\)/g;
const MOST = 8; // queries that one is taken apart into
const SHOUTED = 4; // words in capitals alone, of which one may be an operator
const PART = new RegExp(`([-+]?)(titles?:\\s*)?(?:[${QUOTES}]([^${QUOTES}]+)[${QUOTES}]|([^\\s${QUOTES}]+))`, "gi");
const WORD = /^(?:\p{L}|(?:19|20)\d\d$)/u; // a minus in front of it leaves it out; "-5" is a number
const OTHERS = /\s(?:et\.?\s?al\b\.?|(?:and|und|&) others\b)/gi; // more authors than are named
const TAG = /<\/?[a-z][^<>]*>/gi; // of a title copied from a page
const FIELD = /(^|\s)([-+]?)(?:authors?|by|in|kind|topic|venue|year):\s*(?=\S)/gi; // of other searches

// A title that is all in capitals may have the words of operators.
const hasOperators = (query) => /\p{Ll}/u.test(query) || query.trim().split(/\s+/).length <= SHOUTED;

// The queries of which any is to be answered: "a OR b", "(a OR b) c".
export function alternatives(query) {
  if (!EITHER.test(query) || !hasOperators(query)) return [query];
  const apart = (text) => text.split(EITHER).map((one) => one.trim()).filter(Boolean);
  const plain = query.replace(NEITHER, (_, text) => apart(text).map((one) => ` -${one}`).join(""));
  const [whole, inner] = GROUP.exec(plain) || [];
  const found = whole
    ? apart(inner).flatMap((one) => alternatives(plain.replace(whole, () => ` ${one} `)))
    : apart(plain);
  return found.length ? found.slice(0, MOST) : [query];
}

// The parts of a query in their order: {text, quoted, titled, out}, and whether the last one may be
// unfinished. `titled` ones are to be in a title, `out` ones are not to be there at all.
export function parts(query) {
  const operators = hasOperators(query);
  const plain = query.replace(TAG, " ").replace(FIELD, "$1$2").replace(OTHERS, " ");
  const found = [];
  let not = false;
  for (const [whole, sign, field, quoted, word] of plain.matchAll(PART)) {
    if (operators && (whole === "AND" || whole === "NOT")) {
      not = whole === "NOT";
      continue;
    }
    const text = quoted ?? word;
    const out = not || sign === "-" && (quoted !== undefined || WORD.test(text));
    const kept = sign === "-" && !out ? sign + text : text;
    found.push({ text: kept, quoted: quoted !== undefined, titled: Boolean(field), out });
    not = false;
  }
  const open = /[^\s"“”„]$/.test(plain);
  // Operators alone are words.
  const some = found.length || !plain.trim();
  return { found: some ? found : [{ text: plain, quoted: false, titled: false, out: false }], open };
}
