// What helps if no record has all words of a query: other words for some, or some left out.

import { Near, forgivable } from "./symposium-index-near.js";
import { apart } from "./symposium-index-query.js";
import { TEXT, Wanted, having, ordered } from "./symposium-index-wanted.js";
import { TITLED } from "./symposium-index-words.js";
import { words } from "./symposium-search-terms.js";

const SOME = 2; // so many words that are somewhere are taken for others, none being nowhere
const NEAR = [2, 4]; // so many shards of words that one is taken for are looked at, first and in all
const ENOUGH = 100; // records at most that the one word left of two may have
const FEW = 10; // so few records are looked at
const MOST = 8; // so many words are left out in turn, one of them
const TOLD = 3; // words that one was taken for, to be told
const BEGUN = 3; // letters of a word that others may begin with, though more words follow it
const PAIRED = 4; // of so many words any two may be one
const REFERENCE = 6; // so many words may be a reference, of which a record has not all,
const PART = 0.5; // but so much of what they say
const LEAST = 5; // and one of so many parts of it if its title stands in them
const TITLE = 3; // words of a title that may stand among others
const NUMBER = /^\d+$/;
const YEAR = /^(?:19|20)\d\d$/;

export class Mending {
  /** @param {IndexFiles} files @param {Root} root @param {{cards: IndexCards, words: IndexWords, count: number}} parts */
  constructor(files, root, { cards, words: index, count }) {
    this.cards = cards;
    this.letters = root.letters;
    this.near = new Near(files, root.near);
    this.words = index;
    this.count = count;
  }

  /** @param {WantedWord[]} wanted */
  hits(wanted) {
    return ordered(wanted, this.count);
  }

  // Does what helps if no record has all words: takes those that are nowhere for others that are one
  // slip away, leaves out a year, or takes a word that is somewhere for another.
  /** @param {Found} found */
  async correct(found) {
    const { wanted } = found;
    await this.words.match(wanted);
    /** @param {WantedWord} one */
    const parts = (one) => apart(one.word).map((word) => ({ word }));
    if (await this.takeInstead(found, parts)) return;
    const split = wanted.flatMap((one) => (parts(one).length ? parts(one).map((other) => new Wanted(this.count, other)) : [one]));
    if (!split.every((one) => wanted.includes(one))) {
      // A slip in what stands for several words, a cite key for one, is one in a part of it; a year
      // can be left out as others can.
      const inside = { ...found, wanted: split };
      await this.correct(inside);
      if (inside.hits.length) Object.assign(found, inside);
      return;
    }
    /** @param {WantedWord} one */
    const begun = (one) => !one.found && !one.open && one.word.length >= BEGUN;
    if (await this.takeInstead(found, (one) => (begun(one) ? [{ word: one.word, open: true }] : []))) return;
    if (await this.takeTogether(found)) return;
    const able = wanted.filter((one) => forgivable(one.word));
    if (!wanted.every((one) => one.found || able.includes(one))) return;
    const known = new Map(able.map((one) => [one, one.numbers.filter((n) => one.best[n] > TEXT).length]));
    // What stands in long texts alone may be a slip of theirs, too.
    const unnamed = able.filter((one) => !known.get(one));
    if (unnamed.length && await this.takeOthers(found, unnamed)) return;
    const rest = wanted.filter((one) => !YEAR.test(one.word));
    const hits = rest.length && rest.length < wanted.length ? this.hits(rest) : [];
    if (hits.length) {
      found.dropped = wanted.filter((one) => !rest.includes(one)).map((one) => one.word);
      [found.hits, found.wanted] = [hits, rest];
      return;
    }
    // A slip is rare, and without it the other words are somewhere together: mostly that leaves one
    // word, of which alone the files are loaded.
    /** @param {WantedWord} one */
    const others = (one) => wanted.filter((other) => other !== one);
    const likely = able.filter((one) => !one.others && (wanted.length < 2 || having(others(one)).length));
    likely.sort((a, b) => (known.get(a) ?? 0) - (known.get(b) ?? 0));
    for (const one of likely.slice(0, SOME)) if (await this.takeOthers(found, [one])) return;
    if (!likely.length) await this.takeOthers(found, able.slice(0, SOME));
  }

  // Takes words for what a function gives for each, if it gives something, and that is found.
  /** @param {Found} found @param {(one: WantedWord) => WantedSpec[]} others */
  async takeInstead(found, others) {
    /** @type {Found["corrected"]} */
    const corrected = [];
    const wanted = found.wanted.flatMap((one) => {
      const given = others(one);
      const said = given.map(({ word }) => word).join(" ");
      if (given.length && said !== one.word) corrected.push([one.word, said]);
      const { titled } = one;
      return given.length ? given.map((other) => new Wanted(this.count, { titled, ...other })) : [one];
    });
    if (wanted.every((one) => found.wanted.includes(one))) return false;
    await this.words.match(wanted);
    const hits = this.hits(wanted);
    if (hits.length) Object.assign(found, { hits, wanted, corrected });
    return hits.length > 0;
  }

  // Takes two words that follow each other for one, "gold fish".
  /** @param {Found} found */
  async takeTogether(found) {
    const { wanted } = found;
    const typed = found.title.split(" ").map((word) => wanted.find((one) => one.word === word));
    const pairs = typed.slice(1).flatMap((second, i) => {
      const first = typed[i];
      const is = first && second && first.word.length > 1 && second.word.length > 1
        && (typed.length <= PAIRED || !first.found || !second.found);
      return is ? [/** @type {[WantedWord, WantedWord]} */ ([first, second])] : [];
    });
    const joined = pairs.map(([first, { word, open, titled }]) => (
      new Wanted(this.count, { word: first.word + word, open, titled })
    ));
    await this.words.match(joined);
    return joined.some((one, i) => {
      const [first, second] = pairs[i];
      const some = [...wanted.filter((other) => other !== first && other !== second), one];
      const hits = this.hits(some);
      const corrected = [[`${first.word} ${second.word}`, one.word]];
      if (hits.length) Object.assign(found, { hits, wanted: some, corrected });
      return hits.length > 0;
    });
  }

