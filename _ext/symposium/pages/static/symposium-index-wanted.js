// What records must have for a query, and which of them have it.

// One thing that records must have: a word, or one of some ids, or either. `best` is what it is
// worth in each record, 0 where it is not; `numbers` are the records that have it.
export class Wanted {
  constructor(count, { word = "", open = false, ids = [], likely = false }) {
    Object.assign(this, { word, open, ids, likely });
    this.best = new Uint8Array(count);
    this.numbers = [];
    this.asked = false; // whether it was looked for
    this.short = false; // whether too many words begin so to know all records
  }

  get found() {
    return this.numbers.length > 0;
  }

  raise(number, worth) {
    const before = this.best[number];
    if (before >= worth) return;
    if (!before) this.numbers.push(number);
    this.best[number] = worth;
  }

  // Counts a row of a shard: behind its term a list of differences for each level.
  count(row, worths) {
    const { best, numbers } = this;
    for (let level = 1; level < row.length; level += 1) {
      const worth = worths[level - 1];
      let number = 0;
      for (const gap of row[level]) {
        number += gap;
        const before = best[number];
        if (before >= worth) continue;
        if (!before) numbers.push(number);
        best[number] = worth;
      }
    }
  }
}

// The records that have all that is wanted, in any order. Those that have the rarest are looked at.
export function having(wanted) {
  const long = wanted.filter((one) => !one.short);
  const needed = long.length ? long : wanted;
  const rarest = needed.reduce((one, other) => (other.numbers.length < one.numbers.length ? other : one));
  const others = needed.filter((one) => one !== rarest).map((one) => one.best);
  if (!others.length) return rarest.numbers;
  return rarest.numbers.filter((n) => others.every((best) => best[n]));
}
