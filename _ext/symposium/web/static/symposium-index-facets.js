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
    const runs = new Map();
    let from = 0;
    for (const segment of this.root.segments) {
      const value = String(segment[part] || "");
      const to = from + segment[2];
      if (value && runs.has(value)) runs.get(value).push(from, to);
      else if (value) runs.set(value, [from, to]);
      from = to;
    }
    return [...runs];
  }

  // For each record, which of the chosen facets it does not fit: a number with a bit for each.
  /** @param {Filters} filters */
  async misfits(filters) {
    const misses = new Uint32Array(this.count);
    await Promise.all(this.names.map(async (name, bit) => {
      const chosen = new Set(filters[name]);
      if (!chosen.size) return;
      const fits = new Uint32Array(this.count);
      for (const [value, runs] of await this.column(name)) {
        if (!chosen.has(value)) continue;
        for (let i = 0; i < runs.length; i += 2) fits.fill(1, runs[i], runs[i + 1]);
      }
      for (let n = 0; n < this.count; n += 1) if (!fits[n]) misses[n] |= 1 << bit;
    }));
    return misses;
  }

  // How many of the hits have each value of each facet, if they fit all other facets: the most first,
  // but years by year.
  /** @param {number[]} hits @param {Uint32Array} misfits @param {Filters} filters @returns {Promise<Record<string, [value: string, count: number][]>>} */
  async counts(hits, misfits, filters) {
    return Object.fromEntries(await Promise.all(this.names.map(async (name, bit) => {
      const column = await this.column(name);
      const before = new Uint32Array(this.count + 1); // so many of the hits have a lower number
      for (const n of hits) before[n + 1] = misfits[n] & ~(1 << bit) ? 0 : 1;
      for (let n = 0; n < this.count; n += 1) before[n + 1] += before[n];
      const chosen = new Set(filters[name]);
      /** @type {[value: string, count: number][]} */
      const values = column.map(([value, runs]) => (
        [value, runs.reduce((sum, n, i) => sum + (i % 2 ? before[n] : -before[n]), 0)]
      ));
      const counted = values.filter(([value, count]) => chosen.delete(value) || count);
      counted.sort((a, b) => (name === "year" ? Number(b[0]) - Number(a[0]) : b[1] - a[1] || a[0].localeCompare(b[0])));
      return [name, [...counted, ...[...chosen].map((value) => [value, 0])]]; // of an address made by hand
    })));
  }
}
