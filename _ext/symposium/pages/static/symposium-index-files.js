// The files of the search index (export/search_index.py): small, gzip'd JSON, each loaded once.
// Nothing but files below the folder of the index is ever loaded.

export class Files {
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

// The last of sorted values that is not behind another; the first if all are.
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

// Calls a function with each number of a list of differences.
export function each(gaps, call) {
  let number = 0;
  for (const gap of gaps) {
    number += gap;
    call(number);
  }
}
