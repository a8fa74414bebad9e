// Finds the records that have all that a query asks for, the best first, by names and titles, and
// long texts.

import { Mending } from "./symposium-index-mending.js";
import { Pages, excerpt } from "./symposium-index-pagefind.js";
import { parse } from "./symposium-index-query.js";
import { alternatives } from "./symposium-index-typed.js";
import { RANKS, TEXT, Wanted, having, ordered, united } from "./symposium-index-wanted.js";
import { ID, NAMED, Words } from "./symposium-index-words.js";

const FIRST = 4; // so many words of a query are looked up at once, the others if need be
const FEW = 10; // of so few records what is shown is looked at, in place of more files of the index
const BLOCKS = 24; // files of records that are looked through for a phrase
const MOST = 12; // words that are asked for again, without those that are nowhere
const LONG = 3; // words in an id that is looked for alone
const INITIAL = /\p{L}/u; // beside other words it stands for a name,
const ABBREVIATED = /^\p{L}{2,5}\.$/u; // and this for a word

export class Finder {
  /** @param {IndexFiles} files @param {Root} root @param {{engine: string, list: TextList | null, cards: IndexCards, count: number}} parts */
  constructor(files, root, { engine, list, cards, count }) {
    this.root = root;
    const folders = Object.values(root.paths).map(([before]) => before).filter(Boolean);
    this.language = { letters: root.letters, stop: new Set(root.stop), folders };
    this.cards = cards;
    this.count = count;
    this.words = new Words(files, root, list);
    this.mending = new Mending(files, root, this);
    /** @type {Pages | null} */
    this.pages = engine === "pagefind" ? new Pages(new URL("../", files.folder), root.digest) : null;
  }

  // The numbers of records, what was looked for, the title it may be, the words taken for others,
  // and what gives the excerpts of records that were found by their long text.
  /** @param {string} query @param {boolean} text @returns {Promise<Found>} */
  async find(query, text) {
    const found = await Promise.all(alternatives(query).map((one) => this.findOne(one, text)));
    return found.length > 1 ? united(found, this.count) : found[0];
  }

  /** @param {string} query @param {boolean} text @returns {Promise<Found>} */
  async findOne(query, text) {
    const asked = parse(query, this.language);
    const out = asked.out.length ? this.leftOut(asked.out, text) : null;
    out?.catch(() => {}); // whoever waits for it is told
    const found = await this.findAll(asked, text);
    if (!asked.tokens.length && (out || !query.trim())) found.hits = this.all();
    if (!out) return found;
    const numbers = await out;
    return { ...found, hits: found.hits.filter((n) => !numbers.has(n)) };
  }

  /** @param {Asked} asked @param {boolean} text @returns {Promise<Found>} */
  async findAll(asked, text) {
    const wanted = await this.byId(asked) || this.wanted(asked);
    /** @type {Found} */
    const found = { hits: [], wanted, title: asked.text, corrected: [], dropped: [], excerpts: new Map() };
    if (!wanted.length) return found;
    const inWords = wanted.some((one) => one.word);
    // Of our own index, only what is shown of records tells which words follow each other.
    const inTexts = text && inWords && !asked.titled && (this.pages || !asked.phrases.length);
    const texts = inTexts && this.askTexts(asked.said, wanted);
    await this.matchAll(wanted);
    found.hits = ordered(wanted, this.count);
    const named = found.hits.length > 0;
    // Where long texts cannot be had, names and titles still can.
    const pages = texts && await this.addTexts(texts, found).catch(() => null);
    if (this.pages && !named && found.hits.length) await this.preferNames(found);
    if (!found.hits.length && inWords) await this.mending.correct(found);
    if (!found.hits.length && pages) this.addPages(found, pages);
    if (!found.hits.length && inWords) this.mending.leaveOut(found);
    if (!found.hits.length && inWords) await this.mending.takeMost(found);
    if (!found.hits.length && inTexts) await this.leaveUnknown(found).catch(() => {});
    // A title may be meant that has the words as they should be.
    const meant = new Map([...found.corrected].reverse());
    found.title = asked.text.split(" ").map((word) => meant.get(word) || word).join(" ");
    if (asked.phrases.length) await this.keepPhrases(found, asked.phrases);
    if (found.hits.length || this.pages || !text || !asked.phrases.length) return found;
    // Which words of long texts follow each other is not known.
    const loose = await this.findAll({ ...asked, phrases: [] }, text);
    const hits = loose.hits.filter((n) => loose.wanted.some(({ best }) => best[n] === TEXT));
    if (!hits.length) return found;
    const said = asked.phrases.map((phrase) => phrase.join(" "));
    return { ...loose, hits, corrected: said.map((phrase) => [`"${phrase}"`, phrase]) };
  }

