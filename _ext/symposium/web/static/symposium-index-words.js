// Which records have a word: the shards of the first tier (titles, names, ids and the like) and of
// the second (abstracts and other long texts).

import { Files, place } from "./symposium-index-files.js";
import { TEXT, TITLES } from "./symposium-index-wanted.js";

const EXACT = [14, 12, 8, 6, 4]; // what a word is worth by the level at which it was found
const BEGINNING = [8, 8, 5, 4, 2];
const TITLE = 2; // the level of titles
export const NAMED = [EXACT[1], BEGINNING[1]]; // the least that a word of a name is worth, whole or not
export const TITLED = BEGINNING[TITLE]; // and one of a title
export const ID = 16; // what an id is worth, and the beginning of one
const ID_BEGINNING = 5;
const MORE = 2; // shards of abstracts that the beginning of a word is followed into
const LAST = "\uffff"; // sorts behind all that can follow the beginning of a word

// Promises the files of the second tier, and the first terms of its shards.
/** @param {IndexFiles} files @returns {TextList} */
export async function listOfTexts(files) {
  const { text, digest } = await files.unpack("text.bin", { cache: "no-cache" });
  return { firsts: text, files: new Files(files.folder, digest) };
}

/** @param {number} worth */
const same = (worth) => [worth, worth, worth, worth, worth];

export class Words {
  /** @param {IndexFiles} files @param {Root} root @param {TextList | null} list */
  constructor(files, root, list = null) {
    this.files = files;
    this.root = root;
    this.texts = list; // of the second tier, once it is needed
  }

  // Looks for what is wanted in the first tier, once.
  /** @param {WantedWord[]} wanted */
  match(wanted) {
    return Promise.all(wanted.filter((one) => !one.asked).flatMap((one) => {
      one.asked = true;
      return [one.word && this.matchWord(one), ...one.ids.map((id) => this.matchId(one, id))];
    }));
  }

  // What is known from elsewhere to stand in the titles of these records.
  /** @param {WantedWord} one @param {number[]} numbers */
  assume(one, numbers) {
    one.asked = true;
    for (const number of numbers) one.raise(number, EXACT[TITLE]);
  }

  /** @param {number} from @param {number} to @returns {Promise<Row[][]>} */
  shards(from, to) {
    const paths = [];
    for (let at = from; at <= to; at += 1) paths.push(`words/${at}.bin`);
    return Promise.all(paths.map((path) => this.files.packed(path)));
  }

  /** @param {WantedWord} one */
  async matchWord(one) {
    const { word, open } = one;
    const { words: firsts, broad } = this.root;
    if (!firsts.length) return;
    const from = place(firsts, word);
    let to = open ? place(firsts, word + LAST) : from;
    if (to - from >= broad) {
      // Too many words begin so: the best of their records are known, and a query of several
      // words can do without.
      one.short = true;
      to = from;
    }
    /** @type {[Record<string, number[]>, Row[][]]} */
    const [heads, shards] = await Promise.all([
      one.short ? this.files.packed("heads.bin") : {}, this.shards(from, to),
    ]);
    for (const number of Object.hasOwn(heads, word) ? heads[word] : []) one.raise(number, BEGINNING[0]);
    for (const row of shards.flat()) {
      if (row[0] === word) one.count(row, EXACT);
      else if (open && !one.short && row[0].startsWith(word)) one.count(row, BEGINNING);
    }
  }

  /** @param {WantedWord} one @param {string} term */
  async matchId(one, term) {
    const { words: firsts } = this.root;
    if (!firsts.length) return;
    const at = place(firsts, term);
    for (const row of (await this.shards(at, at))[0]) {
      if (row[0] === term) one.count(row, same(ID));
      else if (one.open && one.likely && row[0].startsWith(term)) one.count(row, same(ID_BEGINNING));
    }
  }

  // Counts words that one may have meant, those of some shards, [at, words]; `by` tells for each
  // record which of them it has.
  /** @param {WantedWord} one @param {[at: number, words: string[]][]} groups */
  matchOthers(one, groups) {
    const { others = [], whole } = one;
    one.by ??= new Uint8Array(one.best.length);
    const { by } = one;
    return Promise.all(groups.map(async ([at, words]) => {
      for (const [term, ...levels] of (await this.shards(at, at))[0]) {
        if (!words.includes(term)) continue;
        const rank = others.indexOf(term) + 1;
        const some = one.titled ? levels.slice(0, TITLES) : levels;
        some.forEach((gaps, level) => each(gaps, (number) => {
          const best = one.best[number];
          if (best && !by[number]) return; // it has the word as it is typed
          // Of two that are worth the same the likelier counts.
          const worth = BEGINNING[level] - (rank > whole ? 1 : 0);
          if (best > worth || best === worth && by[number] < rank) return;
          one.raise(number, worth);
          by[number] = rank;
        }));
      }
    }));
  }

  // Words by the shard that they are in: [at, words], in their order.
  /** @param {string[]} words @returns {[at: number, words: string[]][]} */
  byShard(words) {
    const found = new Map();
    for (const word of words) {
      const at = place(this.root.words, word);
      found.set(at, [...found.get(at) || [], word]);
    }
    return [...found];
  }

  // The second tier: its files and the first terms of its shards.
  openTexts() {
    this.texts ??= listOfTexts(this.files);
    this.texts.catch(() => { this.texts = null; }); // a failure is not kept
    return this.texts;
  }

  // Looks for words in the second tier too.
  /** @param {WantedWord[]} wanted @returns {Promise<void>} */
  async matchTexts(wanted) {
    const { firsts, files } = await this.openTexts();
    if (!firsts.length) return;
    await Promise.all(wanted.filter((one) => one.word && !one.titled).map(async (one) => {
      const { word } = one;
      const follow = one.open && !one.short;
      const from = place(firsts, word);
      const to = follow ? Math.min(place(firsts, word + LAST), from + MORE) : from;
      const paths = [];
      for (let at = from; at <= to; at += 1) paths.push(`text/${at}.bin`);
      for (const row of (await Promise.all(paths.map((path) => files.packed(path)))).flat()) {
        if (row[0] === word || follow && row[0].startsWith(word)) one.count(row, [TEXT]);
      }
    }));
  }
}

// Calls a function with each number of a list of differences.
/** @param {number[]} gaps @param {(number: number) => void} call */
function each(gaps, call) {
  let number = 0;
  for (const gap of gaps) {
    number += gap;
    call(number);
  }
}
