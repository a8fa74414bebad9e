import assert from "node:assert/strict";
import test from "node:test";

import { STATIC } from "./page.mjs";

const { fold, words } = await import(new URL("symposium-search-terms.js", STATIC));
const letters = { ł: "l", ø: "o", ß: "ss" };

test("letters lose their accents, and those that have none to lose are spelt out", () => {
  assert.equal(fold("Ółe Größe", letters), "ole grosse");
});

test("letters of mathematics are letters", () => {
  assert.equal(fold("𝐀ttention", letters), "attention");
});

test("words end where letters and digits do", () => {
  assert.deepEqual(words("O’Neil-Smith 2021", letters), ["o", "neil", "smith", "2021"]);
});

test("what is written without spaces is a word for each sign", () => {
  assert.deepEqual(words("模型 model", letters), ["模", "型", "model"]);
});

test("no word is longer than the index has them", () => {
  assert.deepEqual(words("ab".repeat(40), letters), ["ab".repeat(16)]);
});
