// The score of records for a question: of each word the best of its alternatives, by how rare it is
// and where it stands; in all the sum, times the share of what is asked for that a record holds.

import { place } from "./symposium-index-files.js";
import { Near, forgivable } from "./symposium-index-near.js";
import { apart } from "./symposium-index-query.js";

export const TIER = 7; // levels of names, titles and the like; behind them stand those of long texts
const TEXTS = 3;
const [WHOLE, NAME, LONG, PEOPLE] = [1, 2, 5, 6]; // levels, counted from one
const SHORT = 2; // the place of short titles among levels
const YEAR = /^(?:19|20)\d\d$/;
const ID = 16; // what an id is worth, and the beginning of one
const ID_BEGINNING = 5;
const BEGUN = 0.6; // shares of what a word is worth: one that only begins so,
const JOINED = 0.9; // one with its neighbour,
const NICKNAME = 0.9;
const SLIP = 0.7;
const LATER = 0.03; // and so much less each that is less likely
const STEM = 0.9; // and one with the same stem
const TOLD = 0.7; // what a word that only a long text holds counts of one in names, titles and the like
const LEAST = 0.25; // of what is asked for, that others must hold,
const MANY = 7; // of so many words those that are nowhere count, too, and are not mended: so many of the longest are looked up
const PARTIAL = 100; // so many of them at most
const SLIPS = 2; // words that one was meant to be
const COMMON = 20; // records that a word has at least that another is taken for: the likelier, not the rarer
const FEW = 10; // and one of so many of a small site
const FINE = 1e5; // steps of a score that make a difference
const LAST = "\uffff"; // sorts behind all that can follow the beginning of a word

// One thing that is asked for: a word, or one of some ids, or either.
export class Wanted {
  /** @param {number} count @param {WantedSpec} spec */
  constructor(count, { word = "", spelt = "", open = false, ids = [], likely = false, titled = false, needed = false, free = false }) {
    this.word = word;
    this.spelt = spelt; // with what stands for letters of other languages
    this.open = open;
    /** @type {string[]} */
    this.ids = ids;
    this.likely = likely;
    this.titled = titled;
    this.needed = needed;
    this.free = free;
    this.count = count;
    this.score = new Float32Array(0);
    this.level = new Uint8Array(0); // the best, counted from one
    /** @type {number[]} */
    this.numbers = []; // of the records that have it
    this.weight = 0; // how much it says
    this.begun = false; // whether it begins other words
    this.paths = /** @type {Set<string>} */ (new Set()); // of the files that it was looked for in
    /** What else it may have meant, each with the records that have that. @type {Map<string, Set<number>>} */
    this.others = new Map();
  }

  /** @param {number} number @param {number} score @param {number} level */
  raise(number, score, level) {
    if (this.score[number] >= score) return;
    if (!this.numbers.length) [this.score, this.level] = [new Float32Array(this.count), new Uint8Array(this.count)];
    if (!this.score[number]) this.numbers.push(number);
    this.score[number] = score;
    this.level[number] = level;
  }
}

// A name without the letter that stands for two dots, a stroke or a ring.
/** @param {string} word */
export const bare = (word) => word.replace(/([aou])e|a(?=a)/g, "$1");

// The numbers of a list of differences.
/** @param {number[]} gaps */
function numbers(gaps) {
  let number = 0;
  return gaps.map((gap) => (number += gap));
}

// The lists of a row by level: how many levels have none stands in their place.
/** @param {(number | number[])[]} parts @returns {number[][]} */
function levels(parts) {
  const byLevel = [];
  for (const part of parts) {
    if (typeof part === "number") byLevel.length += part;
    else byLevel.push(part);
  }
  return byLevel;
}

export class Score {
  /** @param {IndexFiles} files @param {Root} root @param {number} count @param {(word: string) => string} stem */
  constructor(files, root, count, stem) {
    this.files = files;
    this.root = root;
    this.count = count;
    this.stem = stem;
    this.near = new Near(files, root.near);
  }

  /** @param {number} records */
  rarity(records) {
    // A record that has a word in several levels is counted in each: there can be more than all.
    return Math.log(1 + (Math.max(this.count - records, 0) + 0.5) / (records + 0.5));
  }

