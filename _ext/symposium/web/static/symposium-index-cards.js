// What is shown of a record: a row of the index (search/rows.py) as a result.

import { words } from "./symposium-search-terms.js";

export class Cards {
  /** @param {IndexFiles} files @param {Root} root */
  constructor(files, root) {
    this.files = files;
    this.root = root;
    this.site = new URL("../", files.folder);
    // For each record, the run of numbers that it is in: those of one kind and year.
    this.runs = root.segments.flatMap(([, , count], i) => Array(count).fill(i));
  }

  // Kind and year of a record.
  /** @param {number} number */
  segment(number) {
    return this.root.segments[this.runs[number]];
  }

  // The file that shows a record, and the place in it.
  /** @param {number} number @returns {[path: string, place: number]} */
  block(number) {
    const { blocks, lists } = this.root;
    const size = blocks[Number(lists.includes(this.segment(number)[0]))];
    return [`records/${size}/${Math.floor(number / size)}.bin`, number % size];
  }

  /** @param {number} number @returns {Promise<any[]>} */
  async row(number) {
    const [path, place] = this.block(number);
    return (await this.files.packed(path))[place];
  }

  // All words that a row shows.
  /** @param {number} number */
  async words(number) {
    const [title, , note, people = [], venue = "", , , , affiliation = ""] = await this.row(number);
    const names = this.names(people).map(([name]) => name);
    return words([title, note, ...names, venue, affiliation].join(" "), this.root.letters);
  }

  /** @param {number} number @returns {Promise<Result>} */
  async result(number) {
    const [kind, year] = this.segment(number);
    const [
      title, where, note = "", people = [], venue = "", , key = "", papers = 0, affiliation = "",
      standing = "", notice = "", listed = 0,
    ] = await this.row(number);
    return {
      title,
      url: this.url(kind, where),
      kind,
      year: String(year || ""),
      note,
      people: this.names(people).map(([name, id]) => [name, this.url("person", id)]),
      more_people: people[people.length - 1] === 1,
      venue,
      key: ["paper", "poster"].includes(kind) ? key || where : "",
      affiliation,
      papers,
      listed,
      missing: [],
      standing,
      notice: notice && new URL(notice, this.site).href,
    };
  }

  // Names and ids; where the row has no id, it follows from the name.
  /** @param {(string | [name: string, id: string] | 1)[]} people @returns {[name: string, id: string][]} */
  names(people) {
    return (people || []).filter((author) => author !== 1).map((author) => (
      typeof author === "string" ? [author, words(author, this.root.letters).join("-")] : author
    ));
  }

  // With a folder in front, no path can be taken for an address of its own.
  /** @param {string} kind @param {string} where */
  url(kind, where) {
    const [before, after] = this.root.paths[kind] || [];
    return new URL(`.${where.startsWith("/") ? where : `/${before}${where}${after}`}`, this.site).href;
  }
}
