// The index that the build itself writes (export/search_index.py): small files, of which a query
// asks for a few. Nothing but files below its own folder is ever loaded.

import { Cards } from "./symposium-index-cards.js";
import { parse, words } from "./symposium-search-terms.js";

const EXACT = [14, 12, 8, 6, 4]; // what a word is worth by the level at which it was found
const BEGINNING = [8, 8, 5, 4, 2];
const TEXT = 1; // what it is worth in an abstract
const ID = 16; // what an id is worth, and the beginning of one
const ID_BEGINNING = 5;
const FEW = 10; // with fewer results than these, abstracts are searched too
const FIRST = 4; // so many words of a query are looked up at once, the others if need be
const MORE = 3; // shards of abstracts that the beginning of a word is followed into
export const PAGE = 10;

class Files {
  constructor(folder, version = "") {
    this.folder = folder;
    this.version = version; // in the addresses, so that no file of an earlier index is taken
    this.kept = new Map();
  }

  url(path) {
    return new URL(`${path}${this.version && `?v=${this.version}`}`, this.folder);
  }

  packed(path) {
    if (!this.kept.has(path)) {
      const made = this.unpack(path);
      made.catch(() => this.kept.delete(path)); // a failure is not kept
      this.kept.set(path, made);
    }
    return this.kept.get(path);
  }

  async unpack(path, options) {
    const answer = await fetch(this.url(path), options);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    const bytes = await answer.arrayBuffer();
    const start = new Uint8Array(bytes, 0, 2);
    // A server that knows the compression has the browser undo it.
    if (start[0] !== 0x1f || start[1] !== 0x8b) return JSON.parse(new TextDecoder().decode(bytes));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }
}

// The shard that holds a term, if any does: the last one that does not begin behind it.
function place(firsts, term) {
  let low = 0;
  let high = firsts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firsts[middle] <= term) low = middle;
    else high = middle - 1;
  }
  return low;
}

// Raises `best` to `worth` for each number of a list of differences.
function raise(best, gaps, worth) {
  let number = 0;
  for (const gap of gaps) {
    number += gap;
    if (best[number] < worth) best[number] = worth;
  }
}

export class Shards {
  static async open(address) {
    const files = new Files(new URL(".", address));
    const root = await files.unpack(address.pathname.split("/").pop(), { cache: "no-cache" });
    files.version = root.digest;
    return new Shards(files, root);
  }

  constructor(files, root) {
    this.files = files;
    this.root = root;
    this.language = { letters: { ...root.letters, "ς": "σ" }, stop: new Set(root.stop) };
    this.cards = new Cards(files, { ...root, letters: this.language.letters });
    this.count = 0;
    this.starts = root.segments.map(([, , count]) => {
      this.count += count;
      return this.count - count;
    });
    this.text = null; // the second tier, once it is needed
  }

  async search(query, { filters = {} } = {}) {
    const found = this.wanted(query);
    if (!found.length && query.trim()) return this.answer([], filters);
    await this.matchAll(found);
    let hits = this.hits(found);
    // A title that is there needs no abstracts; a few words may well mean one of them.
    if (hits.length < (found.length > FIRST ? 1 : FEW) && found.some((one) => one.word)) {
      await this.addTexts(found);
      hits = this.hits(found);
    }
    return this.answer(hits, filters, query);
  }

  // What a record must have: a word each, or the id that stands for all words of a token.
  wanted(query) {
    const tokens = parse(query, this.language);
    const open = !/\s$/.test(query); // the last word may not be finished
    const found = tokens.flatMap((token, i) => {
      const last = open && i === tokens.length - 1;
      const id = token.id && { term: token.id, likely: token.likely, open: last };
      if (!token.words.length) return [this.want("", false, id)];
      return token.words.map((word, j) => this.want(word, last && j === token.words.length - 1, id));
    });
    // The longest words are the rarest as a rule.
    return found.sort((a, b) => Boolean(b.id) - Boolean(a.id) || b.word.length - a.word.length);
  }

  // `best` is the worth of each record, 0 where it has nothing.
  want(word, open, id) {
    return { word, open, id, best: new Uint8Array(this.count), asked: false, askedText: false };
  }

  async matchAll(found) {
    const rest = found.slice(FIRST);
    await this.match(found.slice(0, FIRST));
    if (!rest.length) return;
    const hits = this.hits(found.slice(0, FIRST));
    if (!hits.length) return; // only abstracts can tell more
    // Few are left: what is shown of them may already hold the other words.
    if (hits.length <= PAGE) await this.check(hits, rest);
    await this.match(rest);
  }

  async match(wanted) {
    await Promise.all(wanted.filter((one) => !one.asked).flatMap((one) => {
      one.asked = true;
      return [one.word && this.matchWord(one), one.id && this.matchId(one)];
    }));
  }

  async check(hits, rest) {
    const shown = await Promise.all(hits.map((n) => this.cards.words(n, this.language.letters)));
    for (const one of rest.filter((other) => other.word && !other.id)) {
      const has = (all) => all.some((w) => w === one.word || one.open && w.startsWith(one.word));
      if (!shown.every(has)) continue;
      one.asked = true;
      for (const n of hits) one.best[n] = EXACT[2];
    }
  }

