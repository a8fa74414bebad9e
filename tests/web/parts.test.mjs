import assert from "node:assert/strict";
import test from "node:test";

import { STATIC, shown } from "./page.mjs";

const { address, amount, callKinds, counted, detail, excerpt, groupName, marked, summary } = await import(new URL("symposium-search-parts.js", STATIC));
const { matching } = await import(new URL("symposium-palette-commands.js", STATIC));

// A star stands before what is marked.
const pieces = (texts) => texts.map((one) => ({ text: one.replace(/^\*/, ""), mark: one.startsWith("*") }));

for (const [texts, title, expected] of [
  [["Person. Ann Lee. Advised by ", "*Bo", "."], "Ann Lee", "Advised by [Bo]."],
  [["Paper. Big ", "*Tides", ". Of ", "*tides", " here"], "Big Tides", "Of [tides] here"],
  [["Wind. Of ", "*tides"], "Wind", "Of [tides]"],
  [["in. 3 of Ann Lee. Advised by ", "*Bo"], "Ann Lee", "in. 3 of Ann Lee. Advised by [Bo]"],
  [["*Bo", " was there"], "Ann Lee", "[Bo] was there"],
]) {
  test(`an excerpt says nothing that stands above it: ${texts.join("")}`, () => {
    assert.equal(shown(excerpt(pieces(texts), title)), expected);
  });
}

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

test("a line says of a paper who, where and when", () => {
  const one = { kind: "paper", people: [["Ann Lee", ""]], more_people: true, venue: "JoK", year: "2020" };
  assert.equal(summary(one), "Ann Lee, et al. · JoK · 2020");
});

test("what has no line of its own says all that the index tells", () => {
  assert.equal(detail({ kind: "talk", note: "Keynote", people: [["Ann Lee", ""]], more_people: false, venue: "Day of Tides" }), "Keynote · Ann Lee · Day of Tides");
  assert.equal(detail({ kind: "year", note: "", people: [], papers: 1 }), "1 paper");
});

test("commands are found by the beginnings of their words", () => {
  const all = [{ title: "Dark colours", words: "theme" }, { title: "Home", words: "start" }];
  assert.deepEqual(matching(all, "the dark").found, [all[0]]);
  assert.deepEqual(matching(all, "home"), { found: [all[1]], exact: true });
  assert.deepEqual(matching(all, " ").found, []);
});
