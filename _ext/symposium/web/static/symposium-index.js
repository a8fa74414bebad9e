// The search index of a site: what its pages are found by, behind one interface.
//
//   const index = await open(address of search/root.bin);
//   const answer = await index.search("bazinska 2021", {
//     filters: { kind: ["paper"], year: [] }, sort: "relevance", text: true, how: false });
//
// `how` says that the question asks for instructions: else pages of prose stand behind records.
// The `excerpt()` of a result, if it has one, fetches what was found in its long text.
// An answer has `total`, `kinds` ([kind, total], the group to show first in front), `corrected`
// ([typed, taken]), `dropped` (words that no record has), `facets()` and
// `load(from, to, kind)`, which promise what is counted and shown. All of that is text, never markup.

import { Cards } from "./symposium-index-cards.js";
import { Facets } from "./symposium-index-facets.js";
import { Files } from "./symposium-index-files.js";
import { Finder } from "./symposium-index-finder.js";
import { TIER } from "./symposium-index-score.js";
import { stem } from "./symposium-index-stem.js";
import { WORD, words } from "./symposium-search-terms.js";

const FEW = 5; // so many of the best results are looked at for one with just the title asked for
const CITED = 3; // words of a title that may stand in a reference
const SHOWN = 56; // words of an excerpt, and what is between them,
const BEFORE = 16; // and so many of these before the first that is marked
const NAMED = 2; // the last level of names,
const TITLED = 5; // and of titles
const PROSE = ["page", "home"]; // kinds of pages that stand for no record
const INITIAL = 0.1; // what it adds that a name has an initial
const EXACT = 0.5; // and that a title has all words as they are asked for, and again in their order

/** @param {URL} address */
export async function open(address) {
  const files = new Files(new URL(".", address));
  const root = await files.unpack(String(new URL(address).pathname.split("/").pop()), { cache: "no-cache" });
  files.version = root.digest;
  return new Index(files, root);
}

class Index {
  /** @param {IndexFiles} files @param {Root} root */
  constructor(files, root) {
    this.files = files;
    this.root = { ...root, letters: { ...root.letters, "ς": "σ" } };
    this.cards = new Cards(files, this.root);
    this.facets = new Facets(files, this.root);
    this.finder = new Finder(files, this.root, { stem, cards: this.cards, count: this.facets.count });
    // For each record, the run of numbers that it is in: those of one kind and year.
    this.runs = new Uint16Array(this.facets.count);
    let start = 0;
    root.segments.forEach(([, , count], i) => {
      this.runs.fill(i, start, start + count);
      start += count;
    });
  }

  /** @param {string} query @param {{filters?: Filters, sort?: string, text?: boolean, how?: boolean}} options @returns {Promise<Answer>} */
  async search(query, { filters = {}, sort = "relevance", text = true, how = false } = {}) {
    const [misfits, { hits, sum, wanted, title, words: terms, corrected, dropped, missing }] = await Promise.all([
      this.facets.misfits(filters), this.finder.find(query, text),
    ]);
    const left = hits.filter((n) => !misfits[n]);
    const order = this.sorted(left, sort);
    return {
      total: left.length,
      kinds: this.kinds(left, wanted, missing, how),
      corrected,
      dropped,
      facets: () => this.facets.counts(hits, misfits, filters),
      load: async (from, to, kind = "") => {
        const some = kind ? order.filter((n) => this.segment(n)[0] === kind) : order;
        const first = some.slice(0, Math.min(FEW, to));
        const reorder = from < FEW && sort === "relevance";
        const best = reorder ? await this.namesakesFirst(first, title, terms, sum) : first;
        const shown = [...best, ...some.slice(best.length)].slice(from, to);
        return Promise.all(shown.map(async (n) => {
          const [kind, year] = this.segment(n);
          const result = await this.cards.result(n, kind, year);
          const excerpt = () => this.excerpt(n, wanted).catch(() => []);
          const inText = wanted.some(({ level }) => level[n] > TIER);
          return { ...result, missing: missing(n), excerpt: inText ? excerpt : undefined };
        }));
      },
    };
  }

