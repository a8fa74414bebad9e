// The search page: asks the index, shows what it finds as cards of their kinds, with filters.
// The state of the search is in the address: ?q=…&kind=…&year=…&sort=…
//
// An index is what `open` of symposium-index.js gives; the words for its parts stand there.

import { open } from "./symposium-index.js";
import { card } from "./symposium-search-cards.js";
import { Facets, callFacets, chips } from "./symposium-search-facets.js";
import { allOf, amount, callKinds, corrections, el, groupName, leftOut, results } from "./symposium-search-parts.js";

const { _, pieces, plural } = symposiumTexts;
const PAGE = 20; // results of one kind that are shown at once
const GROUP = [5, 5, 3]; // results of the first group of several, the second, the others
const BEGINNING = 4; // letters of a word that nothing has
const WAIT = 120; // milliseconds after a letter
const SLOW = 400; // and after which a search says that it is still looking

const byId = (id) => document.getElementById(`sy-search-${id}`);
/** @typedef {HTMLElement} E */
const [script, input, line, status, note, list, sort, panel, back, chosenList, fallback, why] = (
  /** @type {[E, HTMLInputElement, E, E, E, E, HTMLSelectElement, HTMLDetailsElement, E, E, E, E]} */ (/** @type {unknown} */ ([
    "script", "input", "line", "status", "note", "results", "sort", "facets", "back", "chips", "fallback", "why",
  ].map(byId)))
);
const summary = /** @type {HTMLElement} */ (panel.querySelector("summary"));
const sorting = /** @type {HTMLElement} */ (sort.parentElement);
const facets = new Facets(panel.querySelector(".sy-search-facet-list"), choose);
const wide = matchMedia("(min-width: 60rem)");

// Pagefind needs what a browser or the policy of a site may withhold; names and titles do not.
function withoutWebAssembly() {
  try {
    return !new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  } catch {
    return true;
  }
}

const deaf = script.dataset.engine === "pagefind" && withoutWebAssembly();
/** @type {Awaited<ReturnType<typeof open>>} */
let index;
let asked = 0; // the number of the latest search: answers to earlier ones are dropped
/** To the latest search. @type {Answer | null} */
let answer = null;

// The address

function state() {
  const params = new URLSearchParams(location.search);
  /** @type {Filters} */
  const filters = {};
  for (const [name] of index?.root.facets ?? []) filters[name] = [...new Set(params.getAll(name))];
  const order = params.get("sort");
  return { q: params.get("q") || "", filters, sort: order === "newest" || order === "oldest" ? order : "relevance" };
}

function addressOf({ q, filters, sort: order }) {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  for (const [name, values] of Object.entries(filters)) for (const value of values) params.append(name, value);
  if (order !== "relevance") params.set("sort", order);
  return `${params}` ? `?${params}` : location.pathname;
}

function go(change, { replace = false } = {}) {
  const to = addressOf({ ...state(), ...change });
  if (to !== (location.search || location.pathname)) history[replace ? "replaceState" : "pushState"](null, "", to);
  return search();
}

function choose(name, value, on) {
  const { filters } = state();
  const rest = filters[name].filter((other) => other !== value);
  return go({ q: input.value, filters: { ...filters, [name]: on ? [...rest, value] : rest } });
}

const without = (filters) => Object.fromEntries(Object.keys(filters).map((name) => [name, []]));

// What is shown

function showChosen({ filters }) {
  const again = (at) => (chosenList.querySelectorAll("button")[at] || input).focus();
  const made = chips(
    filters,
    (name, value) => {
      /** @type {(Element | null)[]} */
      const buttons = [...chosenList.querySelectorAll("button")];
      const at = buttons.indexOf(document.activeElement);
      choose(name, value, false);
      again(Math.max(0, Math.min(at, chosenList.children.length - 1)));
    },
    () => {
      go({ filters: without(filters) });
      input.focus();
    },
  );
  chosenList.replaceChildren(...made);
  chosenList.hidden = !made.length;
  const many = Object.values(filters).flat().length;
  summary.textContent = many ? _("Filters ({count})", { count: amount(many) }) : _("Filters");
}

