// Finds the records that have all that a query asks for, the best first: names and titles, long
// texts, and where neither has it, what one slip may have been meant for.

import { Near, forgivable } from "./symposium-index-near.js";
import { Pages, excerpt } from "./symposium-index-pagefind.js";
import { inFull, parse } from "./symposium-index-query.js";
import { Wanted, having } from "./symposium-index-wanted.js";
import { ID, TEXT, TITLED, Words } from "./symposium-index-words.js";

const FIRST = 4; // so many words of a query are looked up at once, the others if need be
const SOME = 2; // so many words that are somewhere are taken for others, none being nowhere
const NEAR = [2, 4]; // so many shards of words that one is taken for are looked at, first and in all
const ENOUGH = 100; // records at most that the one word left of two may have
const FEW = 10; // of so few records what is shown is looked at, in place of more files of the index
const BLOCKS = 24; // files of records that are looked through for a phrase
const MOST = 8; // so many words are left out in turn, one of them
const TOLD = 3; // words that one was taken for, to be told
const LONG = 3; // words in an id that is looked for alone
const INITIAL = /\p{L}/u; // beside other words it stands for a name
const BEGUN = 3; // letters of a word that others may begin with, though more words follow it
const YEAR = /^(?:19|20)\d\d$/;
const RANKS = 256; // worth is told apart so finely by where Pagefind has a page

export class Finder {
  constructor(files, root, { engine, list, cards, count }) {
    this.root = root;
    this.language = { letters: root.letters, stop: new Set(root.stop) };
    this.cards = cards;
    this.count = count;
    this.words = new Words(files, root, list);
    this.near = new Near(files, root.near);
    this.pages = engine === "pagefind" ? new Pages(new URL("../", files.folder), root.digest) : null;
  }

  // The numbers of records, what was looked for, the title it may be, the words taken for others,
  // and what gives the excerpts of records that were found by their long text.
  async find(query, text) {
    const asked = parse(query, this.language);
    const wanted = await this.byId(asked) || this.wanted(asked);
    const found = { hits: [], wanted, title: asked.text, corrected: [], dropped: [], excerpts: new Map() };
    if (!query.trim()) found.hits = this.all();
    if (!wanted.length) return found;
    const inWords = wanted.some((one) => one.word);
    // Of our own index, only what is shown of records tells which words follow each other.
    const texts = text && inWords && (this.pages || !asked.phrases.length) && this.askTexts(query, wanted);
    await this.matchAll(wanted);
    found.hits = this.hits(wanted);
    // Where long texts cannot be had, names and titles still can.
    const pages = texts && await this.addTexts(texts, found).catch(() => null);
    if (!found.hits.length && inWords) await this.correct(found);
    if (!found.hits.length && pages) this.addPages(found, pages);
    if (!found.hits.length && inWords) this.leaveOut(found);
    // A title may be meant that has the words as they should be.
    const meant = new Map([...found.corrected].reverse());
    found.title = asked.text.split(" ").map((word) => meant.get(word) || word).join(" ");
    if (asked.phrases.length) await this.keepPhrases(found, asked.phrases);
    return found;
  }

  all() {
    return Array.from({ length: this.count }, (_, i) => this.count - 1 - i);
  }

  // An id of several words is looked for alone: there is no need to look for these if it is one.
  async byId({ tokens: [token, another], open }) {
    if (!token?.likely || another || token.words.length < LONG) return null;
    const id = new Wanted(this.count, { ...token, word: "", open });
    await this.words.match([id]);
    return id.numbers.some((n) => id.best[n] === ID) ? [id] : null;
  }

  // What a record must have: a word each, or the id that stands for all words of a token.
  wanted({ tokens, open }) {
    const several = tokens.length > 1;
    const found = tokens.flatMap(({ ids, likely, words: terms }, i) => {
      const last = open && i === tokens.length - 1;
      if (!terms.length) return [new Wanted(this.count, { ids, likely, open: last })];
      return terms.map((word, j) => {
        const initial = several && word.length === 1 && INITIAL.test(word);
        const ends = last && j === terms.length - 1;
        return new Wanted(this.count, { word, ids, likely, open: ends || initial });
      });
    });
    // The longest words are the rarest as a rule.
    return found.sort((a, b) => b.ids.length - a.ids.length || b.word.length - a.word.length);
  }

