// The search index of a site: what its pages are found by, behind one interface.
//
//   const index = await open(address of search/root.bin, { Facets });
//   const answer = await index.search("bazinska 2021", {
//     filters: { kind: ["paper"], year: [] }, sort: "relevance", text: true, how: false });
//
// Without the `Facets` of symposium-index-facets.js, nothing is narrowed by filters. `how` says that the question asks for instructions: else pages of prose stand behind records.
// The `excerpt()` of a result, if it has one, fetches what was found in its long text.
// An answer has `total`, `kinds` ([kind, total], the group to show first in front), `corrected`
// ([typed, taken]), `dropped` (words that no record has), `facets()`, `load(from, to, kind)` and
// `groups()`, which promise what is counted and shown. All of that is text, never markup.

import { Cards } from "./symposium-index-cards.js";
import { Files } from "./symposium-index-files.js";
import { Finder } from "./symposium-index-finder.js";
import { TIER } from "./symposium-index-score.js";
import { stem } from "./symposium-index-stem.js";
import { WORD, words } from "./symposium-search-terms.js";

const FEW = 5; // so many of the best results are looked at for one with just the title asked for
const FIRST = [FEW, 2, 1]; // results of the first kind, the second, the others: each may be a file to ask for
const FILES = 10; // of these and of words that the first results take, besides the root and the facets
const CITED = 3; // words of a title that may stand in a reference
const SHOWN = 56; // words of an excerpt, and what is between them,
const BEFORE = 16; // and so many of these before the first that is marked
const NAMED = 2; // the last level of names,
const TITLED = 5; // and of titles
const PROSE = ["page", "home"]; // kinds of pages that stand for no record
const INITIAL = 0.1; // what it adds that a name has an initial
const EXACT = 0.5; // and that a title has all words as they are asked for, and again in their order

/** @param {URL} address @param {{Facets?: Narrowing}} [parts] */
export async function open(address, { Facets } = {}) {
  const files = new Files(new URL(".", address));
  const root = await files.unpack(String(new URL(address).pathname.split("/").pop()), { cache: "no-cache" });
  files.version = root.digest;
  return new Index(files, root, Facets);
}

class Index {
  /** @param {IndexFiles} files @param {Root} root @param {Narrowing} [Facets] */
  constructor(files, root, Facets) {
    this.files = files;
    this.root = { ...root, letters: { ...root.letters, "ς": "σ" } };
    this.cards = new Cards(files, this.root);
    this.finder = new Finder(files, this.root, { stem, cards: this.cards, count: this.cards.runs.length });
    this.facets = Facets && new Facets(files, this.root);
  }

  /** @param {string} query @param {{filters?: Filters, sort?: string, text?: boolean, how?: boolean}} options @returns {Promise<Answer>} */
  async search(query, { filters = {}, sort = "relevance", text = true, how = false } = {}) {
    const [misfits, { hits, sum, wanted, title, words: terms, corrected, dropped, missing, paths }] = await Promise.all([
      this.facets?.misfits(filters) ?? new Uint32Array(0), this.finder.find(query, text),
    ]);
    const left = hits.filter((n) => !misfits[n]);
    const order = this.sorted(left, sort);
    const kinds = this.kinds(left, wanted, missing, how);
    /** @param {string} kind */
    const ofKind = (kind) => (kind ? order.filter((n) => this.cards.segment(n)[0] === kind) : order);
    /** @type {Answer} */
    const answer = {
      total: left.length,
      kinds,
      corrected,
      dropped,
      facets: async () => this.facets?.counts(hits, misfits, filters) ?? {},
      // The first results of the first kinds, as many as take few enough files.
      groups: (first = FIRST[0], most = kinds.length) => {
        const asked = new Set(paths);
        return Promise.all(kinds.slice(0, most).map(async ([kind, total], i) => {
          let to = 0;
          for (const [path] of ofKind(kind).slice(0, i ? FIRST[i] ?? FIRST[2] : first).map((n) => this.cards.block(n))) {
            if ((i || to) && !asked.has(path) && asked.size >= FILES) break;
            asked.add(path);
            to += 1;
          }
          return { kind, total, rows: await answer.load(0, to, kind) };
        }));
      },
      load: async (from, to, kind = "") => {
        const some = ofKind(kind);
        const first = some.slice(0, Math.min(FEW, to));
        const reorder = from < FEW && sort === "relevance";
        const best = reorder ? await this.namesakesFirst(first, title, terms, sum) : first;
        const shown = [...best, ...some.slice(best.length)].slice(from, to);
        return Promise.all(shown.map(async (n) => {
          const excerpt = () => this.excerpt(n, wanted).catch(() => []);
          const inText = wanted.some(({ level }) => level[n] > TIER);
          return { ...await this.cards.result(n), missing: missing(n), excerpt: inText ? excerpt : undefined };
        }));
      },
    };
    return answer;
  }

  // The kinds of the hits with their numbers, the kind of the best hit first. People come before it if
  // all that is asked for is in a name; papers that have all of it in a title come before topics,
  // and prose behind records that lack no more of it, unless the question asks how.
  /** @param {number[]} hits @param {WantedWord[]} wanted @param {(n: number) => string[]} missing @param {boolean} how @returns {[kind: string, total: number][]} */
  kinds(hits, wanted, missing, how) {
    /** @type {Map<string, any>[]} */
    const [counts, best, places] = [new Map(), new Map(), new Map()];
    for (const n of hits) {
      const kind = this.cards.segment(n)[0];
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
    const record = hits.find((n) => !PROSE.includes(this.cards.segment(n)[0])) ?? -1;
    for (const kind of how || record < 0 ? [] : PROSE.filter((name) => best.has(name))) {
      if (missing(best.get(kind)).length >= missing(record).length) places.set(kind, Infinity);
    }
    return [...counts].sort(([a], [b]) => places.get(a) - places.get(b) || 0);
  }

  /** @param {number[]} hits @param {string} sort */
  sorted(hits, sort) {
    if (sort === "relevance") return hits;
    /** @param {number} n */
    const year = (n) => this.cards.segment(n)[1];
    const later = sort === "newest" ? -1 : 1;
    // What has no year comes last either way.
    return [...hits].sort((a, b) => Number(!year(a)) - Number(!year(b)) || later * (year(a) - year(b)));
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
    const [, , , , , text] = await this.cards.row(n);
    const asked = wanted.filter(({ free }) => !free).flatMap(({ word, others }) => [word, ...others.keys()]);
    const stems = new Set(asked.flatMap((word) => [word, score.stem(word)]));
    /** @type {Piece[]} */
    const pieces = text.split(WORD).map((/** @type {string} */ piece) => ({
      text: piece, mark: words(piece, this.root.letters).some((word) => stems.has(word) || stems.has(score.stem(word))),
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
}
