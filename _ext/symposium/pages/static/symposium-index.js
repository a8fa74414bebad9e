// The search index of a site: what its pages are found by, behind one interface, wherever the full
// text comes from.
//
//   const index = await open(address of search/root.bin, { engine: "pagefind" | "shards" });
//   const answer = await index.search("bazinska 2021", {
//     filters: { kind: ["paper"], year: [] }, sort: "relevance", text: true });
//
// An answer has `total`, `kinds` ([kind, total], the group to show first in front), `corrected`
// ([typed, taken]), `facets()` and `load(from, to, kind)`, which promise what is counted and shown.
// All of that is text, never markup.

import { Cards } from "./symposium-index-cards.js";
import { Facets } from "./symposium-index-facets.js";
import { Files, place } from "./symposium-index-files.js";
import { NAMED, Words, want } from "./symposium-index-words.js";
import { parse, words } from "./symposium-search-terms.js";

const FIRST = 4; // so many words of a query are looked up at once, the others if need be
const FEW = 10; // so few results are looked at as they are shown

export async function open(address, { engine = "shards" } = {}) {
  const files = new Files(new URL(".", address));
  const root = await files.unpack(new URL(address).pathname.split("/").pop(), { cache: "no-cache" });
  files.version = root.digest;
  return new Index(files, root, engine);
}

class Index {
  constructor(files, root, engine) {
    this.root = { ...root, letters: { ...root.letters, "ς": "σ" } };
    this.language = { letters: this.root.letters, stop: new Set(root.stop) };
    this.engine = engine;
    this.words = new Words(files, this.root);
    this.cards = new Cards(files, this.root);
    this.facets = new Facets(files, this.root);
    this.count = this.facets.count;
    let start = 0;
    this.starts = root.segments.map(([, , count]) => {
      start += count;
      return start - count;
    });
  }

  async search(query, { filters = {}, sort = "relevance", text = true } = {}) {
    const misfits = this.facets.misfits(filters);
    const found = this.wanted(query);
    let hits = [];
    if (found.length || !query.trim()) {
      await this.matchAll(found);
      hits = this.hits(found);
      if (text && found.some((one) => one.word) && !(hits.length && found.length > FIRST)) {
        await this.addTexts(found);
        hits = this.hits(found);
      }
    }
    return this.answer({ query, found, hits, filters, sort, misfits: await misfits });
  }

  // What a record must have: a word each, or the id that stands for all words of a token.
  wanted(query) {
    const tokens = parse(query, this.language);
    const open = !/\s$/.test(query); // the last word may not be finished
    const found = tokens.flatMap((token, i) => {
      const last = open && i === tokens.length - 1;
      const id = token.id && { term: token.id, likely: token.likely, open: last };
      if (!token.words.length) return [want(this.count, { id })];
      return token.words.map((word, j) => (
        want(this.count, { word, open: last && j === token.words.length - 1, id })
      ));
    });
    // The longest words are the rarest as a rule.
    return found.sort((a, b) => Boolean(b.id) - Boolean(a.id) || b.word.length - a.word.length);
  }

  async matchAll(found) {
    const rest = found.slice(FIRST);
    await this.words.match(found.slice(0, FIRST));
    if (!rest.length) return;
    const hits = this.hits(found.slice(0, FIRST));
    if (!hits.length) return; // only long texts can tell more
    // Few are left: what is shown of them may already hold the other words.
    if (hits.length <= FEW) await this.check(hits, rest);
    await this.words.match(rest);
  }

  async check(hits, rest) {
    const shown = await Promise.all(hits.map((n) => this.cards.words(n, this.root.letters)));
    for (const one of rest.filter((other) => other.word && !other.id)) {
      const has = (all) => all.some((w) => w === one.word || one.open && w.startsWith(one.word));
      if (shown.every(has)) this.words.assume(one, hits);
    }
  }

  async addTexts(found) {
    if (this.engine !== "shards") return;
    await this.words.matchTexts(found.slice(0, FIRST));
    if (found.length <= FIRST || !this.hits(found.slice(0, FIRST)).length) return;
    await Promise.all([this.words.match(found), this.words.matchTexts(found.slice(FIRST))]);
  }

  // The numbers of the records that have all that is wanted, the best first.
  hits(found) {
    const long = found.filter((one) => !one.short);
    const needed = (long.length ? long : found).map((one) => one.best);
    const keys = [];
    for (let n = 0; n < this.count; n += 1) {
      let has = true;
      for (let i = 0; has && i < needed.length; i += 1) has = needed[i][n] > 0;
      if (!has) continue;
      let worth = 0;
      for (let i = 0; i < found.length; i += 1) worth += found[i].best[n];
      keys.push(worth * this.count + n);
    }
    // Numbers with their worth in front: sorted without a function to compare them.
    return Array.from(Float64Array.from(keys).sort().reverse(), (key) => key % this.count);
  }

  answer({ query, found, hits, filters, sort, misfits }) {
    const left = hits.filter((n) => !misfits[n]);
    const kinds = this.kinds(left, found);
    const order = this.sorted(left, sort);
    return {
      total: left.length,
      kinds: [...kinds],
      corrected: [],
      facets: () => this.facets.counts(hits, misfits, filters),
      load: async (from, to, kind = "") => {
        const some = kind ? order.filter((n) => this.kindOf(n) === kind) : order;
        const first = from < FEW && sort === "relevance"
          ? await this.namesakesFirst(some.slice(0, FEW), query) : some.slice(0, FEW);
        const shown = [...first, ...some.slice(FEW)].slice(from, to);
        return Promise.all(shown.map((n) => this.cards.result(n, ...this.segment(n))));
      },
    };
  }

  // The kinds of the hits with their numbers, the kind of the best hit first; people before it if
  // all that is asked for is in a name.
  kinds(hits, found) {
    const kinds = new Map();
    for (const n of hits) {
      const kind = this.kindOf(n);
      kinds.set(kind, (kinds.get(kind) || 0) + 1);
    }
    const person = hits.find((n) => this.kindOf(n) === "person");
    const named = person !== undefined && found.length
      && found.every(({ best, open, word }) => best[person] >= (open && word ? 8 : NAMED));
    if (!named) return kinds;
    return new Map([["person", kinds.get("person")], ...kinds]);
  }

  sorted(hits, sort) {
    if (sort === "relevance") return hits;
    const year = (n) => this.segment(n)[1];
    const keyed = hits.map((n, i) => [year(n), i, n]);
    const later = sort === "newest" ? -1 : 1;
    // What has no year comes last either way.
    keyed.sort((a, b) => !a[0] - !b[0] || later * (a[0] - b[0]) || a[1] - b[1]);
    return keyed.map(([, , n]) => n);
  }

  // Of the best results, those whose title is just what was asked for come before the others.
  async namesakesFirst(hits, query) {
    const text = (of) => words(of, this.root.letters).join(" ");
    const asked = text(query);
    const titles = await Promise.all(hits.map((n) => this.cards.title(n)));
    const is = titles.map((title) => text(title) === asked);
    return [...hits.filter((_, i) => is[i]), ...hits.filter((_, i) => !is[i])];
  }

  // Kind and year of a record: those of the run of numbers that it is in.
  segment(number) {
    const [kind, year] = this.root.segments[place(this.starts, number)];
    return [kind, year];
  }

  kindOf(number) {
    return this.segment(number)[0];
  }
}