  async matchAll(wanted) {
    const rest = wanted.slice(FIRST);
    await this.words.match(wanted.slice(0, FIRST));
    if (!rest.length) return;
    const hits = having(wanted.slice(0, FIRST));
    if (!hits.length) return; // only long texts can tell more
    // Few are left: what is shown of them may already hold the other words.
    if (hits.length <= FEW) await this.check(hits, rest);
    await this.words.match(rest);
  }

  async check(hits, rest) {
    const shown = await Promise.all(hits.map((n) => this.cards.words(n, this.root.letters)));
    for (const one of rest.filter((other) => other.word && !other.ids.length)) {
      const has = (all) => all.some((w) => w === one.word || one.open && w.startsWith(one.word));
      if (shown.every(has)) this.words.assume(one, hits);
    }
  }

  // Begins to look in long texts, at once with names and titles: what both have is wanted anyway.
  // Of many words it is not known yet.
  askTexts(query, wanted) {
    const asking = this.pages ? this.pages.find(query)
      : wanted.length > FIRST ? Promise.resolve() : this.words.matchTexts(wanted);
    asking.catch(() => {}); // whoever waits for it is told
    return asking;
  }

  // Adds what long texts have. Promises what Pagefind has if it takes a word for another, which is
  // worth something only if nothing else is found.
  async addTexts(texts, found) {
    const { wanted } = found;
    const pages = await texts;
    if (this.pages) {
      const unknown = wanted.filter((one) => one.word && !one.found);
      const known = await Promise.all(unknown.map((one) => this.pages.has(one.word)));
      if (!known.every(Boolean)) {
        const others = unknown.filter((_, i) => !known[i]).map((one) => this.pages.begins(one.word));
        return (await Promise.all(others)).every(Boolean) ? pages : null;
      }
      this.addPages(found, pages);
    } else if (wanted.length <= FIRST || !found.hits.length) {
      if (wanted.length > FIRST) await this.words.matchTexts(wanted.slice(0, FIRST));
      if (wanted.length > FIRST && having(wanted.slice(0, FIRST)).length) {
        await Promise.all([this.words.match(wanted), this.words.matchTexts(wanted.slice(FIRST))]);
      }
      found.hits = this.hits(wanted);
    }
    return null;
  }

  addPages(found, pages) {
    const named = new Set(found.hits);
    const ranks = new Map();
    for (const [number, result] of pages) {
      if (named.has(number)) continue;
      ranks.set(number, Math.round((RANKS - 1) * (1 - ranks.size / pages.size)));
      found.excerpts.set(number, () => excerpt(result));
    }
    found.hits = this.hits(found.wanted, ranks);
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
      return given.length ? given.map((other) => new Wanted(this.count, other)) : [one];
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

  // Keeps the records that show the words of each phrase one behind the other, and those that
  // Pagefind has found by a phrase. Of very many records only the best are looked through.
  async keepPhrases(found, phrases) {
    const blocks = new Set();
    const seen = found.hits.filter((n) => (
      found.excerpts.has(n) || blocks.add(Math.floor(n / this.root.block)).size <= BLOCKS
    ));
    const shown = await Promise.all(seen.map(async (n) => {
      if (found.excerpts.has(n)) return true;
      const text = ` ${(await this.cards.words(n, this.root.letters)).join(" ")} `;
      return phrases.every((phrase) => text.includes(` ${phrase.join(" ")} `));
    }));
    found.hits = seen.filter((_, i) => shown[i]);
  }

  // The numbers of the records that have all that is wanted, or are known to have it in their long
  // text, the best first.
  hits(wanted, ranks = new Map()) {
    const numbers = having(wanted);
    // Numbers with their worth in front: sorted without a function to compare them.
    const keys = new Float64Array(numbers.length + ranks.size);
    const { count } = this;
    for (let i = 0; i < numbers.length; i += 1) {
      let worth = 0;
      for (const { best } of wanted) worth += best[numbers[i]];
      keys[i] = -(worth * RANKS * count + numbers[i]);
    }
    let end = numbers.length;
    for (const [n, rank] of ranks) keys[end++] = -((TEXT * wanted.length * RANKS + rank) * count + n);
    return Array.from(keys.sort(), (key) => -key % count);
  }
}

// The words that one was taken for in the best records.
function taken({ word, others = [], by = [] }, hits) {
  const found = new Set();
  for (const n of hits.slice(0, FEW)) if (by[n] && found.size < TOLD) found.add(others[by[n] - 1]);
  return [...found].map((other) => [word, other]);
}