function showNote(found) {
  const parts = [];
  if (found.corrected?.length) parts.push(...pieces(_("Showing results for {words}."), { words: corrections(found.corrected) }).flat(), " ");
  parts.push(...leftOut(found.dropped));
  if (deaf) parts.push(_("Only names, titles and ids are searched, no abstracts: this browser does not run WebAssembly here."));
  note.replaceChildren(...parts);
  note.hidden = !parts.length;
}

// Groups of several kinds, each with its first results; or one kind, page by page.
async function showResults(found, now, current) {
  const { kinds } = found;
  const single = kinds.length === 1;
  const made = await Promise.all(kinds.map(async ([kind, total], i) => {
    const size = single ? PAGE : GROUP[Math.min(i, GROUP.length - 1)];
    return group(found, now, kind, total, await found.load(0, size, kind), single);
  }));
  if (current === asked) list.replaceChildren(...made);
}

function group(found, now, kind, total, first, single) {
  const heading = el("h2", {}, `${groupName(kind)} `, el("span", { class: "sy-count" }, amount(total)));
  const cards = el("ol", { class: `sy-result-list sy-result-list-${kind}` }, ...first.map(card));
  const made = el("section", { class: "sy-result-group", "aria-label": groupName(kind) }, heading, cards);
  if (first.length >= total) return made;
  made.append(single ? moreButton(found, kind, total, cards) : allLink(now, kind, total));
  return made;
}

function allLink(now, kind, total) {
  const filters = { ...now.filters, kind: [kind] };
  const link = el("a", { href: addressOf({ ...now, filters }), class: "sy-result-all" }, allOf(total, kind));
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    await go({ filters });
    status.scrollIntoView({ block: "nearest" });
    (titles()[0] || input).focus();
  });
  return el("p", {}, link);
}

function moreButton(found, kind, total, cards) {
  const button = el("button", { type: "button", class: "sy-button" }, _("More results"));
  button.addEventListener("click", async () => {
    const from = cards.children.length;
    const next = await found.load(from, from + PAGE, kind);
    if (found !== answer || cards.children.length !== from) return;
    cards.append(...next.map(card));
    if (cards.children.length >= total || !next.length) button.remove();
    cards.children[from]?.querySelector("a").focus();
  });
  return button;
}

// The beginning of a word, if it finds something: what is typed may go on wrongly.
async function shorter(query) {
  const word = (query.match(/[\p{L}\p{N}]+/gu) || []).find((one) => [...one].length > BEGINNING);
  const begin = word && [...word].slice(0, BEGINNING).join("");
  const found = begin && await index.search(begin, { filters: without(state().filters), sort: "relevance", text: false });
  return found?.total ? begin : "";
}

async function showNothing(now, current) {
  const begin = await shorter(now.q);
  if (current !== asked) return;
  const many = Object.values(now.filters).flat().length;
  const hints = [
    many > 0 && pieces(_("Take back a filter, or {search}."), {
      search: el("button", { type: "button", class: "sy-link", click: () => go({ filters: without(now.filters) }) }, _("search without filters")),
    }),
    now.q && (begin
      ? pieces(_("Use fewer words, or only the beginning of one: {word} finds all that begins so."), {
        word: el("a", { href: addressOf({ ...now, q: begin, filters: without(now.filters) }) }, begin),
      })
      : [_("Use fewer words, or only the beginning of one.")]),
    now.q && [_("A surname with a year, a DOI, an arXiv id, an ORCID iD or a cite key finds its record.")],
    [_("The lists below hold everything.")],
  ];
  list.replaceChildren(el("ul", { class: "sy-search-hints" }, ...hints.filter(Boolean).map((hint) => el("li", {}, ...hint))));
}

function showStart() {
  const ways = [
    [_("A name, without its accents too, or any printed form of it.")],
    [_("A few words of a title, or an abstract; the last one need not be finished.")],
    pieces(_("A surname and a year: {example}."), { example: el("kbd", {}, _("smith 2021")) }),
    pieces(_("What to leave out, and either of two: {out}, {either}."), {
      out: el("kbd", {}, _("reading -sparse")), either: el("kbd", {}, _("smith OR jones")),
    }),
    [_("A DOI, an arXiv id, an ORCID iD or a cite key; addresses that hold one, and whole references, can be pasted.")],
    [_("No words at all: filters alone list all that fits.")],
  ];
  list.replaceChildren(el("ul", { class: "sy-search-hints" }, ways.map((way) => el("li", {}, ...way))));
}