  // The numbers of the records that have all words of any of some tokens, or Pagefind finds by them.
  /** @param {Token[]} tokens @param {boolean} text */
  async leftOut(tokens, text) {
    const each = tokens.map((token) => this.wanted({ tokens: [token], open: false }));
    await this.words.match(each.flat());
    const asking = text ? tokens.filter(({ titled, words }) => !titled && words.length) : [];
    // Where long texts cannot be had, names and titles still can.
    const { pages: full } = this;
    const pages = full
      ? Promise.all(asking.map(({ words }) => full.find(`"${words.join(" ")}"`)))
      : asking.length && this.words.matchTexts(each.flat()).then(() => []);
    const found = await Promise.resolve(pages || []).catch(() => []);
    return new Set([...each.flatMap(having), ...found.flatMap((one) => [...one.keys()])]);
  }

  all() {
    return Array.from({ length: this.count }, (_, i) => this.count - 1 - i);
  }

  // What is an id and nothing else says enough, whatever stands beside it. One of several words is
  // looked for alone: there is no need to look for these if it is one.
  /** @param {Asked} asked */
  async byId({ tokens, open }) {
    const [token, another] = tokens;
    const sure = another ? tokens.filter((one) => one.sure) : [token].filter((one) => one?.likely && one.words.length >= LONG);
    const ids = sure.map((one) => new Wanted(this.count, { ...one, word: "", open: open && !another }));
    await this.words.match(ids);
    const found = ids.find((id) => id.numbers.some((n) => id.best[n] === ID));
    return found ? [found] : null;
  }

  // What a record must have: a word each, or the id that stands for all words of a token.
  /** @param {{tokens: Token[], open: boolean}} asked */
  wanted({ tokens, open }) {
    const several = tokens.length > 1;
    const found = tokens.flatMap(({ text: said, ids, likely, titled, words: terms }, i) => {
      const last = open && i === tokens.length - 1;
      if (!terms.length) return [new Wanted(this.count, { ids, likely, open: last })];
      return terms.map((word, j) => {
        const initial = several && (word.length === 1 ? INITIAL.test(word) : ABBREVIATED.test(said));
        const ends = last && j === terms.length - 1;
        return new Wanted(this.count, { word, ids, likely, titled, open: ends || initial });
      });
    });
    // The longest words are the rarest as a rule.
    return found.sort((a, b) => b.ids.length - a.ids.length || b.word.length - a.word.length);
  }

  /** @param {WantedWord[]} wanted */
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

  /** @param {number[]} hits @param {WantedWord[]} rest */
  async check(hits, rest) {
    const shown = await Promise.all(hits.map((n) => this.cards.words(n, this.root.letters)));
    for (const one of rest.filter((other) => other.word && !other.ids.length && !other.titled)) {
      /** @param {string[]} all */
      const has = (all) => all.some((w) => w === one.word || one.open && w.startsWith(one.word));
      if (shown.every(has)) this.words.assume(one, hits);
    }
  }

