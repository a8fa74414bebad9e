// Pagefind's index behind the same interface as our own (symposium-search-shards.js).

export const PAGE = 20;

export class Pagefind {
  static async open(address) {
    const pagefind = await import(address);
    // Ranking: names and titles are short, so a hit in them should weigh more than length.
    await pagefind.options({ excerptLength: 24 });
    await pagefind.init();
    return new Pagefind(pagefind);
  }

  constructor(pagefind) {
    this.pagefind = pagefind;
  }

  async search(query, { filters = {} } = {}) {
    const any = {};
    for (const [name, values] of Object.entries(filters)) if (values.length) any[name] = { any: values };
    const names = await this.pagefind.filters();
    const answer = await this.pagefind.search(query || null, { filters: any });
    const facets = {};
    for (const name of Object.keys(filters)) {
      facets[name] = Object.keys(names[name] || {})
        .map((value) => [value, (answer.filters[name] || {})[value] || 0])
        .filter(([value, count]) => count || filters[name].includes(value));
    }
    return {
      total: answer.results.length,
      facets,
      load: (from, to) => Promise.all(
        answer.results.slice(from, to).map(async (result) => record(await result.data())),
      ),
    };
  }
}

function record(data) {
  return {
    title: data.meta.title || data.url,
    url: data.url,
    kind: (data.filters.kind || [])[0],
    year: (data.filters.year || [])[0],
    parts: marked(data.excerpt),
    standing: data.meta.status,
    notice: data.meta.notice && new URL(data.meta.notice, new URL(data.url, location.href)).href,
  };
}

// Pagefind marks the words it found by <mark> in text it has escaped; nothing else becomes markup.
function marked(html) {
  const decode = (text) => {
    // In an element, because a parser drops white space at the very beginning of a document.
    const holder = new DOMParser().parseFromString(`<p>${text}</p>`, "text/html");
    return holder.body.textContent;
  };
  return html.split(/(<mark>.*?<\/mark>)/s).map((part) => (
    part.startsWith("<mark>")
      ? { text: decode(part.slice(6, -7)), mark: true }
      : { text: decode(part) }
  ));
}
