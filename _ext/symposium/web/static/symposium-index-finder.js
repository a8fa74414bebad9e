// Finds the records for a question, the best first: reads what is typed, has it scored, and keeps
// what fits phrases and what is not left out.

import { parse } from "./symposium-index-query.js";
import { bare, Score, TIER, Wanted } from "./symposium-index-score.js";
import { asTyped, alternatives } from "./symposium-index-typed.js";
import { words } from "./symposium-search-terms.js";

const BLOCKS = 5; // files of records that are looked through for a phrase
const TOLD = 3; // words that one was taken for, to be told
const FEW = 10; // of so many of the best records
const LONG = 3; // words in an id that is looked for alone
const INITIAL = /\p{L}/u; // beside other words it stands for a name,
const ABBREVIATED = /^\p{L}{2,5}\.$/u; // and this for a word
const OPERATOR = /(?:^|\s)(?:AND|OR|NOT)(?=\s|$)/;

export class Finder {
  /** @param {IndexFiles} files @param {Root} root @param {{cards: IndexCards, count: number, stem: (word: string) => string}} parts */
  constructor(files, root, { cards, count, stem }) {
    const folders = Object.values(root.paths).map(([before]) => before).filter(Boolean);
    this.root = root;
    this.cards = cards;
    this.count = count;
    this.language = { letters: root.letters, stop: new Set(root.stop), question: new Set(root.question), asked: new Set(root.asked), folders };
    this.score = new Score(files, root, count, stem);
  }

  // What was found by a query as it stands; by its operators if no name or title has all of it.
  /** @param {string} query @param {boolean} text @returns {Promise<Found>} */
  async find(query, text) {
    const typed = asTyped(query);
    const operators = OPERATOR.test(typed);
    const literal = typed === query || !operators ? await this.findOne(typed, text, false) : null;
    if (!operators || literal?.whole) return /** @type {Found} */ (literal);
    const each = await Promise.all(alternatives(typed).map((alternative) => this.findOne(alternative, text, true)));
    const some = each.filter(({ whole, partial }) => whole || !partial);
    return united(some.some(({ hits }) => hits.length) ? some : each);
  }

  /** @param {string} query @param {boolean} text @param {boolean} operators @returns {Promise<Found>} */
  async findOne(query, text, operators) {
    const asked = parse(query, this.language, operators);
    const out = this.leftOut(asked.out, text);
    out.catch(() => {}); // whoever waits for it is told
    const result = await this.findAll(asked, text);
    if (!asked.tokens.length && (asked.out.length || !query.trim())) result.hits = Array.from({ length: this.count }, (_, i) => this.count - 1 - i);
    const numbers = await out;
    return numbers.size ? { ...result, hits: result.hits.filter((n) => !numbers.has(n)) } : result;
  }

  /** @param {Asked} asked @param {boolean} text @returns {Promise<Found>} */
  async findAll(asked, text) {
    const byId = await this.byId(asked);
    const given = byId ? [] : this.wanted(asked);
    const [wanted, beside] = await Promise.all([byId ?? this.score.look(given, text), this.score.beside(byId ? [] : asked.beside)]);
    const { hits, sum } = this.score.rank([...wanted, ...beside]);
    const needed = wanted.filter((target) => !target.free);
    const matched = needed.filter((target) => target.numbers.length);
    /** @param {number} n */
    const missing = (n) => matched.filter((target) => !target.score[n]).map(({ word }) => word);
    const corrected = wanted.flatMap((target) => taken(target, hits));
    for (const target of given.filter((other) => !wanted.includes(other))) {
      const parts = wanted.filter((other) => !given.includes(other)).map(({ word }) => word).join(" ");
      if (target.word && parts && asked.tokens.length < 10) corrected.push([target.word, parts]);
    }
    const meant = new Map(corrected);
    /** @type {Found} */
    const result = {
      hits,
      sum,
      wanted,
      missing,
      corrected,
      title: asked.text.split(" ").map((word) => meant.get(word) || word).join(" "),
      words: needed.filter(({ word }) => word).map(({ word, level }) => ({ word: meant.get(word) || word, level })),
      dropped: hits.length ? needed.filter((target) => !target.numbers.length && target.word.length > 1).map(({ word }) => word) : [],
      whole: this.score.whole(wanted),
      partial: hits.length > 0 && missing(hits[0]).length > 0,
      paths: [...given, ...wanted, ...beside].flatMap(({ paths }) => [...paths]),
    };
    if (asked.phrases.length) await this.keepPhrases(result, asked.phrases, text);
    return result;
  }

