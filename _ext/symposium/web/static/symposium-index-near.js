// Words that one with a slip may have meant: one letter too many, too few, another, or two letters
// in the other's place; of a long word two of that (search/index.py makes the dictionary).

import { place } from "./symposium-index-files.js";
import { SIGNS } from "./symposium-search-terms.js";

const SHORTEST = 3; // letters of a word that may be a slip: of one of three letters two are turned
const LONG = 7; // letters of one that may have two slips
const TURNED = 0.9; // two letters in the other's place are a likelier slip than any other
const STEP = 40; // what a slip counts against how common a word is,
const FIRST = 3; // what the same first letter does,
const BEGUN = 20; // and what one does that only begins nearly so
const CLOSE = 3; // as likely as the likeliest is one that is so much less so
const LAST = "\uffff";
const ENTRY = /(\D+)(\d)/g;

/** @param {string} word */
const reversed = (word) => [...word].reverse().join("");

/** @param {string} word */
export function forgivable(word) {
  return word.length >= SHORTEST && /^\p{L}+$/u.test(word) && !Object.values(SIGNS).includes(word);
}

// How many slips lie between a word and each beginning of another; the last is the other itself.
/** @param {string} word @param {string} other */
export function slips(word, other) {
  /** @type {number[][]} */
  const rows = [Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= word.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j += 1) {
      const same = word[i - 1] === other[j - 1] ? 0 : 1;
      const turned = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1];
      rows[i][j] = Math.min(
        rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same, turned ? rows[i - 2][j - 2] + TURNED : Infinity,
      );
    }
  }
  return rows[word.length];
}

export class Near {
  /** @param {IndexFiles} files @param {Root["near"]} firsts */
  constructor(files, firsts) {
    this.files = files;
    this.firsts = firsts; // of the files of each side
  }

  // The words that one may have meant, the likeliest first: of those with the same beginning, or, if
  // none of them is a slip away, with the same end. `paths` are told what was asked for.
  /** @param {string} word @param {boolean} open @param {Set<string>} paths @returns {Promise<string[]>} */
  async of(word, open, paths) {
    /** @type {[other: string, slips: number, likely: number][]} */
    const near = [];
    const most = () => (near.some(([, count]) => count <= 1) ? 1 : 2);
    for (const backward of [false, true]) for (const [other, digit] of most() > 1 ? await this.side(backward, word, paths) : []) {
      if (Math.abs(other.length - word.length) > 2 && !(open && other.length > word.length)) continue;
      const to = slips(word, other);
      const whole = to[other.length];
      // What another word goes on with is no slip of the last letter.
      const begun = open && word.length > SHORTEST ? Math.min(...to.filter((_, j) => other[j - 1] === word.at(-1))) : Infinity;
      const least = Math.min(whole, begun);
      const few = word.length === SHORTEST && other.length <= SHORTEST && least !== TURNED;
      const far = least > 1 && (word.length < LONG || other[0] !== word[0]);
      if (least > 0 && least <= 2 && !few && !far) near.push([other, least, digit - STEP * least - (whole > least ? BEGUN : 0) + (other[0] === word[0] ? FIRST : 0)]);
    }
    const likely = near.filter(([, count]) => count <= most()).sort((a, b) => b[2] - a[2] || (a[0] < b[0] ? -1 : 1));
    return [...new Set(likely.filter(([, , worth]) => worth >= likely[0][2] - CLOSE).map(([other]) => other))];
  }

  // The words of the one file that has all with some beginning of a word, or end, each with how common it is.
  /** @param {boolean} backward @param {string} word @param {Set<string>} paths @returns {Promise<[word: string, digit: number][]>} */
  async side(backward, word, paths) {
    const [firsts, spelt] = backward ? [this.firsts.backward, reversed(word)] : [this.firsts.forward, word];
    if (!firsts.length) return [];
    const start = [...spelt].map((_, at) => spelt.slice(0, at + 1)).find((some) => place(firsts, some) === place(firsts, some + LAST)) ?? spelt;
    const path = `${backward ? "backward" : "forward"}/${place(firsts, start)}.bin`;
    paths.add(path);
    const text = await this.files.packed(path);
    return [...text.matchAll(ENTRY)].map(([, entry, digit]) => [backward ? reversed(entry) : entry, Number(digit)]);
  }
}
