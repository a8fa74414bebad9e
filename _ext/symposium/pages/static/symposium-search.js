// The search page: asks Pagefind's index, shows results as a list, facets by kind and year.
// The state of the search is in the address: ?q=…&kind=…&year=…

const PAGE = 20;
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

let pagefind = null;
let results = [];
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

function item(data) {
  const row = document.createElement("li");
  const link = document.createElement("a");
  link.href = data.url;
  link.textContent = data.meta.title || data.url;
  const kind = document.createElement("span");
  kind.className = "sy-search-kind";
  const name = (data.filters.kind || [])[0];
  kind.textContent = [KINDS[name] || "", ...(data.filters.year || []).slice(0, 1)]
    .filter(Boolean).join(" · ");
  const excerpt = document.createElement("p");
  excerpt.append(...marked(data.excerpt));
  row.append(link, " ", kind, excerpt);
  return row;
}

// Pagefind marks the words it found by <mark> in text it has escaped; nothing else becomes markup.
function marked(html) {
  const decode = (text) => {
    // In an element, because a parser drops white space at the very beginning of a document.
    const holder = new DOMParser().parseFromString(`<p>${text}</p>`, "text/html");
    return holder.body.textContent;
  };
  return html.split(/(<mark>.*?<\/mark>)/s).map((part) => {
    if (!part.startsWith("<mark>")) return decode(part);
    const mark = document.createElement("mark");
    mark.textContent = decode(part.slice(6, -7));
    return mark;
  });
}

async function showMore(current) {
  const next = await Promise.all(results.slice(shown, shown + PAGE).map((r) => r.data()));
  if (current !== asked) return;
  list.append(...next.map(item));
  shown += next.length;
  more.hidden = shown >= results.length;
}

function showFacets(counts, totals, q, chosen) {
  facets.replaceChildren();
  for (const [name, title] of Object.entries(FACETS)) {
    const values = Object.entries(totals[name] || {})
      .map(([value]) => [value, (counts[name] || {})[value] || 0])
      .filter(([value, count]) => count || chosen[name].includes(value));
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
  const filters = {};
  for (const [name, values] of Object.entries(chosen)) {
    if (values.length) filters[name] = { any: values };
  }
  if (!q && !Object.keys(filters).length) {
    list.replaceChildren();
    facets.hidden = true;
    more.hidden = true;
    status.textContent = "";
    return;
  }
  const totals = await pagefind.filters();
  const answer = await pagefind.search(q || null, { filters });
  if (current !== asked) return;
  results = answer.results;
  shown = 0;
  list.replaceChildren();
  const n = results.length;
  status.textContent = n ? `${n} ${n === 1 ? "result" : "results"}` : "Nothing found.";
  showFacets(answer.filters, totals, q, chosen);
  if (focus) {
    const [name, value] = focus.split("=");
    facets.querySelector(`input[name="${name}"][value="${CSS.escape(value)}"]`)?.focus();
  }
  await showMore(current);
}

async function start() {
  try {
    pagefind = await import(new URL(script.dataset.pagefind, location.href));
    // Ranking: names and titles are short, so a hit in them should weigh more than length.
    await pagefind.options({ excerptLength: 24 });
    await pagefind.init();
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
  await search();
}

start();