  // The numbers of the records that have all words of any of some tokens.
  /** @param {Token[]} tokens @param {boolean} text */
  async leftOut(tokens, text) {
    const lists = await Promise.all(tokens.map(async (token) => {
      const wanted = this.wanted({ tokens: [token], open: false });
      await Promise.all(wanted.map((target) => this.score.lookFor(target, text)));
      const [first, ...rest] = wanted;
      return first ? first.numbers.filter((n) => rest.every((target) => target.score[n])) : [];
    }));
    return new Set(lists.flat());
  }

  // What is an id and nothing else says enough, whatever stands beside it. One of several words is
  // looked for alone: there is no need to look for these if it is one.
  /** @param {Asked} asked */
  async byId({ tokens, open }) {
    const [token, another] = tokens;
    const sure = another ? tokens.filter((target) => target.sure) : [token].filter((target) => target?.likely && target.words.length >= LONG);
    const ids = sure.map((target) => new Wanted(this.count, { ...target, word: "", open: open && !another }));
    await Promise.all(ids.map((target) => this.score.addIds(target)));
    const match = ids.find((target) => target.numbers.length);
    return match ? [match] : null;
  }

  // What is asked for: a word each, or the id that stands for all words of a token.
  /** @param {{tokens: Token[], open: boolean}} asked */
  wanted({ tokens, open }) {
    const several = tokens.length > 1;
    return tokens.flatMap(({ text: typed, ids, likely, titled, quoted, words: terms }, i) => {
      const last = open && i === tokens.length - 1;
      const spelt = words(typed.normalize().replace(/[äæöøü]/gi, "$&e").replace(/å/gi, "aa"), this.root.letters);
      if (!terms.length) return [new Wanted(this.count, { ids, likely, open: last })];
      return terms.map((word, j) => {
        const initial = several && word.length === 1 && INITIAL.test(word);
        const ends = last && j === terms.length - 1 && !initial;
        return new Wanted(this.count, {
          word, spelt: spelt.find((other) => bare(other) === word), ids, likely, titled, open: ends || several && ABBREVIATED.test(typed), needed: titled || quoted || !several && likely && terms.length > 1, free: initial,
        });
      });
    });
  }

  // Keeps the records that show the words of each phrase one behind the other. Of many only the best
  // are looked through: if all of these do, the others are kept, too. Which words of long texts follow each other is not known.
  /** @param {Found} result @param {string[][]} phrases @param {boolean} text */
  async keepPhrases(result, phrases, text) {
    const blocks = new Set();
    const seen = result.hits.filter((n) => blocks.add(this.cards.block(n)[0]).size <= BLOCKS);
    const shown = await Promise.all(seen.map(async (n) => {
      const words = ` ${(await this.cards.words(n)).join(" ")} `;
      return phrases.every((phrase) => words.includes(` ${phrase.join(" ")} `));
    }));
    const kept = seen.filter((_, i) => shown[i]);
    const loose = text && !kept.length ? result.hits.filter((n) => result.wanted.some(({ level }) => level[n] > TIER)) : [];
    if (kept.length < seen.length) result.hits = kept.length ? kept : loose;
    if (loose.length) result.corrected = phrases.map((phrase) => [`"${phrase.join(" ")}"`, phrase.join(" ")]);
  }
}

// The words that one was taken for in the best records.
/** @param {WantedWord} target @param {number[]} hits @returns {[typed: string, taken: string][]} */
function taken({ word, others }, hits) {
  const best = hits.slice(0, FEW);
  return [...others].filter(([, numbers]) => best.some((n) => numbers.has(n))).slice(0, TOLD).map(([other]) => [word, other]);
}

// What several queries find, as if one had found it.
/** @param {Found[]} results @returns {Found} */
function united(results) {
  const sum = results[0].sum.slice();
  for (const result of results) for (const n of result.hits) sum[n] = Math.max(sum[n], result.sum[n]);
  const hits = [...new Set(results.flatMap((result) => result.hits))].sort((a, b) => sum[b] - sum[a] || b - a);
  return {
    ...results[0],
    hits,
    sum,
    wanted: [],
    title: "",
    words: [],
    missing: (n) => results.find((result) => result.hits.includes(n))?.missing(n) ?? [],
    corrected: results.flatMap(({ corrected }) => corrected),
    dropped: results.flatMap(({ dropped }) => dropped),
    paths: results.flatMap(({ paths }) => paths),
  };
}
