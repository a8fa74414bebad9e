import assert from "node:assert/strict";
import test from "node:test";

import { STATIC } from "./page.mjs";

const { Score, Wanted } = await import(new URL("symposium-index-score.js", STATIC));
const { forgivable, slips, Near } = await import(new URL("symposium-index-near.js", STATIC));
const { Files, place } = await import(new URL("symposium-index-files.js", STATIC));
const { Facets } = await import(new URL("symposium-index-facets.js", STATIC));

const COUNT = 10;
const WORTH = [14, 12, 9.2, 8, 6.8, 6, 4, 2.72, 1.92, 1.12];
const root = {
  words: [""], broad: 8, worth: WORTH, nicknames: { bob: ["robert"] }, near: { forward: [], backward: [] },
};

// What gives scores where the index has these rows, in one file.
function scoreOf(words) {
  return new Score({ packed: async () => words }, root, COUNT, (word) => word.replace(/s$/, ""));
}

// The records that are found by words, the best first.
async function found(score, words, text = false) {
  return score.rank(await score.look(words.map((one) => new Wanted(COUNT, typeof one === "string" ? { word: one } : one)), text)).hits;
}

test("a word is worth the most where it stands best", async () => {
  const score = scoreOf([["tide", 1, [1], [2]]]);
  const one = new Wanted(COUNT, { word: "tides" });
  await score.lookFor(one, false);
  assert.deepEqual([one.level[1], one.level[3], one.level[2]], [2, 0, 3]);
  assert.ok(one.score[1] > one.score[2]);
});

test("a word as it is written counts for more than another of its stem", async () => {
  assert.deepEqual(await found(scoreOf([["tide", 3, [1, 1]], ["tides", 3, [1]]]), ["tides"]), [1, 2]);
});

test("a word that has to be in a title is not counted elsewhere", async () => {
  assert.deepEqual(await found(scoreOf([["tide", 6, [5]]]), [{ word: "tides", titled: true }]), []);
});

test("records that hold all come before those that hold a part, and of equals the later one", async () => {
  const score = scoreOf([["sea", 3, [1, 2]], ["tide", 3, [1, 4]]]);
  assert.deepEqual(await found(score, ["seas", "tides"]), [1, 5, 3]);
});

test("what lacks one word of three in its title comes before what has the rare one in a text", async () => {
  const score = scoreOf([["reef", 7, [6]], ["sea", 3, [2], 3, [6]], ["tide", 3, [2, 2, 3, 1]]]);
  assert.deepEqual((await found(score, ["seas", "tides", "reefs"], true)).slice(0, 2), [2, 6]);
});

test("a year is worth as much where it is that of a record as in a title", async () => {
  const score = scoreOf([["2018", 3, [4], 2, [5]], ["acl", 1, [5], 4, [4]]]);
  assert.deepEqual(await found(score, ["acl", "2018"]), [5, 4]);
});

test("what is needed is in all that is found", async () => {
  const score = scoreOf([["sea", 3, [1, 2]], ["tide", 3, [1, 4]]]);
  assert.deepEqual(await found(score, ["seas", { word: "tides", needed: true }]), [1, 5]);
});

test("a rare word counts for more than a common one", async () => {
  const score = scoreOf([["rare", 3, [9]], ["sea", 3, [0, 1, 1, 1, 1, 1, 1]]]);
  assert.equal((await found(score, ["rare", "sea"]))[0], 9);
});

test("a short form of a name finds the name, but no title", async () => {
  const score = scoreOf([["robert", 1, [3], 1, [4]]]);
  assert.deepEqual(await found(score, ["bob"]), [3]);
});

test("what is not the word itself counts for less: another that it begins, a short form", async () => {
  assert.deepEqual(await found(scoreOf([["tide", 3, [1]], ["tideway", 3, [2]]]), [{ word: "tide", open: true }]), [1, 2]);
  assert.deepEqual(await found(scoreOf([["bob", 1, [1]], ["robert", 1, [2]]]), ["bob"]), [1, 2]);
});

test("what has all in names and titles comes before what has it in part in a text", async () => {
  const score = scoreOf([["sea", [2], 4, [1]], ["tide", 5, [1], 1, [2]]]);
  assert.deepEqual(await found(score, ["seas", "tides"], true), [1, 2]);
});

test("two words that follow each other may be one", async () => {
  assert.deepEqual(await found(scoreOf([["goldfish", 3, [6]]]), ["gold", "fish"]), [6]);
});

test("long texts are asked only if wanted", async () => {
  const score = scoreOf([["tide", 9, [7]]]);
  assert.deepEqual(await found(score, ["tides"], true), [7]);
  assert.deepEqual(await found(score, ["tides"]), []);
});

for (const [a, b, count] of [["tides", "tdies", 0.9], ["tides", "tide", 1], ["tides", "tildes", 1], ["tides", "sides", 1], ["tides", "tides", 0], ["tides", "tidse", 0.9]]) {
  test(`the slips between ${a} and ${b}: ${count}`, () => {
    assert.deepEqual([slips(a, b)[b.length], slips(b, a)[a.length]], [count, count]);
  });
}

test("numbers and short words are never taken for others", () => {
  assert.deepEqual(["2021", "ab", "abc"].map(forgivable), [false, false, true]);
});

test("a word with a slip is found among the words that begin or end as it does", async () => {
  const files = { packed: async (path) => (path.startsWith("forward") ? "tidal1tides9time2" : "emit2ladit1sedit9") };
  const near = new Near(files, { forward: ["tidal"], backward: ["emit"] });
  assert.equal((await near.of("tidse", false, new Set()))[0], "tides");
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

test("a file of the index that gets lost is asked for once more", async (context) => {
  const answers = [new Response("", { status: 503 }), new Response("[1]"), new Response("["), new Response("", { status: 404 })];
  const asked = context.mock.method(globalThis, "fetch", async () => answers.shift()).mock;
  const files = new Files(new URL("https://example.org/search/"));
  assert.deepEqual(await files.packed("a.bin"), [1]);
  await assert.rejects(files.packed("b.bin"), /404/);
  assert.equal(asked.callCount(), 4);
});
