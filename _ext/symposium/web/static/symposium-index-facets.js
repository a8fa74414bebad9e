// What results can be narrowed by: which records have which value, as runs of their numbers.

export class Facets {
  /** @param {IndexFiles} files @param {Root} root */
  constructor(files, root) {
    this.names = root.facets.map(([name]) => name);
    this.files = files;
    this.root = root;
    this.count = root.segments.reduce((sum, [, , count]) => sum + count, 0);
    /** @type {Promise<Record<string, Column>> | null} */
    this.table = null;
  }

  // The values of a facet, each with where its records begin and end: [value, [from, to, …]].
  /** @param {string} name @returns {Promise<Column>} */
  async column(name) {
    if (name === "kind" || name === "year") return this.ofSegments(name === "kind" ? 0 : 1);
    this.table ??= this.load();
    this.table.catch(() => { this.table = null; }); // a failure is not kept
    return (await this.table)[name];
  }

  async load() {
    const table = await this.files.unpack("facets.bin", { cache: "no-cache" });
    for (const [, runs] of Object.values(table).flat()) {
      for (let i = 1; i < runs.length; i += 1) runs[i] += runs[i - 1];
    }
    return table;
  }

  /** @param {0 | 1} part @returns {Column} */
  ofSegments(part) {
    const found = new Map();
    let from = 0;
    for (const segment of this.root.segments) {
      const value = String(segment[part] || "");
      const to = from + segment[2];
      if (value && found.has(value)) found.get(value).push(from, to);
      else if (value) found.set(value, [from, to]);
      from = to;
    }
    return [...found];
  }

  // For each record, which of the chosen facets it does not fit: a number with a bit for each.
  /** @param {Filters} filters */
  async misfits(filters) {
    const found = new Uint8Array(this.count);
    await Promise.all(this.names.map(async (name, bit) => {
      const chosen = new Set(filters[name]);
      if (!chosen.size) return;
      const fits = new Uint8Array(this.count);
      for (const [value, runs] of await this.column(name)) {
        if (!chosen.has(value)) continue;
        for (let i = 0; i < runs.length; i += 2) fits.fill(1, runs[i], runs[i + 1]);
      }
      for (let n = 0; n < this.count; n += 1) if (!fits[n]) found[n] |= 1 << bit;
    }));
    return found;
  }

  // How many of the hits have each value of each facet, if they fit all other facets.
  /** @param {number[]} hits @param {Uint8Array} misfits @param {Filters} filters @returns {Promise<Record<string, [value: string, count: number][]>>} */
  async counts(hits, misfits, filters) {
    const before = new Map(); // of facets in which nothing is chosen it is the same
    const counted = await Promise.all(this.names.map(async (name, bit) => {
      const chosen = new Set(filters[name]);
      const others = chosen.size ? ~(1 << bit) : ~0;
      const column = await this.column(name);
      if (column.length && !before.has(others)) before.set(others, this.before(hits, misfits, others));
      const sums = before.get(others);
      /** @type {[value: string, count: number][]} */
      const values = [];
      for (const [value, runs] of column) {
        let count = 0;
        for (let i = 0; i < runs.length; i += 2) count += sums[runs[i + 1]] - sums[runs[i]];
        if (count || chosen.has(value)) values.push([value, count]);
        chosen.delete(value);
      }
      for (const value of chosen) values.push([value, 0]); // of an address made by hand
      if (name === "year") values.sort(([a], [b]) => Number(b) - Number(a));
      else values.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      return [name, values];
    }));
    return Object.fromEntries(counted);
  }

  // How many of the hits have a number below each, but for those that misfit in some facets.
  /** @param {number[]} hits @param {Uint8Array} misfits @param {number} facets */
  before(hits, misfits, facets) {
    const sums = new Uint32Array(this.count + 1);
    for (const n of hits) if (!(misfits[n] & facets)) sums[n + 1] = 1;
    let sum = 0;
    for (let n = 0; n <= this.count; n += 1) {
      sum += sums[n];
      sums[n] = sum;
    }
    return sums;
  }
}
