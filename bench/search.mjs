// Asks the search of a built site what a browser would ask, by the site's own modules, in node.
//
//     node search.mjs SITE STATIC < questions.json > answers.json
//
// SITE is the folder of the site, STATIC that of the scripts. Questions
// are {cold, show, facets, questions: [{query, filters, sort, text, how}, …]}; `cold` opens the
// index anew for each, so that nothing is known of earlier ones, and shows what a page shows first.
// Answers tell what was found, `show` of it as shown, and which files that took, the bytes of each
// as sent, milliseconds, and those of the processor.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { register } from "node:module";

import { place } from "./search_files.mjs";

const HOST = "http://site.invalid/";
const INDEX = new URL("search/root.bin", HOST);

const [site, modules] = process.argv.slice(2);
const folders = { site, modules };
register("./search_files.mjs", import.meta.url, { data: { host: HOST, folders } });

let asked = new Map();
globalThis.location = new URL(HOST);
globalThis.fetch = async (given) => {
  const address = new URL(given.url ?? given, HOST);
  if (address.origin !== HOST.slice(0, -1)) throw new TypeError(`${address} is elsewhere`);
  let content;
  try {
    content = await readFile(place(address, HOST, folders));
  } catch {
    return new Response(null, { status: 404 });
  }
  asked.set(address.pathname.slice(1), content.length);
  return new Response(content);
};

const { open } = await import(`${HOST}_static/symposium-index.js`);
const { Facets } = await import(`${HOST}_static/symposium-index-facets.js`);
const { cold = false, show = 10, facets = false, questions } = JSON.parse(
  readFileSync(0, "utf8"),
);
const opened = () => open(INDEX, { Facets });
const kept = cold ? null : await opened();
const answers = [];
for (const { query, ...options } of questions) {
  asked = new Map();
  const [start, used] = [performance.now(), process.cpuUsage()];
  const index = kept || await opened();
  const found = await index.search(query, options);
  const shown = cold ? (await found.groups()).flatMap(({ rows }) => rows) : await found.load(0, show);
  const results = await Promise.all(shown.map(async ({ excerpt, ...result }) => (
    { ...result, parts: await excerpt?.() ?? [] }
  )));
  const counts = facets ? await found.facets() : null;
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  const { total, kinds, corrected, dropped } = found;
  answers.push({ total, kinds, corrected, results, facets: counts, asked: [...asked], ms, cpu: (user + system) / 1000 });
}
process.stdout.write(JSON.stringify(answers));
