// Full text by Pagefind, whose hits are pages: a table made by the build (export/pagefind_pages.py)
// tells which record each of them shows.

import { Files } from "./symposium-index-files.js";

const SURE = 3; // so many letters of a word are never dropped
const ENDING = 4; // so many at its end may be,
const PART = 3; // and no more than one of so many

export class Pages {
  /** @param {URL} site @param {string} digest */
  constructor(site, digest) {
    this.site = site;
    this.digest = digest; // of the index whose numbers are meant
    /** @type {Promise<{pagefind: any, numbers: Map<string, number>}> | null} */
    this.opened = null;
  }

  open() {
    this.opened ??= this.load(); // a failure is kept: names and titles are found without
    return this.opened;
  }

  async load() {
    const folder = new URL("pagefind/", this.site);
    const [pagefind, { digest, pages }] = await Promise.all([
      import(new URL("pagefind.js", folder).href),
      new Files(folder).unpack("pages.bin", { cache: "no-cache" }),
    ]);
    if (digest !== this.digest) throw new Error("pages.bin: of another index");
    await pagefind.options({ excerptLength: 24 });
    await pagefind.init();
    return { pagefind, numbers: new Map([.../** @type {string[]} */ (pages).entries()].map(([number, id]) => [id, number])) };
  }

  // The records whose pages have all words of a query, the best first, each with Pagefind's result.
  /** @param {string} query @returns {Promise<Map<number, PagefindResult>>} */
  async find(query) {
    const { pagefind, numbers } = await this.open();
    const { results } = await pagefind.search(query);
    const found = new Map();
    for (const result of results) {
      if (numbers.has(result.id)) found.set(numbers.get(result.id), result);
    }
    return found;
  }

  // Tells whether a word is on any page as it is typed: what is in quotation marks is taken
  // exactly, but for its ending; of other words Pagefind drops letters until something is found.
  /** @param {string} word @returns {Promise<boolean>} */
  async has(word) {
    const { pagefind } = await this.open();
    return (await pagefind.search(`"${word}"`)).results.length > 0;
  }

  // Tells whether what Pagefind takes a word for begins as it does, but for a few of its letters.
  /** @param {string} word */
  async begins(word) {
    const { pagefind } = await this.open();
    const { results: [first] } = await pagefind.search(word);
    if (!first) return false;
    const dropped = Math.min(ENDING, Math.floor(word.length / PART));
    const start = word.slice(0, Math.max(SURE, word.length - dropped));
    return (await excerpt(first)).some(({ text, mark }) => mark && plain(text).startsWith(start));
  }
}

// Pagefind marks the words it found by <mark> in text it has escaped; nothing else becomes markup.
/** @param {PagefindResult} result @returns {Promise<Piece[]>} */
export async function excerpt(result) {
  const html = (await result.data()).excerpt;
  /** @param {string} text */
  const decode = (text) => {
    // In an element, because a parser drops white space at the very beginning of a document.
    const holder = new DOMParser().parseFromString(`<p>${text}</p>`, "text/html");
    return holder.body.textContent;
  };
  return html.split(/(<mark>.*?<\/mark>)/s).filter(Boolean).map((part) => (
    part.startsWith("<mark>")
      ? { text: decode(part.slice(6, -7)), mark: true }
      : { text: decode(part) }
  ));
}

/** @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
