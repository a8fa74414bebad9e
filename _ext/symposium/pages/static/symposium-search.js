// The search page: asks an index, shows results as a list, facets by kind and year.
// The state of the search is in the address: ?q=…&kind=…&year=…
//
// An index is what `open` of one of the modules below gives. Its one method is
// search(query, {filters: {kind: […], year: […]}}), which promises {total, facets, load}:
// `facets` are [value, count] by the name of the facet, `load(from, to)` promises those results,
// the best first: {title, url, kind, year, parts: [{text, mark}]}, and {standing, notice} of a work
// that was retracted or the like. All of that is text, never markup.

const FACETS = { kind: "Kind", year: "Year" };
const KINDS = {
  person: "People", paper: "Papers", poster: "Posters", event: "Events", talk: "Talks",
  topic: "Topics", venue: "Venues", source: "Sources", software: "Software", year: "Years", index: "Lists",
  page: "Pages", home: "Home",
};

const byId = (id) => document.getElementById(id);
const input = byId("sy-search-input");
const list = byId("sy-search-results");
const status = byId("sy-search-status");
const more = byId("sy-search-more");
const facets = byId("sy-search-facets");
const fallback = byId("sy-search-fallback");
const script = byId("sy-search-script");

let index = null;
let size = 20; // results shown at once
let answer = null; // to the latest search
let shown = 0;
let asked = 0; // the number of the latest search: answers to earlier ones are dropped

function state() {
  const params = new URLSearchParams(location.search);
  const chosen = {};
  for (const name of Object.keys(FACETS)) chosen[name] = params.getAll(name);
  return { q: params.get("q") || "", chosen };
}

function remember(q, chosen, replace) {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  for (const [name, values] of Object.entries(chosen)) {
    for (const value of values) params.append(name, value);
  }
  const address = params.toString() ? `?${params}` : location.pathname;
  history[replace ? "replaceState" : "pushState"](null, "", address);
}

function item(result) {
  const row = document.createElement("li");
  const link = document.createElement("a");
  link.href = result.url;
  link.textContent = result.title;
  const kind = document.createElement("span");
  kind.className = "sy-search-kind";
  kind.textContent = [KINDS[result.kind] || "", result.year || ""].filter(Boolean).join(" · ");
  const excerpt = document.createElement("p");
  for (const { text, mark } of result.parts) {
    const part = mark ? document.createElement("mark") : document.createTextNode("");
    part.textContent = text;
    excerpt.append(part);
  }
  row.append(link, " ", ...standing(result), kind, excerpt);
  return row;
}

// What has become of a work that was retracted or the like, with a link to the notice.
function standing({ standing: word, notice }) {
  if (!word) return [];
  const mark = document.createElement("span");
  mark.className = "sy-badge sy-badge-alert";
  let text = mark;
  if (/^(https?|mailto):/.test(notice || "")) {
    text = document.createElement("a");
    text.href = notice;
    mark.append(text);
  }
  text.textContent = word;
  return [mark, " "];
}

async function showMore(current) {
  const next = await answer.load(shown, shown + size);
  if (current !== asked) return;
  list.append(...next.map(item));
  shown += next.length;
  more.hidden = shown >= answer.total;
}

function showFacets(found, chosen) {
  facets.replaceChildren();
  for (const [name, title] of Object.entries(FACETS)) {
    const values = found[name] || [];
    if (values.length < 2 && !chosen[name].length) continue;
    values.sort((a, b) => (name === "year" ? b[0].localeCompare(a[0]) : b[1] - a[1]));
    const group = document.createElement("fieldset");
    const legend = document.createElement("legend");
    legend.textContent = title;
    group.append(legend);
    for (const [value, count] of values) {
      const label = document.createElement("label");
      const box = document.createElement("input");
      box.type = "checkbox";
      box.name = name;
      box.value = value;
      box.checked = chosen[name].includes(value);
      box.addEventListener("change", () => {
        const rest = chosen[name].filter((other) => other !== value);
        remember(input.value, { ...chosen, [name]: box.checked ? [...rest, value] : rest });
        search({ focus: `${name}=${value}` });
      });
      label.append(box, ` ${name === "kind" ? KINDS[value] || value : value} `);
      const number = document.createElement("span");
      number.className = "sy-search-count";
      number.textContent = count;
      label.append(number);
      group.append(label);
    }
    facets.append(group);
  }
  facets.hidden = !facets.children.length;
}

async function search({ focus } = {}) {
  const { q, chosen } = state();
  const current = ++asked;
  if (input.value !== q) input.value = q;
  if (!q && !Object.values(chosen).some((values) => values.length)) {
    list.replaceChildren();
    facets.hidden = true;
    more.hidden = true;
    status.textContent = "";
    return;
  }
  let found;
  try {
    found = await index.search(q, { filters: chosen });
  } catch {
    if (current === asked) status.textContent = "The search index could not be loaded.";
    return;
  }
  if (current !== asked) return;
  answer = found;
  shown = 0;
  list.replaceChildren();
  const n = answer.total;
  status.textContent = n ? `${n} ${n === 1 ? "result" : "results"}` : "Nothing found.";
  showFacets(answer.facets, chosen);
  if (focus) {
    const [name, value] = focus.split("=");
    facets.querySelector(`input[name="${name}"][value="${CSS.escape(value)}"]`)?.focus();
  }
  await showMore(current);
}

async function open(engine, address) {
  if (engine === "shards") {
    const { Shards, PAGE } = await import("./symposium-search-shards.js");
    size = PAGE;
    return Shards.open(address);
  }
  const { Pagefind, PAGE } = await import("./symposium-search-pagefind.js");
  size = PAGE;
  return Pagefind.open(address);
}

async function start() {
  if (!script.dataset.engine) return; // the site has no index: the lists stay
  try {
    index = await open(script.dataset.engine, new URL(script.dataset.index, location.href));
  } catch {
    return; // the lists stay
  }
  fallback.hidden = true;
  let timer;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      remember(input.value, state().chosen, true);
      search();
    }, 150);
  });
  input.form.addEventListener("submit", (event) => {
    event.preventDefault();
    remember(input.value, state().chosen);
    search();
  });
  more.addEventListener("click", () => showMore(asked));
  addEventListener("popstate", () => search());
  input.focus();
  // What was typed before the index was there.
  if (input.value && input.value !== state().q) remember(input.value, state().chosen, true);
  await search();
}

start();
