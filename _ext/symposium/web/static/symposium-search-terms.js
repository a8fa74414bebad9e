// What is typed, as terms of the index. The build does the same with what it indexes
// (search/terms.py): change both or neither.

const LONGEST = 32;
const NO_SPACES = "\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\u{20000}-\\u{2ffff}";
// In parentheses, so that what splits a text by its words keeps them.
export const WORD = new RegExp(`([${NO_SPACES}]|(?:(?![${NO_SPACES}])[\\p{L}\\p{N}\\p{M}])+)`, "gu");
/** @type {Record<string, string>} */
export const SIGNS = { "c++": "cplusplus", "c#": "csharp", "f#": "fsharp", ".net": "dotnet" };
const SIGNED = /(?<![\p{L}\p{N}_])(?:[cf]#|c\+\+|\.net)(?![\p{L}\p{N}_])/gu;

// `letters` are those that decomposition does not split, and what they fold to.
/** @param {string} text @param {Record<string, string>} letters */
export function fold(text, letters) {
  // Twice, because the letters of mathematics decompose into capitals.
  const plain = text.toLowerCase().normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return plain.replace(/[^\0-\x7f]/gu, (letter) => letters[letter] ?? letter);
}

/** @param {string} text @param {Record<string, string>} letters @returns {string[]} */
export function words(text, letters) {
  const folded = fold(text, letters).replace(SIGNED, (name) => SIGNS[name]);
  return (folded.match(WORD) || []).map((term) => [...term].slice(0, LONGEST).join(""));
}