async function showFacets(found, now, current) {
  if (!panel.open) return; // nobody sees them: nothing is loaded
  const values = await found.facets();
  if (current !== asked) return;
  panel.classList.toggle("sy-search-no-facets", !facets.show(values, now.filters));
}

async function search() {
  const now = state();
  const current = ++asked;
  if (input.value !== now.q) input.value = now.q;
  sort.value = now.sort;
  showChosen(now);
  const everything = !now.q.trim() && !Object.values(now.filters).some((values) => values.length);
  let found;
  const slow = setTimeout(() => { status.textContent = _("Searching…"); }, SLOW);
  try {
    list.setAttribute("aria-busy", "true");
    found = await index.search(now.q, { filters: now.filters, sort: now.sort, text: !deaf });
    clearTimeout(slow);
    if (current !== asked) return;
    answer = found;
    if (everything) showStart();
    else if (found.total) await showResults(found, now, current);
    else await showNothing(now, current);
    if (current !== asked) return;
    showNote(found);
    status.textContent = everything ? "" : found.total ? results(found.total) : _("Nothing found.");
    back.textContent = everything || !found.total ? _("Close the filters") : plural(found.total, "Show {count} result", "Show {count} results");
    sorting.hidden = everything || found.total < 2;
    fallback.hidden = !everything && found.total > 0;
    fallback.classList.add("sy-search-ready"); // its place is known
    list.removeAttribute("aria-busy");
    await showFacets(found, now, current);
  } catch {
    if (current === asked) fail();
  } finally {
    clearTimeout(slow);
  }
}

// On a phone the filters stand above what they leave: a button below them leads there.
function toResults() {
  panel.open = false;
  panel.scrollIntoView({ block: "start" });
  (titles()[0] || summary).focus({ preventScroll: true });
}

// The keys: down from the input into the results, up again.

const titles = () => [...list.querySelectorAll("a.sy-result-title")];

function walk(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const links = titles();
  const at = event.target === input ? -1 : links.indexOf(event.target);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || (at < 0 && event.target !== input) || at + step >= links.length || at + step < -1) return;
  event.preventDefault();
  (links[at + step] || input).focus();
}

// The beginning

function fail() {
  list.replaceChildren();
  list.removeAttribute("aria-busy");
  line.hidden = true;
  panel.hidden = true;
  fallback.hidden = false;
  fallback.classList.add("sy-search-ready");
  why.textContent = String(why.dataset.failed);
  why.hidden = false;
}

async function start() {
  why.hidden = true;
  sorting.hidden = true;
  panel.open = wide.matches;
  wide.addEventListener("change", () => { panel.open = wide.matches; });
  panel.addEventListener("toggle", () => answer && showFacets(answer, state(), asked));
  if (state().q) fallback.hidden = true;
  try {
    const { engine } = script.dataset;
    index = await open(new URL(String(script.dataset.index), location.href), { engine, texts: true });
    callKinds(index.root.kinds);
    callFacets(index.root);
  } catch {
    fail();
    return;
  }
  line.hidden = false;
  panel.hidden = false;
  let timer;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => go({ q: input.value }, { replace: true }), WAIT);
  });
  input.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    go({ q: input.value });
  });
  sort.addEventListener("change", () => go({ sort: sort.value }));
  back.addEventListener("click", toResults);
  for (const part of [input, list]) part.addEventListener("keydown", walk);
  addEventListener("popstate", search);
  // On a phone the keyboard would hide the page. Who is elsewhere by now stays there.
  if (wide.matches && document.activeElement === document.body) input.focus({ preventScroll: true });
  const typed = input.value; // before the index was there
  await (typed && typed !== state().q ? go({ q: typed }, { replace: true }) : search());
}

start();
