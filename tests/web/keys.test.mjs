// The cite keys in a text, and the ids that belong to them.

import assert from "node:assert/strict";
import test from "node:test";

import { STATIC } from "./page.mjs";

const { citedKeys, digest, slug } = await import(new URL("symposium-cited-keys.js", STATIC));

const TEXTS = {
  "an .aux of BibTeX": ["\\relax\n\\citation{a2020,b-c:d}\n\\@writefile{toc}{x}\n\\citation{*}", ["a2020", "b-c:d"]],
  "an .aux of biblatex": ["\\abx@aux@cite{0}{one}\\abx@aux@segm{0}{0}{one}\\abx@aux@cite{0}{two}", ["one", "two"]],
  "a .bcf": ['<bcf:citekey order="1">x</bcf:citekey><bcf:citekey order="2">y</bcf:citekey>', ["x", "y"]],
  "LaTeX": ["\\cite[p.~3]{one, two} \\parencite[see][3]{three} \\textcite*{four} % \\cite{no}\n5\\% \\citet{six}\\nocite{*}", ["one", "two", "three", "four", "six"]],
  "MyST": ["{cite:t}`a;b`, {cite}`c,{see}d{p. 3}`, {footcite}`e`, me@here.org", ["a", "b", "c", "d", "e"]],
  "Pandoc": ["[see @doe99, pp. 33; also -@smith04] and @{10.1/x}. Mail: no@mail.org", ["doe99", "smith04", "10.1/x"]],
  "Typst": ['#cite(<k1>) and @k2[p. 3], #cite(label("10.1/x"))', ["k1", "10.1/x", "k2"]],
  "a bibliography": ["@article{foo,\n title={a}}\n@inproceedings{bar-1, x=1}", ["foo", "bar-1"]],
  "a list": ["key1\nkey2, key3;key4  key5", ["key1", "key2", "key3", "key4", "key5"]],
  "nothing": [" \n", []],
};

for (const [name, [text, keys]] of Object.entries(TEXTS)) {
  test(`the keys of ${name}`, () => assert.deepEqual(new Set(citedKeys(text)), new Set(keys)));
}

test("a key has the id that the site gives it", async () => {
  const found = ["DBLP:conf/sc/Dryden21", "Grönquist_2020", "O'Neil", "Łukasz+x", "Straße"].map(slug);
  assert.deepEqual(found, ["dblp-conf-sc-dryden21", "gronquist-2020", "o-neil", "lukasz-x", "strasse"]);
  assert.equal(`x-${await digest("候丽", 10)}`, "x-8d2fed0c61");
});