  // Begins to look in long texts, at once with names and titles: what both have is wanted anyway.
  // Of many words it is not known yet.
  /** @param {string} query @param {WantedWord[]} wanted @returns {Promise<any>} */
  askTexts(query, wanted) {
    const asking = this.pages ? this.pages.find(query)
      : wanted.length > FIRST ? Promise.resolve() : this.words.matchTexts(wanted);
    asking.catch(() => {}); // whoever waits for it is told
    return asking;
  }

  // Adds what long texts have. Promises what Pagefind has if it takes a word for another, which is
  // worth something only if nothing else is found.
  /** @param {Promise<any>} texts @param {Found} found @returns {Promise<Map<number, PagefindResult> | null>} */
  async addTexts(texts, found) {
    const { wanted } = found;
    const pages = await texts;
    const full = this.pages;
    if (full) {
      const unknown = wanted.filter((one) => one.word && !one.found);
      const known = await Promise.all(unknown.map((one) => full.has(one.word)));
      if (!known.every(Boolean)) {
        const others = unknown.filter((_, i) => !known[i]).map((one) => full.begins(one.word));
        return (await Promise.all(others)).every(Boolean) ? pages : null;
      }
      this.addPages(found, pages);
    } else if (wanted.length <= FIRST || !found.hits.length) {
      if (wanted.length > FIRST) await this.words.matchTexts(wanted.slice(0, FIRST));
      if (wanted.length > FIRST && having(wanted.slice(0, FIRST)).length) {
        await Promise.all([this.words.match(wanted), this.words.matchTexts(wanted.slice(FIRST))]);
      }
      found.hits = ordered(wanted, this.count);
    }
    return null;
  }

  // Without those of several words that are nowhere, asks long texts again.
  /** @param {Found} found */
  async leaveUnknown(found) {
    if (found.wanted.length <= FIRST) return;
    const wanted = found.wanted.slice(0, MOST);
    const full = this.pages;
    if (!full) await this.words.matchTexts(wanted.slice(FIRST));
    const known = await Promise.all(wanted.map(({ numbers, by, word }) => (
      numbers.some((n) => !by?.[n]) || (full && word ? full.has(word) : false)
    )));
    const rest = wanted.filter((_, i) => known[i]);
    if (rest.length === wanted.length || rest.length <= FIRST) return;
    const dropped = wanted.filter((_, i) => !known[i]).map(({ word }) => word);
    const other = { ...found, wanted: rest, hits: ordered(rest, this.count), dropped, corrected: [] };
    if (full) this.addPages(other, await full.find(rest.map(({ word }) => word).join(" ")));
    if (other.hits.length) Object.assign(found, other);
  }

  // Of what only the text of pages has, puts behind the rest what is less likely to be meant than a
  // title that stands in what is asked for, or a name that has all of it but for a slip.
  /** @param {Found} found */
  async preferNames(found) {
    await this.mending.putTitleFirst(found);
    if (found.wanted.length < 2) return;
    /** @type {Found} */
    const other = { ...found, hits: [] };
    await this.mending.correct(other);
    const named = other.hits.filter((n) => other.wanted.every(({ best }) => best[n] >= NAMED[1]));
    if (!named.length || other.dropped.length) return;
    Object.assign(found, other, { hits: [...new Set([...named, ...found.hits])] });
  }

  /** @param {Found} found @param {Map<number, PagefindResult>} pages */
  addPages(found, pages) {
    const named = new Set(found.hits);
    const ranks = new Map();
    for (const [number, result] of pages) {
      if (named.has(number)) continue;
      ranks.set(number, Math.round((RANKS - 1) * (1 - ranks.size / pages.size)));
      found.excerpts.set(number, () => excerpt(result));
    }
    found.hits = ordered(found.wanted, this.count, ranks);
  }

  // Keeps the records that show the words of each phrase one behind the other, and those that
  // Pagefind has found by a phrase. Of very many records only the best are looked through.
  /** @param {Found} found @param {string[][]} phrases */
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
}
