// Words that one with a slip may have meant: one letter too many, too few, another, or two letters
// in the other's place; of a long word two of that (search/near.py makes the dictionary).

import { place } from "./symposium-index-files.js";

const SHORTEST = 3; // letters of a word that may lack one of four
const LONG = 7; // letters of one that may have two slips
const MOST = 24; // so many words are taken for another at most
const WHOLE = 20; // what counts more than all else that tells how likely a word is
const SPAN = 4; // files of the dictionary that one side of a word is followed into
const LAST = "\uffff";
const ENTRY = /(\D+)(\d)/g;

/** @param {string} word */
const reversed = (word) => [...word].reverse().join("");

/** @param {string} word */
export function forgivable(word) {
  return word.length >= SHORTEST && /^\p{L}+$/u.test(word);
}

// Tells how a word differs from another by one slip: "swap", "letter", or "" if it does by more.
/** @param {string} a @param {string} b */
export function slip(a, b) {
  if (a === b || Math.abs(a.length - b.length) > 1) return "";
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  /** @param {string} word @param {number} from */
  const rest = (word, from) => word.slice(start + from);
  if (a.length > b.length) return rest(a, 1) === rest(b, 0) ? "letter" : "";
  if (a.length < b.length) return rest(a, 0) === rest(b, 1) ? "letter" : "";
  if (rest(a, 1) === rest(b, 1)) return "letter";
  const swapped = a[start] === b[start + 1] && a[start + 1] === b[start];
  return swapped && rest(a, 2) === rest(b, 2) ? "swap" : "";
}

// Tells whether a word differs from another by two slips at most.
/** @param {string} a @param {string} b */
function slips(a, b) {
  if (Math.abs(a.length - b.length) > 2) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const swapped = a[at] === b[at + 1] && a[at + 1] === b[at] ? 2 : 1;
  return [[1, 1], [1, 0], [0, 1], [swapped, swapped]].some(([i, j]) => {
    const [c, d] = [a.slice(at + i), b.slice(at + j)];
    return c === d || slip(c, d) !== "";
  });
}

// Tells how a word that is not finished differs from the beginning of another.
/** @param {string} word @param {string} other */
function slipAtStart(word, other) {
  for (const length of [word.length, word.length + 1, word.length - 1]) {
    const edit = other.length > length ? slip(word, other.slice(0, length)) : "";
    // What the other goes on with is no slip of the last letter.
    if (edit && other[length - 1] === word[word.length - 1]) return edit;
  }
  return "";
}

export class Near {
  /** @param {IndexFiles} files @param {Root["near"]} firsts */
  constructor(files, firsts) {
    this.files = files;
    this.firsts = firsts; // of the files of each side
  }

  // The words that one may have meant, the likeliest first, and how many of them may be meant as a
  // whole: the others only begin nearly so. One that is `nowhere` may have two slips.
  /** @param {string} word @param {boolean} open @param {boolean} nowhere */
  async of(word, open, nowhere) {
    const { firsts } = this;
    if (!firsts.forward.length) return { others: [], whole: 0 };
    const back = reversed(word);
    /** @param {"forward" | "backward"} side @param {string} start */
    const span = (side, start) => place(firsts[side], start + LAST) - place(firsts[side], start);
    // Where to cut the word, so that few files are needed for what stands before and behind.
    let cut = 0;
    let least = Infinity;
    for (let at = 1; at < word.length; at += 1) {
      const cost = span("forward", word.slice(0, at))
        + span("backward", back.slice(0, word.length - at)) + Math.abs(at - word.length / 2) / 100;
      if (cost < least) [cut, least] = [at, cost];
    }
    /** @param {number} at */
    const swap = (at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
    const starts = [word.slice(0, cut)];
    // Two letters in each other's place at the cut leave neither side whole; nor does an unfinished
    // word have an end.
    for (let at = open ? 0 : cut - 1; at < cut; at += 1) if (at + 1 < word.length) starts.push(swap(at));
    const likelihoods = new Map();
    /** @type {[side: "forward" | "backward", start: string][]} */
    const sides = starts.map((start) => ["forward", start]);
    sides.push(["backward", back.slice(0, word.length - cut)]);
    /** @param {boolean} far */
    const add = (far) => Promise.all(sides.map(([side, start]) => this.add(likelihoods, side, start, word, open, far)));
    await add(false);
    // Two slips are looked for among the words of the same files alone, which are there.
    if (!likelihoods.size && nowhere && word.length >= LONG) await add(true);
    const best = [...likelihoods].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST);
    return {
      others: best.map(([other]) => other),
      whole: best.filter(([, likely]) => likely >= WHOLE).length,
    };
  }

  // Adds the words of one side that begin in some way and are near, with how likely they are; or
  // those of the same files that are not quite as near.
  /** @param {Map<string, number>} likelihoods @param {"forward" | "backward"} side @param {string} start @param {string} word @param {boolean} open @param {boolean} far */
  async add(likelihoods, side, start, word, open, far) {
    const { firsts } = this;
    const from = place(firsts[side], start);
    const to = Math.min(place(firsts[side], start + LAST), from + SPAN);
    const paths = [];
    for (let at = from; at <= to; at += 1) paths.push(`${side}/${at}.bin`);
    for (const text of await Promise.all(paths.map((path) => this.files.packed(path)))) {
      for (const [, entry, digit] of text.matchAll(ENTRY)) {
        if (!far && !entry.startsWith(start)) continue;
        const other = side === "forward" ? entry : reversed(entry);
        if (far) {
          if (other[0] === word[0] && slips(word, other)) likelihoods.set(other, Number(digit));
          continue;
        }
        const whole = slip(word, other);
        const begun = open && side === "forward" && word.length > SHORTEST;
        const how = whole || (begun ? slipAtStart(word, other) : "");
        const few = word.length === SHORTEST && other.length <= SHORTEST;
        if (!how || few && how !== "swap") continue;
        const likely = Number(digit) + (whole ? WHOLE : 0) + (how === "swap" ? 4 : 0)
          + (other[0] === word[0] ? 3 : 0);
        likelihoods.set(other, Math.max(likelihoods.get(other) || 0, likely));
      }
    }
  }
}