  async addTexts(found) {
    this.text ??= this.openText();
    const firsts = await this.text;
    if (!firsts.length) return;
    const add = (some) => Promise.all(some.filter((one) => one.word).map((one) => this.addText(one, firsts)));
    await add(found.slice(0, FIRST));
    if (found.length <= FIRST || !this.hits(found.slice(0, FIRST)).length) return;
    await Promise.all([this.match(found), add(found.slice(FIRST))]);
  }

  async openText() {
    const { text, digest } = await this.files.unpack("text.bin", { cache: "no-cache" });
    this.texts = new Files(this.files.folder, digest);
    return text;
  }

  async addText(one, firsts) {
    const { word, open, short, best } = one;
    const from = place(firsts, word);
    const to = open && !short ? Math.min(place(firsts, `${word}\uffff`), from + MORE) : from;
    const paths = [];
    for (let at = from; at <= to; at += 1) paths.push(`text/${at}.bin`);
    for (const shard of await Promise.all(paths.map((path) => this.texts.packed(path)))) {
      for (const [term, gaps] of shard) {
        if (term === word || open && !short && term.startsWith(word)) raise(best, gaps, TEXT);
      }
    }
  }

  async matchId({ id: { term, likely, open }, best }) {
    const firsts = this.root.words;
    if (!firsts.length) return;
    const at = place(firsts, term);
    for (const [other, ...levels] of await this.files.packed(`words/${at}.bin`)) {
      if (other === term) levels.forEach((gaps) => raise(best, gaps, ID));
      else if (open && likely && other.startsWith(term)) {
        levels.forEach((gaps) => raise(best, gaps, ID_BEGINNING));
      }
    }
  }

  async matchWord(one) {
    const { word, open, best } = one;
    const { words: firsts, broad } = this.root;
    if (!firsts.length) return;
    const from = place(firsts, word);
    const to = open ? place(firsts, `${word}\uffff`) : from;
    const paths = [];
    if (to - from >= broad) {
      // Too many words begin so: the best of their records are known, and a query of several
      // words can do without.
      one.short = true;
      const heads = await this.files.packed("heads.bin");
      for (const number of heads[word] || []) best[number] = BEGINNING[0];
      paths.push(`words/${from}.bin`);
    } else {
      for (let at = from; at <= to; at += 1) paths.push(`words/${at}.bin`);
    }
    for (const shard of await Promise.all(paths.map((path) => this.files.packed(path)))) {
      for (const [term, ...levels] of shard) {
        if (term === word) levels.forEach((gaps, level) => raise(best, gaps, EXACT[level]));
        else if (open && !one.short && term.startsWith(word)) {
          levels.forEach((gaps, level) => raise(best, gaps, BEGINNING[level]));
        }
      }
    }
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

  answer(hits, filters, query = "") {
    const { segments } = this.root;
    const chosen = { kind: new Set(filters.kind), year: new Set(filters.year) };
    const has = (name, value) => !chosen[name].size || chosen[name].has(value);
    const of = this.segmentsOf(hits);
    const counts = new Uint32Array(segments.length);
    for (const segment of of) counts[segment] += 1;
    const facets = { kind: new Map(), year: new Map() };
    const add = (name, value, count) => {
      if (count || chosen[name].has(value)) {
        facets[name].set(value, (facets[name].get(value) || 0) + count);
      }
    };
    const fits = segments.map(([kind, number], segment) => {
      const year = String(number || "");
      // What one more value of a facet would give, the others being as they are.
      if (has("year", year)) add("kind", kind, counts[segment]);
      if (has("kind", kind) && year) add("year", year, counts[segment]);
      return has("kind", kind) && has("year", year);
    });
    const left = [];
    hits.forEach((number, i) => fits[of[i]] && left.push([number, of[i]]));
    return {
      total: left.length,
      facets: { kind: [...facets.kind], year: [...facets.year] },
      load: async (from, to) => {
        const rows = await Promise.all(left.slice(from, to).map((one) => this.record(...one)));
        return from ? rows : this.namesakesFirst(rows, query);
      },
    };
  }

  // Of the best results, those whose title is just what was asked for come before the others.
  namesakesFirst(rows, query) {
    const text = (of) => words(of, this.language.letters).join(" ");
    const asked = text(query);
    const is = rows.map((row) => text(row.title) === asked);
    return [...rows.filter((_, i) => is[i]), ...rows.filter((_, i) => !is[i])];
  }

  // The segment of each record: which kind and year its number stands for.
  segmentsOf(numbers) {
    return Uint16Array.from(numbers, (number) => {
      let low = 0;
      let high = this.starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (this.starts[middle] <= number) low = middle;
        else high = middle - 1;
      }
      return low;
    });
  }

  async record(number, segment) {
    const result = await this.cards.result(number, ...this.root.segments[segment]);
    return { ...result, parts: [{ text: result.detail }] };
  }
}
