// What helps if no record has all words of a query: other words for some, or some left out.

import { Near, forgivable } from "./symposium-index-near.js";
import { inFull } from "./symposium-index-query.js";
import { TEXT, Wanted, having, ordered } from "./symposium-index-wanted.js";
import { TITLED } from "./symposium-index-words.js";

const SOME = 2; // so many words that are somewhere are taken for others, none being nowhere
const NEAR = [2, 4]; // so many shards of words that one is taken for are looked at, first and in all
const ENOUGH = 100; // records at most that the one word left of two may have
const FEW = 10; // of so few records it is told what was taken for what
const MOST = 8; // so many words are left out in turn, one of them
const TOLD = 3; // words that one was taken for, to be told
const BEGUN = 3; // letters of a word that others may begin with, though more words follow it
const YEAR = /^(?:19|20)\d\d$/;

export class Mending {
  constructor(files, root, words, count) {
    this.near = new Near(files, root.near);
    this.words = words;
    this.count = count;
  }

  hits(wanted) {
    return ordered(wanted, this.count);
  }

  // Does what helps if no record has all words: takes those that are nowhere for others that are one
  // slip away, leaves out a year, or takes a word that is somewhere for another.
  async correct(found) {
    const { wanted } = found;
    await this.words.match(wanted);
    if (await this.takeInstead(found, (one) => inFull(one.word).map((word) => ({ word })))) return;
    const begun = (one) => !one.found && !one.open && one.word.length >= BEGUN;
    if (await this.takeInstead(found, (one) => (begun(one) ? [{ word: one.word, open: true }] : []))) return;
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
    const others = (one) => wanted.filter((other) => other !== one);
    const likely = able.filter((one) => !one.others && (wanted.length < 2 || having(others(one)).length));
    likely.sort((a, b) => known.get(a) - known.get(b));
    for (const one of likely.slice(0, SOME)) if (await this.takeOthers(found, [one])) return;
    if (!likely.length) await this.takeOthers(found, able.slice(0, SOME));
  }

  // Takes words for what a function gives for each, if it gives something, and that is found.
  async takeInstead(found, others) {
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

  // Of several words that no record has together, takes all but one: those that the fewest records
  // have. One word beside another is too much to leave out, unless it is nowhere, or may be a slip,
  // and the other says enough.
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
  async takeOthers(found, some) {
    await Promise.all(some.filter((one) => !one.others).map(async (one) => {
      Object.assign(one, await this.near.of(one.word, one.open));
      one.groups = this.words.byShard(one.others);
    }));
    const steps = found.wanted.length > 1 ? NEAR : [NEAR[1]];
    for (const [i, to] of steps.entries()) {
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
function taken({ word, others = [], by = [] }, hits) {
  const found = new Set();
  for (const n of hits.slice(0, FEW)) if (by[n] && found.size < TOLD) found.add(others[by[n] - 1]);
  return [...found].map((other) => [word, other]);
}