  // The kinds of the hits with their numbers, the kind of the best hit first. People come before it if
  // all that is asked for is in a name; papers that have all of it in a title come before topics,
  // and prose behind records that lack no more of it, unless the question asks how.
  /** @param {number[]} hits @param {WantedWord[]} wanted @param {(n: number) => string[]} missing @param {boolean} how @returns {[kind: string, total: number][]} */
  kinds(hits, wanted, missing, how) {
    /** @type {Map<string, any>[]} */
    const [counts, best, places] = [new Map(), new Map(), new Map()];
    for (const n of hits) {
      const kind = this.segment(n)[0];
      if (!best.has(kind)) best.set(kind, n);
      counts.set(kind, (counts.get(kind) || 0) + 1);
    }
    /** @param {string} kind @param {number} most */
    const has = (kind, most) => best.has(kind) && wanted.length && wanted.every(({ level, free, numbers }) => {
      const reached = level[best.get(kind)];
      return free || !numbers.length || reached && reached <= most; // what no record has does not count
    });
    [...counts.keys()].forEach((kind, i) => places.set(kind, i));
    if (has("person", NAMED)) places.set("person", -1);
    if (has("paper", TITLED)) places.set("paper", Math.min(places.get("paper"), (places.get("topic") ?? Infinity) - 0.5));
    const record = hits.find((n) => !PROSE.includes(this.segment(n)[0])) ?? -1;
    for (const kind of how || record < 0 ? [] : PROSE.filter((name) => best.has(name))) {
      if (missing(best.get(kind)).length >= missing(record).length) places.set(kind, Infinity);
    }
    return [...counts].sort(([a], [b]) => places.get(a) - places.get(b) || 0);
  }

  /** @param {number[]} hits @param {string} sort */
  sorted(hits, sort) {
    if (sort === "relevance") return hits;
    /** @param {number} n */
    const year = (n) => this.segment(n)[1];
    const keyed = hits.map((n, i) => [year(n), i, n]);
    const later = sort === "newest" ? -1 : 1;
    // What has no year comes last either way.
    keyed.sort((a, b) => Number(!a[0]) - Number(!b[0]) || later * (a[0] - b[0]) || a[1] - b[1]);
    return keyed.map(([, , n]) => n);
  }

  // Of the best results, those come first whose title is just what was asked for, but for a year;
  // of the others those count more whose title has its words as they were written, and in their
  // order; or whose names the initials.
  /** @param {number[]} hits @param {string} asked @param {Found["words"]} terms @param {Float64Array} sum */
  async namesakesFirst(hits, asked, terms, sum) {
    const { stem } = this.finder.score;
    const named = asked.replace(/ (?:19|20)\d\d$/, "");
    const initials = asked.split(" ").filter((word) => word.length === 1);
    const rows = await Promise.all(hits.map(async (n, place) => {
      const own = words((await this.cards.row(n))[0], this.root.letters);
      const title = own.join(" ");
      const shown = initials.length ? await this.cards.words(n) : [];
      const begun = initials.filter((letter) => shown.some((word) => word.startsWith(letter))).length;
      const stems = own.map(stem);
      const places = terms.map(({ word }) => stems.indexOf(stem(word))).filter((at) => at >= 0);
      const exact = terms.filter(({ word, level }) => own.includes(word) || level[n] && level[n] <= NAMED).length
        + places.filter((at, i) => at > places[i - 1]).length;
      const cited = asked.split(" ").length > 2 * CITED && title.split(" ").length >= CITED && ` ${asked} `.includes(` ${title} `);
      const is = title === asked ? 3 : title === named ? 2 : cited ? 1 : 0;
      return { n, is, worth: (sum[n] || 1) * (1 + INITIAL * begun + EXACT * exact / (terms.length || 1)), place };
    }));
    rows.sort((a, b) => b.is - a.is || b.worth - a.worth || a.place - b.place);
    return rows.map(({ n }) => n);
  }

  // Where the long text of a record has most of what is wanted, with these words marked.
  /** @param {number} n @param {WantedWord[]} wanted @returns {Promise<Piece[]>} */
  async excerpt(n, wanted) {
    const { score } = this.finder;
    const { texts, letters } = this.root;
    const text = (await this.files.packed(`texts/${Math.floor(n / texts)}.bin`))[n % texts];
    const asked = wanted.filter(({ free }) => !free).flatMap(({ word, others }) => [word, ...others.keys()]);
    const stems = new Set(asked.flatMap((word) => [word, score.stem(word)]));
    /** @type {Piece[]} */
    const pieces = text.split(WORD).map((/** @type {string} */ piece) => ({
      text: piece, mark: words(piece, letters).some((word) => stems.has(word) || stems.has(score.stem(word))),
    }));
    let [from, most] = [0, 0];
    pieces.forEach(({ mark }, at) => {
      const start = Math.max(0, at - BEFORE);
      const marks = mark ? pieces.slice(start, start + SHOWN).filter((piece) => piece.mark).length : 0;
      if (marks > most) [from, most] = [start, marks];
    });
    const shown = pieces.slice(from, from + SHOWN);
    return [{ text: from ? "… " : "" }, ...shown, { text: from + SHOWN < pieces.length ? " …" : "" }];
  }

  // Kind and year of a record: those of the run of numbers that it is in.
  /** @param {number} number */
  segment(number) {
    return this.root.segments[this.runs[number]];
  }
}
