// The indexes of this site behind the interface of the common index, until that one is there.

export async function open(address, { engine }) {
  const { Shards, Pagefind } = await import(`./symposium-search-${engine}.js`);
  return new Index(await (Shards || Pagefind).open(address));
}

class Index {
  constructor(inner) {
    this.inner = inner;
  }

  async search(query, { filters = {}, sort = "relevance" } = {}) {
    const { kind = [], year = [] } = filters;
    const found = await this.inner.search(query, { filters: { kind, year } });
    let rows = await found.load(0, Math.min(found.total, 400));
    if (sort !== "relevance") {
      rows = [...rows].sort((a, b) => (sort === "newest" ? 1 : -1) * ((b.year || 0) - (a.year || 0)));
    }
    const kinds = new Map();
    for (const row of rows) kinds.set(row.kind, (kinds.get(row.kind) || 0) + 1);
    return {
      total: found.total,
      kinds: [...kinds],
      corrected: [],
      facets: async () => found.facets,
      load: async (from, to, one) => rows.filter((row) => !one || row.kind === one).slice(from, to)
        .map((row) => ({ ...row, detail: row.parts.length === 1 ? row.parts[0].text : "", parts: row.parts.length === 1 ? [] : row.parts })),
    };
  }
}
