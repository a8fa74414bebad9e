import assert from "node:assert/strict";
import test from "node:test";

import { STATIC } from "./page.mjs";

const { alternatives, asTyped, parts } = await import(new URL("symposium-index-typed.js", STATIC));
const { apart, parse } = await import(new URL("symposium-index-query.js", STATIC));

const language = { letters: {}, stop: new Set(["the", "of"]), question: new Set(["how", "why"]), asked: new Set(["papers"]), folders: ["papers/", "people/"] };
const asked = (query) => parse(query, language);
const wordsOf = (query) => asked(query).tokens.flatMap(({ words }) => words);
const idsOf = (query) => asked(query).tokens.flatMap(({ ids }) => ids);

for (const [typed, expected] of [
  ["tides", ["tides"]],
  ["smith OR jones", ["smith", "jones"]],
  ["\\cite{doe2020fast,roe2021slow}", ["doe2020fast", "roe2021slow"]],
  ["@article{doe2020fast,\n title = {Fast Reading}", ["doe2020fast", "Fast Reading"]],
]) {
  test(`queries of which any is to be answered: ${JSON.stringify(typed)}`, () => {
    assert.deepEqual(alternatives(asTyped(typed)), expected);
  });
}

test("a minus leaves out a word, and is a sign before a number", () => {
  const { found } = parts("reading -sparse -5");
  assert.deepEqual(found.map(({ text, out }) => [text, out]), [["reading", false], ["sparse", true], ["-5", false]]);
});

test("NOT leaves out what follows it", () => {
  assert.deepEqual(parts("reading NOT sparse").found.map(({ out }) => out), [false, true]);
});

test("operators are words where they are not asked for", () => {
  assert.deepEqual(parts("THIS OR NOT THAT", false).found.map(({ text, out }) => [text, out]), [["THIS", false], ["OR", false], ["NOT", false], ["THAT", false]]);
});

test("a short year is a year in full", () => {
  assert.equal(parts("tides '21").found[1].text, "2021");
  assert.equal(parts("tides '87").found[1].text, "1987");
});

test("what stands around a pasted title is dropped", () => {
  assert.deepEqual(parts("[PDF] Fast Reading.pdf").found.map(({ text }) => text), ["Fast", "Reading"]);
});

test("the last word may be unfinished, unless a space or a sign ends it", () => {
  assert.equal(asked("fast rea").open, true);
  assert.equal(asked("fast rea ").open, false);
});

test("words that are everywhere are not looked for beside others, and are alone", () => {
  assert.deepEqual(wordsOf("the book of tides"), ["book", "tides"]);
  assert.deepEqual(wordsOf("the"), ["the"]);
});

test("words of a short question may be in a title, and so may what belongs to it", () => {
  assert.deepEqual(wordsOf("why papers rise"), ["rise"]);
  assert.deepEqual(asked("why papers rise").beside, ["why", "papers"]);
  assert.deepEqual(asked("how do papers rise").beside, ["papers"]);
  assert.deepEqual(wordsOf("papers rise"), ["papers", "rise"]);
  assert.deepEqual(asked("why one two three four").beside, []);
});

for (const [pasted, id] of [
  ["https://doi.org/10.1145/3458817.3476162", "=10.1145/3458817.3476162"],
  ["doi:10.1145/3458817", "=10.1145/3458817"],
  ["10.48550/arXiv.2101.00001", "=2101.00001"],
  ["https://arxiv.org/pdf/2101.00001v3.pdf", "=2101.00001"],
  ["https://zenodo.org/record/1177957", "=10.5281/zenodo.1177957"],
  ["hep-th.GT/9901001", "=hep-th/9901001"],
  ["https://orcid.org/0000-0002-1825-0097", "=0000-0002-1825-0097"],
  ["0000000218250097", "=0000-0002-1825-0097"],
]) {
  test(`an id is known in the form in which it is pasted: ${pasted}`, () => {
    assert.ok(idsOf(pasted).includes(id), String(idsOf(pasted)));
  });
}

test("a label in front of an id is not looked for", () => {
  assert.deepEqual(asked("doi: 10.1145/3458817").tokens.length, 1);
});

test("words in quotation marks are a phrase, and one word is that word", () => {
  assert.deepEqual(asked('"fast reading"').phrases, [["fast", "reading"]]);
  assert.deepEqual(asked('"fast"').phrases, []);
});

for (const [word, expected] of [
  ["sc22", ["sc", "2022"]],
  ["icml1998", ["icml", "1998"]],
  ["doe2020fast", ["doe", "2020", "fast"]],
  ["2020", []],
  ["tides", []],
]) {
  test(`the words that ${word} may stand for`, () => {
    assert.deepEqual(apart(word), expected);
  });
}
