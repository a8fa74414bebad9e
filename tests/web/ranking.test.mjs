import assert from "node:assert/strict";
import test from "node:test";

import { STATIC } from "./page.mjs";

const { Wanted, having, ordered, united } = await import(new URL("symposium-index-wanted.js", STATIC));
const { forgivable, slip, Near } = await import(new URL("symposium-index-near.js", STATIC));
const { place } = await import(new URL("symposium-index-files.js", STATIC));
const { Facets } = await import(new URL("symposium-index-facets.js", STATIC));

const COUNT = 10;

// A word that is worth so much in so many records: {number: worth}.
function worth(each, options = {}) {
  const made = new Wanted(COUNT, { word: "w", ...options });
  for (const [number, value] of Object.entries(each)) made.raise(Number(number), value);
  return made;
}

test("a row of a shard counts by the level at which a word stands, the best level first", () => {
  const one = new Wanted(COUNT, { word: "tides" });
  one.count(["tides", [1, 2], [3]], [9, 4]);
  assert.deepEqual([...one.best].slice(0, 5), [0, 9, 0, 9, 0]);
});

test("a word that has to be in a title is not counted elsewhere", () => {
  const one = new Wanted(COUNT, { word: "tides", titled: true });
  one.count(["tides", [], [], [], [5]], [9, 8, 7, 6]);
  assert.equal(one.found, false);
});

test("records have all that is wanted, and what is worth most comes first", () => {
  const wanted = [worth({ 1: 2, 3: 9, 5: 4 }), worth({ 1: 2, 3: 1, 5: 4, 7: 9 })];
  assert.deepEqual(having(wanted).sort(), [1, 3, 5]);
  assert.deepEqual(ordered(wanted, COUNT), [3, 5, 1]);
});

test("of records that are worth the same the later one comes first", () => {
  assert.deepEqual(ordered([worth({ 2: 3, 8: 3 })], COUNT), [8, 2]);
});

test("what several queries find is there once, and one that left words out counts only if all did", () => {
  const found = (hits, dropped = []) => ({ hits, wanted: [worth(Object.fromEntries(hits.map((n) => [n, 5])))], corrected: [], dropped, excerpts: new Map() });
  assert.deepEqual(united([found([1, 2]), found([2, 3])], COUNT).hits.sort(), [1, 2, 3]);
  assert.deepEqual(united([found([1]), found([4], ["x"])], COUNT).hits, [1]);
});

for (const [a, b, kind] of [
  ["tides", "tdies", "swap"],
  ["tides", "tide", "letter"],
  ["tides", "tildes", "letter"],
  ["tides", "sides", "letter"],
  ["tides", "tides", ""],
  ["tides", "waves", ""],
]) {
  test(`the slip between ${a} and ${b}: ${kind || "none"}`, () => {
    assert.equal(slip(a, b), kind);
    assert.equal(slip(b, a), kind);
  });
}

test("numbers and short words are never taken for others", () => {
  assert.deepEqual(["2021", "ab", "abc"].map(forgivable), [false, false, true]);
});

test("a word with a slip is found among the words that begin or end as it does", async () => {
  const files = { packed: async (path) => (path.startsWith("forward") ? "tidal1tides9time2" : "emit2ladit1sedit9") };
  const near = new Near(files, { forward: ["tidal"], backward: ["emit"] });
  assert.equal((await near.of("tidse", false, true)).others[0], "tides");
});

test("a value is in the last file whose first is not behind it", () => {
  assert.deepEqual(["a", "b", "m", "z"].map((one) => place(["b", "k", "t"], one)), [0, 0, 1, 2]);
});

const facets = new Facets(null, {
  facets: [["kind", "Kind"], ["year", "Year"], ["venue", "Venue"]],
  segments: [["paper", 2020, 3], ["paper", 2021, 2], ["person", 0, 1]],
});
facets.table = Promise.resolve({ venue: [] });

test("records are left out that have none of the chosen values of a facet", async () => {
  assert.deepEqual([...await facets.misfits({ year: ["2021"] })].map((one) => one === 0), [false, false, false, true, true, false]);
});

test("values are counted as if nothing were chosen in their own facet", async () => {
  const filters = { year: ["2021"] };
  const counts = await facets.counts([0, 3, 4, 5], await facets.misfits(filters), filters);
  assert.deepEqual(counts.year, [["2021", 2], ["2020", 1]]);
  assert.deepEqual(counts.kind, [["paper", 2]]);
});
