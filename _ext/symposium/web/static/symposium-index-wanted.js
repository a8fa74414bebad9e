// What records must have for a query, and which of them have it.

export const RANKS = 256; // worth is told apart so finely by where Pagefind has a page
export const TEXT = 1; // what a word is worth in an abstract
export const TITLES = 3; // so many levels are those of names and titles

// One thing that records must have: a word, or one of some ids, or either; a word may have to be in
// a title. `best` is what it is worth in each record, 0 where it is not; `numbers` are the records
// that have it.
export class Wanted {
  /** @param {number} count @param {WantedSpec} spec */
  constructor(count, { word = "", open = false, ids = [], likely = false, titled = false }) {
    this.word = word;
    this.open = open;
    /** @type {string[]} */
    this.ids = ids;
    this.likely = likely;
    this.titled = titled;
    this.best = new Uint8Array(count);
    /** @type {number[]} */
    this.numbers = [];
    /** Words that may be meant instead, the likeliest first; not known before it is asked. @type {string[] | undefined} */
    this.others = undefined;
    this.whole = 0; // how many of them are like the whole word
    /** For each record which of them it has. @type {Uint8Array | undefined} */
    this.by = undefined;
    /** They by the shards in which they are. @type {[at: number, words: string[]][]} */
    this.groups = [];
    this.asked = false; // whether it was looked for
    this.short = false; // whether too many words begin so to know all records
  }

  get found() {
    return this.numbers.length > 0;
  }

  /** @param {number} number @param {number} worth */
  raise(number, worth) {
    const before = this.best[number];
    if (before >= worth) return;
    if (!before) this.numbers.push(number);
    this.best[number] = worth;
  }

  // Counts a row of a shard: behind its term a list of differences for each level.
  /** @param {Row} row @param {number[]} worths */
  count(row, worths) {
    const { best, numbers } = this;
    const end = this.titled ? Math.min(row.length, TITLES + 1) : row.length;
    for (let level = 1; level < end; level += 1) {
      const worth = worths[level - 1];
      let number = 0;
      for (const gap of /** @type {number[]} */ (row[level])) {
        number += gap;
        const before = best[number];
        if (before >= worth) continue;
        if (!before) numbers.push(number);
        best[number] = worth;
      }
    }
  }
}

// The numbers of the records that have all that is wanted, or are known to have it in their long
// text (with the place that they have there, of RANKS), the best first.
/** @param {WantedWord[]} wanted @param {number} count @param {Map<number, number>} ranks */
export function ordered(wanted, count, ranks = new Map()) {
  const numbers = having(wanted);
  // Numbers with their worth in front: sorted without a function to compare them.
  const keys = new Float64Array(numbers.length + ranks.size);
  for (let i = 0; i < numbers.length; i += 1) {
    let worth = 0;
    for (const { best } of wanted) worth += best[numbers[i]];
    keys[i] = -(worth * RANKS * count + numbers[i]);
  }
  let end = numbers.length;
  for (const [n, rank] of ranks) keys[end++] = -((TEXT * wanted.length * RANKS + rank) * count + n);
  return Array.from(keys.sort(), (key) => -key % count);
}

// The records that have all that is wanted, in any order. Those that have the rarest are looked at.
/** @param {WantedWord[]} wanted */
export function having(wanted) {
  const long = wanted.filter((one) => !one.short);
  const needed = long.length ? long : wanted;
  const rarest = needed.reduce((one, other) => (other.numbers.length < one.numbers.length ? other : one));
  const others = needed.filter((one) => one !== rarest).map((one) => one.best);
  if (!others.length) return rarest.numbers;
  return rarest.numbers.filter((n) => others.every((best) => best[n]));
}

// What several queries find, as if one had found it: what is worth the most to any of them first,
// else in the order in which they have it. One that only finds something without some of its words
// counts if all are so.
/** @param {Found[]} found @param {number} count @returns {Found} */
export function united(found, count) {
  const whole = found.filter(({ hits, dropped }) => hits.length && !dropped.length);
  const all = whole.length ? whole : found;
  const either = new Wanted(count, {});
  const places = new Map();
  const named = new Set();
  for (const { hits, wanted, excerpts } of all) {
    hits.forEach((n, place) => {
      if (!excerpts.has(n)) named.add(n);
      const worth = excerpts.has(n) ? 0 : wanted.reduce((sum, { best }) => sum + best[n], 0);
      either.raise(n, Math.max(1, Math.round(worth / (wanted.length || 1))));
      places.set(n, Math.min(place, places.get(n) ?? place));
    });
  }
  const { best } = either;
  return {
    hits: [...places.keys()].sort((a, b) => best[b] - best[a] || places.get(a) - places.get(b)),
    wanted: [either],
    title: "",
    corrected: all.flatMap(({ corrected }) => corrected),
    dropped: all.flatMap(({ dropped }) => dropped),
    excerpts: new Map(all.flatMap(({ excerpts }) => [...excerpts]).filter(([n]) => !named.has(n))),
  };
}
