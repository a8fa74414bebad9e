// The files of the search index (search/index.py): small, gzip'd JSON, each loaded once.
// Nothing but files below the folder of the index is ever loaded.

export class Files {
  /** @param {URL} folder */
  constructor(folder) {
    this.folder = folder;
    this.version = ""; // in the addresses, so that no file of an earlier index is taken
    this.kept = new Map();
  }

  /** @param {string} path @returns {Promise<any>} */
  packed(path) {
    if (!this.kept.has(path)) {
      const unpacked = this.unpack(path);
      unpacked.catch(() => this.kept.delete(path)); // a failure is not kept
      this.kept.set(path, unpacked);
    }
    return this.kept.get(path);
  }

  // A file that gets lost on its way, or is damaged in a cache, is asked for once more.
  /** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
  unpack(path, options) {
    return this.fetched(path, options).catch(() => this.fetched(path, { cache: "reload" }));
  }

  /** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
  async fetched(path, options) {
    const answer = await fetch(new URL(`${path}${this.version && `?v=${this.version}`}`, this.folder), options);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    // A server that knows the compression has the browser undo it.
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return JSON.parse(new TextDecoder().decode(bytes));
    // Written into the stream at once: through a Blob it takes Chromium a millisecond more a file.
    const { writable, readable } = new DecompressionStream("gzip");
    const writer = writable.getWriter();
    for (const done of [writer.write(bytes), writer.close()]) done.catch(() => {}); // the reader tells
    return new Response(readable).json();
  }
}

// The last of sorted values that is not behind another; the first if all are.
/** @param {string[]} firsts @param {string} value */
export function place(firsts, value) {
  let low = 0;
  let high = firsts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firsts[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