  // The rows whose term is one, or begins with it.
  /** @param {string} term @param {boolean} open @param {Set<string>} asked @returns {Promise<Row[]>} */
  async rows(term, open, asked) {
    const { words, broad } = this.root;
    if (!words.length) return [];
    const from = place(words, term);
    // Of what too many words begin with, the best records are known.
    const to = open ? Math.min(place(words, term + LAST), from + broad - 1) : from;
    const paths = [];
    for (let at = from; at <= to; at += 1) paths.push(`words/${at}.bin`);
    const shards = await Promise.all(paths.map((path) => asked.add(path) && this.files.packed(path)));
    return shards.flat().filter((/** @type {Row} */ [own]) => own === term || open && own.startsWith(term));
  }

  // Counts the records that have a term: what it is worth by its share, in some levels or in all.
  /** @param {WantedWord} target @param {string} term @param {{share?: number, open?: boolean, text?: boolean, names?: boolean, other?: string}} how */
  async add(target, term, { share = 1, open = false, text = false, names = false, other = "" } = {}) {
    const broad = open && !target.ids.length && await this.addHeads(target, term);
    const rows = await this.rows(term, open && !broad, target.paths);
    const most = target.titled ? LONG : TIER + (text ? TEXTS : 0);
    for (const begun of [false, true]) {
      const entries = rows.filter(([own]) => (own !== term) === begun).map(([, ...parts]) => levels(parts));
      let [named, texts] = [0, 0];
      for (const lists of entries) lists.forEach((gaps, i) => {
        if (i < TIER) named += gaps.length;
        else if (i < TIER + TEXTS) texts += lists[TIER + TEXTS] ? 0 : gaps.length;
        else texts += gaps[0];
      });
      const records = Math.max(named, text ? texts : 0);
      if (!records) continue;
      const says = this.rarity(Math.max(records, other ? Math.min(COMMON, this.count / FEW) : 0));
      target.begun ||= begun;
      target.weight = Math.max(target.weight, says);
      for (const lists of entries) lists.slice(0, most).forEach((gaps, i) => {
        if (names && i + 1 !== NAME && i + 1 !== PEOPLE) return;
        // A year is worth as much where it is that of a record as in a short title.
        const worth = this.root.worth[i === TIER - 1 && YEAR.test(term) ? SHORT : i] * says * share * (begun ? BEGUN : 1);
        for (const number of numbers(gaps)) {
          target.raise(number, worth, i + 1);
          if (other) target.others.set(other, (target.others.get(other) ?? new Set()).add(number));
        }
      });
    }
  }

  // Of a beginning that leads to too many files the best records are known: it is not needed then.
  /** @param {WantedWord} target @param {string} term */
  async addHeads(target, term) {
    const { words, broad } = this.root;
    if (place(words, term + LAST) - place(words, term) < broad) return false;
    target.paths.add("heads.bin");
    const heads = await this.files.packed("heads.bin");
    for (const number of Object.hasOwn(heads, term) ? heads[term] : []) target.raise(number, BEGUN * this.root.worth[1], NAME);
    target.free = true;
    return true;
  }

  /** @param {WantedWord} target */
  addIds(target) {
    return Promise.all(target.ids.map(async (term) => {
      for (const [own, gaps] of await this.rows(term, target.open && target.likely, target.paths)) {
        const worth = (own === term ? ID : ID_BEGINNING) * this.rarity(1);
        target.weight = Math.max(target.weight, this.rarity(1));
        for (const number of numbers(gaps)) target.raise(number, worth, WHOLE);
      }
    }));
  }

  // Looks for a word as it is written, by its stem, and by what a name may be short for.
  /** @param {WantedWord} target @param {boolean} text */
  async lookFor(target, text) {
    const { word, open } = target;
    /** @type {Promise<unknown>[]} */
    const asked = [this.addIds(target)];
    if (word) {
      asked.push(this.add(target, word, { open, text }));
      const stem = this.stem(word);
      if (stem !== word) asked.push(this.add(target, stem, { share: STEM, text }));
      const { nicknames } = this.root;
      const names = target.titled ? [] : [target.spelt, bare(word), ...Object.hasOwn(nicknames, word) ? nicknames[word] : []];
      for (const name of new Set(names)) if (name && name !== word) asked.push(this.add(target, name, { share: NICKNAME, open, names: true }));
    }
    await Promise.all(asked);
  }

  // What a word that is nowhere may have meant: one that it begins, or one a slip away.
  /** @param {WantedWord} target */
  async mend(target) {
    const { word, open } = target;
    if (!open && word.length > 2) await this.add(target, word, { open: true, share: BEGUN });
    if (!forgivable(word) || open && target.begun) return;
    const others = await this.near.of(word, open, target.paths);
    await Promise.all(others.slice(0, SLIPS).flatMap((other, i) => {
      const share = SLIP - i * LATER;
      return [...new Set([other, this.stem(other)])].map((term) => this.add(target, term, { share, other }));
    }));
  }