  // Of many words, as those of a reference that was pasted, takes those that one record has in its
  // name, its title and the like: one whose title stands in them, or that has most of them.
  /** @param {Found} found */
  async takeMost(found) {
    if (found.wanted.length < REFERENCE) return;
    const [best, share] = this.mostOf(found.wanted);
    const titled = await this.titleIn(found.title, best);
    const top = titled?.number ?? (share >= PART ? best[0] : undefined);
    if (top === undefined) return;
    const wanted = found.wanted.filter((one) => one.best[top] > TEXT && !one.short);
    const dropped = found.wanted.filter((one) => one.word.length > 1 && !one.best[top]).map(({ word }) => word);
    const title = titled?.title ?? found.title;
    Object.assign(found, { hits: this.hits(wanted), wanted, dropped, title, corrected: [] });
  }

  // Of what is found in long texts alone, what has its title in the words that are asked for, comes
  // behind the record with that title.
  /** @param {Found} found */
  async putTitleFirst(found) {
    if (found.wanted.length < TITLE) return;
    const titled = await this.titleIn(found.title, this.mostOf(found.wanted)[0]);
    if (!titled) return;
    found.hits = [titled.number, ...found.hits.filter((n) => n !== titled.number)];
    found.title = titled.title;
    found.excerpts.delete(titled.number);
  }

  // The records whose names and titles have the most of what is wanted, the best first, and how
  // much of it that one has: a word that few records have says more than one that many have. Pages
  // of a journal say nothing.
  /** @param {WantedWord[]} wanted @returns {[numbers: number[], share: number]} */
  mostOf(wanted) {
    const scores = new Float32Array(this.count);
    let all = 0;
    for (const { word, short, numbers, best } of wanted) {
      if (short || word.length < 2 || !numbers.length && NUMBER.test(word)) continue;
      const says = Math.log(this.count / (numbers.length || 1));
      all += says;
      for (const n of numbers) if (best[n] > TEXT) scores[n] += says;
    }
    const some = [];
    for (let n = 0; n < this.count; n += 1) if (scores[n] > all / LEAST) some.push(n);
    some.sort((a, b) => scores[b] - scores[a] || b - a);
    return [some.slice(0, FEW), scores[some[0]] / all];
  }

  // That of some records whose title stands in a text as a whole, or up to a colon.
  /** @param {string} text @param {number[]} numbers */
  async titleIn(text, numbers) {
    const found = await Promise.all(numbers.map(async (number) => {
      const shown = await this.cards.title(number);
      const title = words(shown, this.letters).join(" ");
      const parts = [title, words(shown.split(/[:?] /)[0], this.letters).join(" ")];
      const held = parts.find((one) => one.split(" ").length >= TITLE && ` ${text} `.includes(` ${one} `));
      return { number, title, length: held?.length ?? 0 };
    }));
    return found.filter(({ length }) => length).sort((a, b) => b.length - a.length)[0];
  }

  // Of several words that no record has together, takes all but one: those that the fewest records
  // have. One word beside another is too much to leave out, unless it is nowhere, or may be a slip,
  // and the other says enough.
  /** @param {Found} found */
  leaveOut(found) {
    const { wanted } = found;
    if (wanted.length < 2) return;
    let least = wanted.length < 3 ? ENOUGH + 1 : Infinity;
    for (const one of wanted.slice(0, MOST)) {
      if (wanted.length < 3 && one.found && !one.others?.length) continue;
      const rest = wanted.filter((other) => other !== one);
      const count = having(rest).length;
      if (!count || count >= least) continue;
      least = count;
      Object.assign(found, { wanted: rest, dropped: [one.word], corrected: [] });
    }
    if (found.wanted === wanted) return;
    found.hits = this.hits(found.wanted);
    found.corrected = found.wanted.flatMap((one) => taken(one, found.hits));
  }

  // Takes words for others. Beside other words the likeliest are tried alone, then some more, unless
  // these give a title or a name.
  /** @param {Found} found @param {WantedWord[]} some */
  async takeOthers(found, some) {
    await Promise.all(some.filter((one) => !one.others).map(async (one) => {
      Object.assign(one, await this.near.of(one.word, one.open, !one.found));
      one.groups = this.words.byShard(one.others ?? []);
    }));
    const steps = found.wanted.length > 1 ? NEAR : [NEAR[1]];
    for (const [i, to] of steps.entries()) {
      /** @param {WantedWord} one */
      const next = (one) => one.groups.slice(steps[i - 1], to);
      await Promise.all(some.map((one) => this.words.matchOthers(one, next(one))));
      found.hits = this.hits(found.wanted);
      const [best] = found.hits;
      if (found.wanted.every((one) => one.best[best] >= TITLED)) break;
    }
    found.corrected = found.wanted.flatMap((one) => taken(one, found.hits));
    return found.hits.length > 0;
  }
}

// The words that one was taken for in the best records.
/** @param {WantedWord} one @param {number[]} hits @returns {[typed: string, taken: string][]} */
function taken({ word, others = [], by = new Uint8Array() }, hits) {
  const found = new Set();
  for (const n of hits.slice(0, FEW)) if (by[n] && found.size < TOLD) found.add(others[by[n] - 1]);
  return [...found].map((other) => [word, other]);
}
