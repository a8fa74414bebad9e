// What is typed, as terms of the index. The build does the same with what it indexes
// (export/search_terms.py): change both or neither.

const LONGEST = 32;
const NO_SPACES = "\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\u{20000}-\\u{2ffff}";
const WORD = new RegExp(`[${NO_SPACES}]|(?:(?![${NO_SPACES}])[\\p{L}\\p{N}])+`, "gu");
const ID_LIKE = /^(?=.*\d).*[^\d\s]|[:/_]/; // holds a digit and something else, or joins words

// Pasted addresses of what has an id of its own.
const DOI = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)?(10\.\d{4,9}\/\S+)$/i;
const ARXIV = /^(?:https?:\/\/(?:www\.)?arxiv\.org\/(?:abs|pdf|html)\/|arxiv:)?([a-z.-]+\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf)?$/i;
const ORCID = /^(?:https?:\/\/orcid\.org\/)?((?:\d{4}-){3}\d{3}[\dx])$/i;
const ADDRESS = /^https?:\/\/[^?#]*?([^/?#]+?)(?:\.html?)?\/?(?:[?#].*)?$/i;

// `letters` are those that decomposition does not split, and what they fold to.
export function fold(text, letters) {
  // Twice, because the letters of mathematics decompose into capitals.
  const plain = text.toLowerCase().normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return plain.replace(/[^\0-\x7f]/gu, (letter) => letters[letter] ?? letter);
}

export function words(text, letters) {
  return (fold(text, letters).match(WORD) || []).map((term) => [...term].slice(0, LONGEST).join(""));
}

// The id that a token may be, with `likely` if it looks like one, `sure` if it can be nothing else.
function idOf(token) {
  let text = token.replace(/[.,;)\]>]+$/, "").replace(/^[([<]+/, "");
  try {
    text = decodeURIComponent(text);
  } catch {
    // a per cent sign that stands for itself
  }
  for (const form of [DOI, ARXIV, ORCID, ADDRESS]) {
    const found = form.exec(text);
    if (found) return { id: found[1], likely: true, sure: true };
  }
  return { id: text, likely: ID_LIKE.test(text), sure: false };
}

// Tokens of a query: the terms of its words, and the term of the id that it may be.
export function parse(query, { letters, stop }) {
  const given = query.trim().split(/\s+/).filter(Boolean);
  const tokens = [];
  for (const token of given) {
    const { id, likely, sure } = idOf(token);
    const terms = sure ? [] : words(token, letters);
    // A cite key may be a plain word: one that is all of a query is worth a look.
    const asked = likely || given.length === 1 ? `=${fold(id, letters)}` : "";
    if (terms.length || likely) tokens.push({ id: asked, likely, words: terms });
  }
  // Words that are everywhere say nothing beside others.
  const useful = tokens
    .map((token) => ({ ...token, words: token.words.filter((one) => !stop.has(one)) }))
    .filter((token) => token.likely || token.words.length);
  return useful.length ? useful : tokens;
}
