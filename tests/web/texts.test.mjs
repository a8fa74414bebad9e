import assert from "node:assert/strict";
import test from "node:test";

import { again } from "./page.mjs";

// Texts as a page has them whose language has a catalogue.
function texts(messages) {
  globalThis.symposiumMessages = messages;
  again("symposium.js");
  return globalThis.symposiumTexts;
}

const english = texts(undefined);
const german = texts({
  language: "de",
  form: (n) => Number(n !== 1),
  messages: {
    "Copy {what}": ["{what} kopieren"],
    "{count} paper": ["{count} Beitrag", "{count} Beiträge"],
    "filters\u0004Clear": ["Zurücksetzen"],
    "{page} has lists": ["Listen hat {page}"],
  },
});
const arabic = texts({
  language: "ar",
  form: (n) => (n === 0 ? 0 : n === 1 ? 1 : n === 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5),
  messages: { "{count} paper": ["لا أوراق", "ورقة", "ورقتان", "{count} أوراق", "{count} ورقة", "{count} ورقة"] },
});

test("without a catalogue texts are English", () => {
  assert.equal(english._("Copy {what}", { what: "it" }), "Copy it");
  assert.deepEqual([0, 1, 2, 1234].map((n) => english.plural(n, "{count} paper", "{count} papers")), ["0 papers", "1 paper", "2 papers", "1,234 papers"]);
  assert.equal(english.dates, "en-GB");
});

test("with one they are translated, in the form for their number, and numbers are written as there", () => {
  assert.equal(german._("Copy {what}", { what: "Schlüssel" }), "Schlüssel kopieren");
  assert.deepEqual([1, 2, 1234].map((n) => german.plural(n, "{count} paper", "{count} papers")), ["1 Beitrag", "2 Beiträge", "1.234 Beiträge"]);
});

test("a language may have six forms", () => {
  assert.deepEqual([0, 1, 2, 3, 11].map((n) => arabic.plural(n, "{count} paper", "{count} papers")), ["لا أوراق", "ورقة", "ورقتان", "3 أوراق", "11 ورقة"]);
});

test("a text that means several things is told apart by its context", () => {
  assert.equal(german.pgettext("filters", "Clear"), "Zurücksetzen");
  assert.equal(german.pgettext("all stars", "Clear"), "Clear");
});

test("what has no translation stays English, with its placeholders filled", () => {
  assert.equal(german._("Remove {what}", { what: "x" }), "Remove x");
  assert.equal(german.plural(1, "{count} talk", "{count} talks"), "1 talk");
});

test("nothing that objects have by themselves is taken for a translation", () => {
  assert.equal(german._("constructor"), "constructor");
});

test("what is filled in is not looked at again", () => {
  assert.equal(english._("{a} and {b}", { a: "{b}", b: "x" }), "{b} and x");
});

test("elements stand where the language has them", () => {
  assert.deepEqual(german.pieces(german._("{page} has lists"), { page: 7 }), ["Listen hat ", 7, ""]);
});
