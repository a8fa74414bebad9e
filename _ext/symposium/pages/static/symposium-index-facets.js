// What results can be narrowed by: which records have which value, as runs of their numbers.

export const FACETS = ["kind", "year", "venue", "topic", "has", "award", "source"];

export class Facets {
  constructor(files, root) {
    this.files = files;
    this.root = root;
    this.count = root.segments.reduce((sum, [, , count]) => sum + count, 0);
    this.columns = new Map();
  }

  // The values of a facet, each with where its records begin and end: [value, [from, to, …]].
  column(name) {
    if (!this.columns.has(name)) {
      const made = this.load(name);
      made.catch(() => this.columns.delete(name)); // a failure is not kept
      this.columns.set(name, made);
    }
    return this.columns.get(name);
  }

  async load(name) {
    if (name === "kind" || name === "year") return this.ofSegments(name === "kind" ? 0 : 1);
    const table = await this.files.unpack(`facets/${name}.bin`, { cache: "no-cache" });
    for (const [, runs] of table) for (let i = 1; i < runs.length; i += 1) runs[i] += runs[i - 1];
    return table;
  }

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
  async misfits(filters) {
    const found = new Uint8Array(this.count);
    await Promise.all(FACETS.map(async (name, bit) => {
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
  async counts(hits, misfits, filters) {
    const counted = await Promise.all(FACETS.map(async (name, bit) => {
      const before = new Uint32Array(this.count + 1); // hits before each number
      for (const n of hits) if (!(misfits[n] & ~(1 << bit))) before[n + 1] = 1;
      for (let n = 0; n < this.count; n += 1) before[n + 1] += before[n];
      const chosen = new Set(filters[name]);
      const values = [];
      for (const [value, runs] of await this.column(name)) {
        let count = 0;
        for (let i = 0; i < runs.length; i += 2) count += before[runs[i + 1]] - before[runs[i]];
        if (count || chosen.has(value)) values.push([value, count]);
        chosen.delete(value);
      }
      for (const value of chosen) values.push([value, 0]); // of an address made by hand
      if (name === "year") values.sort(([a], [b]) => b - a);
      else values.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      return [name, values];
    }));
    return Object.fromEntries(counted);
  }
}