  // Looks for all that is wanted. Gives what was looked for: what stands for several words is
  // these; and what was taken for what.
  /** @param {WantedWord[]} wanted @param {boolean} text @returns {Promise<WantedWord[]>} */
  async look(wanted, text) {
    const lengths = wanted.map(({ word }) => word.length).sort((a, b) => b - a);
    const some = wanted.filter(({ word }) => word.length >= (lengths[MANY - 1] ?? 0)).slice(0, MANY);
    await Promise.all(some.map((target) => this.lookFor(target, text)));
    if (this.whole(some)) return some;
    const mended = some.length < MANY;
    if (mended) await Promise.all(this.pairs(some));
    const split = new Map();
    await Promise.all(some.map(async (target) => {
      if (!target.word || target.free || target.numbers.length) return;
      const parts = apart(target.word).map((word) => new Wanted(this.count, { word, titled: target.titled }));
      if (parts.length) split.set(target, parts);
      else if (mended) await this.mend(target);
      await Promise.all(parts.map(async (part) => {
        await this.lookFor(part, text);
        if (!part.numbers.length) await this.mend(part);
      }));
    }));
    return some.flatMap((target) => split.get(target) ?? [target]);
  }

  // Looks for words that a title may have besides.
  /** @param {string[]} words */
  beside(words) {
    return Promise.all(words.map(async (word) => {
      const target = new Wanted(this.count, { word, titled: true, free: true });
      await this.lookFor(target, false);
      return target;
    }));
  }

  // Looks for words as one that follow each other.
  /** @param {WantedWord[]} wanted */
  pairs(wanted) {
    const words = wanted.filter((target) => target.word);
    return words.slice(1).flatMap((target, i) => {
      const joined = words[i].word + target.word;
      return [joined, this.stem(joined)].flatMap((term) => (
        [target, words[i]].map((each) => this.add(each, term, { share: JOINED }))
      ));
    });
  }

  // Whether names, titles and the like of a record have all that is wanted.
  /** @param {WantedWord[]} wanted */
  whole(wanted) {
    const [rarest, ...others] = wanted.filter((target) => !target.free).sort((a, b) => a.numbers.length - b.numbers.length);
    /** @param {WantedWord} target @param {number} n */
    const named = ({ level }, n) => level[n] > 0 && level[n] <= TIER;
    return Boolean(rarest?.numbers.some((n) => named(rarest, n) && others.every((target) => named(target, n))));
  }

  // The records that hold what is wanted, the best first: all that hold everything, the best others.
  /** @param {WantedWord[]} wanted */
  rank(wanted) {
    const { count } = this;
    const present = wanted.filter((target) => target.numbers.length);
    const asked = wanted.filter((target) => !target.free);
    const counted = present.filter((target) => !target.free);
    const weight = (/** @type {WantedWord[]} */ some) => some.reduce((sum, target) => sum + (target.weight || this.rarity(0)), 0);
    const [all, total] = [weight(counted), weight(asked.length < MANY ? counted : asked)];
    const [sum, have, share] = [0, 1, 2].map(() => new Float64Array(count));
    const held = new Uint8Array(count);
    for (const target of present) for (const n of target.numbers) {
      sum[n] += Math.sqrt(target.score[n] * (target.weight || 1)); // several words say more than where one stands
      if (target.free) continue;
      have[n] += target.weight;
      held[n] += 1;
      share[n] += target.level[n] > TIER ? TOLD : 1;
    }
    const needed = wanted.filter((target) => target.needed);
    const [full, partial] = /** @type {number[][]} */ ([[], []]);
    for (let n = 0; n < count; n += 1) {
      if (!sum[n] || needed.some((target) => !target.score[n])) continue;
      sum[n] *= share[n] / counted.length || 1;
      if (held[n] === counted.length) full.push(n);
      else if (have[n] >= total * LEAST) partial.push(n);
    }
    // Words that are nowhere are missing in all: what is left must say enough.
    const enough = all >= total * LEAST ? full : [];
    return { hits: this.ordered([...enough, ...this.ordered(partial, sum).slice(0, PARTIAL)], sum), sum };
  }

  // Records, the best first, of equals the later. In numbers, which are sorted faster than by a function.
  /** @param {number[]} hits @param {Float64Array} sum */
  ordered(hits, sum) {
    const keys = Float64Array.from(hits, (n) => Math.round(sum[n] * FINE) * this.count + n).sort().reverse();
    return Array.from(keys, (key) => key % this.count);
  }
}
