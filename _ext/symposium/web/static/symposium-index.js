// The search index of a site: what its pages are found by, behind one interface, wherever the full
// text comes from.
//
//   const index = await open(address of search/root.bin, { engine: "pagefind" | "shards", texts: true });
//   const answer = await index.search("bazinska 2021", {
//     filters: { kind: ["paper"], year: [] }, sort: "relevance", text: true });
//
// `texts` says that long texts will be asked: what lists our own is loaded beside the root.
// An answer has `total`, `kinds` ([kind, total], the group to show first in front), `corrected`
// ([typed, taken]), `dropped` (words that no record has with the others), `facets()` and
// `load(from, to, kind)`, which promise what is counted and shown. All of that is text, never markup.

// All modules stand here, so that a browser asks for them at once.
import "./symposium-index-mending.js";
import "./symposium-index-near.js";
import "./symposium-index-pagefind.js";
import "./symposium-index-query.js";
import "./symposium-index-typed.js";
import "./symposium-index-wanted.js";
import { Cards } from "./symposium-index-cards.js";
import { Facets } from "./symposium-index-facets.js";
import { Files } from "./symposium-index-files.js";
import { Finder } from "./symposium-index-finder.js";
import { NAMED, listOfTexts } from "./symposium-index-words.js";
import { words } from "./symposium-search-terms.js";

const FEW = 10; // so many of the best results are looked at for one with just the title asked for

/** @param {URL} address @param {{engine?: string, texts?: boolean}} options */
export async function open(address, { engine = "shards", texts = false } = {}) {
  const files = new Files(new URL(".", address));
  const list = texts && engine === "shards" ? listOfTexts(files) : null;
  list?.catch(() => {}); // whoever asks for it is told
  const root = await files.unpack(String(new URL(address).pathname.split("/").pop()), { cache: "no-cache" });
  files.version = root.digest;
  return new Index(files, root, engine, list);
}

class Index {
  /** @param {IndexFiles} files @param {Root} root @param {string} engine @param {TextList | null} list */
  constructor(files, root, engine, list) {
    this.root = { ...root, letters: { ...root.letters, "ς": "σ" } };
    this.cards = new Cards(files, this.root);
    this.facets = new Facets(files, this.root);
    this.finder = new Finder(files, this.root, {
      engine, list, cards: this.cards, count: this.facets.count,
    });
    // For each record, the run of numbers that it is in: those of one kind and year.
    this.runs = new Uint16Array(this.facets.count);
    let start = 0;
    root.segments.forEach(([, , count], i) => {
      this.runs.fill(i, start, start + count);
      start += count;
    });
  }

  /** @param {string} query @param {{filters?: Filters, sort?: string, text?: boolean}} options @returns {Promise<Answer>} */
  async search(query, { filters = {}, sort = "relevance", text = true } = {}) {
    const [misfits, found] = await Promise.all([
      this.facets.misfits(filters), this.finder.find(query, text),
    ]);
    return this.answer({ ...found, filters, sort, misfits });
  }

  /** @param {Found & {filters: Filters, sort: string, misfits: Uint8Array}} found @returns {Answer} */
  answer({ hits, wanted, title, corrected, dropped, excerpts, filters, sort, misfits }) {
    const left = hits.filter((n) => !misfits[n]);
    /** @param {number} n */
    const worth = (n) => (excerpts.has(n) ? 0 : wanted.reduce((sum, { best }) => sum + best[n], 0));
    const order = this.sorted(left, sort);
    return {
      total: left.length,
      kinds: [...this.kinds(left, wanted)],
      corrected,
      dropped,
      facets: () => this.facets.counts(hits, misfits, filters),
      load: async (from, to, kind = "") => {
        const some = kind ? order.filter((n) => this.kindOf(n) === kind) : order;
        const first = some.slice(0, FEW);
        const reorder = from < FEW && sort === "relevance";
        const best = reorder ? await this.namesakesFirst(first, title, worth) : first;
        const shown = [...best, ...some.slice(FEW)].slice(from, to);
        return Promise.all(shown.map(async (n) => {
          const [result, parts] = await Promise.all([
            this.cards.result(n, ...this.segment(n)), excerpts.get(n)?.() ?? [],
          ]);
          return { ...result, parts };
        }));
      },
    };
  }

  // The kinds of the hits with their numbers, the kind of the best hit first; people before it if
  // all that is asked for is in a name.
  /** @param {number[]} hits @param {WantedWord[]} wanted */
  kinds(hits, wanted) {
    const kinds = new Map();
    for (const n of hits) {
      const kind = this.kindOf(n);
      kinds.set(kind, (kinds.get(kind) || 0) + 1);
    }
    const person = hits.find((n) => this.kindOf(n) === "person");
    const named = person !== undefined && wanted.length
      && wanted.every(({ best, open }) => best[person] >= NAMED[open ? 1 : 0]);
    if (!named) return kinds;
    return new Map([["person", kinds.get("person")], ...kinds]);
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

  // Of the best results, those come first whose title is just what was asked for; of those that are
  // worth the same, those whose title begins with it, or holds it in one piece.
  /** @param {number[]} hits @param {string} asked @param {(n: number) => number} worth */
  async namesakesFirst(hits, asked, worth) {
    const several = asked.includes(" ");
    const rows = await Promise.all(hits.map(async (n, place) => {
      const title = words(await this.cards.title(n), this.root.letters).join(" ");
      const held = several && title.includes(asked) ? 1 + Number(title.startsWith(asked)) : 0;
      return { n, is: title === asked ? 1 : 0, worth: worth(n), held, place };
    }));
    rows.sort((a, b) => b.is - a.is || b.worth - a.worth || b.held - a.held || a.place - b.place);
    return rows.map(({ n }) => n);
  }

  // Kind and year of a record: those of the run of numbers that it is in.
  /** @param {number} number @returns {[kind: string, year: number]} */
  segment(number) {
    const [kind, year] = this.root.segments[this.runs[number]];
    return [kind, year];
  }

  /** @param {number} number */
  kindOf(number) {
    return this.root.segments[this.runs[number]][0];
  }
}
