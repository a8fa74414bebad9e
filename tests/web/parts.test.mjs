import assert from "node:assert/strict";
import test from "node:test";

import { STATIC, shown } from "./page.mjs";

const { address, amount, asksHow, callKinds, counted, groupName, lacking, lines, notes } = await import(new URL("symposium-search-parts.js", STATIC));
const { fileOf } = await import(new URL("symposium-correct.js", STATIC));
const { marked, matching } = await import(new URL("symposium-palette-commands.js", STATIC));

for (const [text, query, expected] of [
  ["Fast Reading", "read", "Fast [Read]ing"],
  ["Julia Bazińska", "bazinsk", "Julia [Bazińsk]a"],
  ["Reading", "fast", "Reading"],
]) {
  test(`the beginnings of words are marked: ${query} in ${text}`, () => {
    assert.equal(shown(marked(text, query)), expected);
  });
}

test("an address that would run a script is none", () => {
  assert.equal(address("javascript:alert(1)"), null);
  assert.equal(address("https://site.test/a"), "https://site.test/a");
});

test("the file of a record has digits of the CRC-32 of its id, which is 11001011… for 123456789", () => {
  assert.equal(fileOf(["people-0.json", "people-10.json", "people-110.json", "people-111.json"], "123456789"), "people-110.json");
  assert.equal(fileOf(["people.json"], "ada-byron"), "people.json");
});

callKinds({ person: ["person", "People", ["{count} person", "{count} people"]], paper: ["paper", "Papers", ["{count} paper", "{count} papers"]] });

test("kinds that nobody has a word for are called by their name", () => {
  assert.equal(groupName("recipe"), "Recipe");
  assert.equal(groupName("person"), "People");
});

test("kinds are counted, those that nobody has a word for too", () => {
  assert.deepEqual([counted(1, "person"), counted(2, "person"), counted(1234, "recipe")], ["1 person", "2 people", "1,234 recipe"]);
});

test("large numbers are easy to read", () => {
  assert.equal(amount(12345), "12,345");
});

const record = { kind: "paper", title: "", year: "", note: "", people: [], more_people: false, venue: "", key: "", affiliation: "", papers: 0, missing: [] };
const said = (one) => lines({ ...record, ...one }).map(shown);

test("two lines say of a paper who, and where and when", () => {
  const people = [["Ann Lee", "https://site.test/ann"], ["B. Roe", ""]];
  assert.deepEqual(said({ people, more_people: true, venue: "JoK", year: "2020", key: "lee2020" }), ["[Ann Lee], B. Roe, et al.", "JoK · 2020"]);
});

test("a line says all else that the index tells", () => {
  assert.deepEqual(said({ kind: "talk", note: "Keynote", people: [["Ann Lee", ""]], venue: "Day of Tides", year: "2020" }), ["Ann Lee", "Keynote · Day of Tides"]);
  assert.deepEqual(said({ kind: "person", affiliation: "Odd University", papers: 2 }), ["Odd University · 2 papers"]);
  assert.deepEqual(said({ kind: "year", title: "2020", year: "2020", papers: 1 }), ["1 paper"]);
  assert.deepEqual(said({ kind: "page" }), []);
});

test("a result says which words it lacks", () => {
  assert.equal(lacking({ missing: ["tides", "sea"] }), "Without: tides, sea");
  assert.ok(!lacking(record));
});

test("what was taken for what was typed is said, and what no result has", () => {
  assert.equal(shown(notes({ corrected: [["tdies", "tides"]], dropped: [] }).filter(Boolean)), "Showing results for [tides] instead of “tdies”. ");
  assert.equal(shown(notes({ corrected: [], dropped: ["xyzzy"] }).filter(Boolean)), "Nothing has all of the words. Left out: “xyzzy”.");
  assert.equal(shown(notes({ corrected: [], dropped: [] }).filter(Boolean)), "");
});

test("a question that begins with how asks for instructions", () => {
  assert.deepEqual(["How do I begin?", " how to", "however", "show how", "", "?"].map(asksHow), [true, true, false, false, false, false]);
});

test("commands are found by the beginnings of their words", () => {
  const all = [{ title: "Dark colours", words: "theme" }, { title: "Home", words: "start" }];
  assert.deepEqual(matching(all, "the dark").found, [all[0]]);
  assert.deepEqual(matching(all, "home"), { found: [all[1]], exact: true });
  assert.deepEqual(matching(all, " ").found, all);
  assert.deepEqual(matching(all, "&").found, []);
});
