// The search page: asks the index, shows what it finds as cards of their kinds, with filters.
// The state of the search is in the address: ?q=…&kind=…&year=…&sort=…
//
// An index is what `open` of symposium-index.js gives; the words for its parts stand there.

import { open } from "./symposium-index.js";
import { Facets as Narrowing } from "./symposium-index-facets.js";
import { Facets } from "./symposium-search-facets.js";
import { address, amount, asksHow, callKinds, counted, el, groupName, lacking, lines, notes, results, standing } from "./symposium-search-parts.js";

const { _, plural } = symposiumTexts;
const PAGE = 20; // results of a kind that was chosen that are shown at once
const WAIT = 120; // milliseconds after a letter
const SLOW = 400; // and after which a search says that it is still looking

const [script, input, line, status, note, list, hints, fewer, sort, panel, filter, back, chips, fallback, why] = [
  "script", "input", "line", "status", "note", "results", "start", "fewer", "sort", "facets", "filter", "back", "chips", "fallback", "why",
].map((id) => /** @type {any} */ (document.getElementById(`sy-search-${id}`)));
const wide = matchMedia("(min-width: 60rem)");

/** @type {Awaited<ReturnType<typeof open>>} */
let index;
/** @type {Facets} */
let facets;
let asked = 0; // the number of the latest search: answers to earlier ones are dropped
/** To the latest search. @type {Answer | null} */
let answer = null;

// The address

function state() {
  const params = new URLSearchParams(location.search);
  /** @type {Filters} */
  const filters = {};
  for (const [name] of index.root.facets) filters[name] = [...new Set(params.getAll(name))].filter((value) => name !== "year" || /^\d+$/.test(value));
  const order = params.get("sort");
  return { q: params.get("q") || "", filters, sort: order === "newest" || order === "oldest" ? order : "relevance" };
}

function addressOf({ q, filters, sort: order }) {
  const params = new URLSearchParams(q && { q });
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
  const at = [...chips.querySelectorAll("button")].indexOf(document.activeElement);
  const done = go({ q: input.value, filters: { ...filters, [name]: on ? [...rest, value] : rest } });
  if (at >= 0) ([...chips.querySelectorAll("button")].slice(0, at + 1).pop() || input).focus();
  return done;
}

const unfiltered = () => Object.fromEntries(index.root.facets.map(([name]) => [name, []]));

function clear() {
  go({ filters: unfiltered() });
  input.focus();
}

// What is shown

// What was found in a long text is fetched when its place, which is kept free, comes into view.
const excerpts = new WeakMap();
const seen = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
    seen.unobserve(target);
    excerpts.get(target)().then((pieces) => target.replaceChildren(...pieces.map(({ text, mark }) => (mark ? el("mark", {}, text) : text))));
  }
}, { rootMargin: "25%" });

function card(result) {
  const missing = lacking(result);
  const text = result.excerpt && el("p", { class: "sy-result-excerpt" });
  if (text) {
    excerpts.set(text, result.excerpt);
    seen.observe(text);
  }
  return el("li", { class: `sy-result sy-result-${result.kind}` },
    el("h3", {}, el("a", { href: address(result.url), class: "sy-result-title" }, result.title), standing(result) && " ", standing(result)),
    ...lines(result).map((parts) => el("p", { class: "sy-result-line" }, ...parts)),
    missing && el("p", { class: "sy-result-line" }, missing), text);
}

// One of several kinds, with its first results; or the only kind, page by page.
function group(reply, now, { kind, total, rows }) {
  const cards = el("ol", { class: "sy-result-list" }, ...rows.map(card));
  const only = reply.kinds.length === 1;
  return el("section", { class: "sy-result-group", "aria-label": groupName(kind) },
    el("h2", {}, `${groupName(kind)} `, el("span", { class: "sy-count" }, amount(total))), cards,
    rows.length < total && el("p", {}, only ? moreButton(reply, kind, total, cards) : allLink(now, kind, total)));
}

function allLink(now, kind, total) {
  const filters = { ...now.filters, kind: [kind] };
  const press = async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    await go({ filters });
    status.scrollIntoView({ block: "nearest" });
    (list.querySelector("a.sy-result-title") || input).focus();
  };
  return el("a", { href: addressOf({ ...now, filters }), class: "sy-result-all", click: press }, _("All {what}", { what: counted(total, kind) }));
}

function moreButton(reply, kind, total, cards) {
  const button = el("button", { type: "button", class: "sy-button", click: async () => {
    const from = cards.children.length;
    const next = await symposiumBusy(reply.load(from, from + PAGE, kind));
    if (reply !== answer || cards.children.length !== from) return;
    cards.append(...next.map(card));
    if (cards.children.length >= total || !next.length) button.remove();
    cards.children[from]?.querySelector("a").focus();
  } }, _("More results"));
  return button;
}

const isVisible = (element) => element.getClientRects().length > 0;

async function showFacets() {
  const current = asked;
  if (!answer || !isVisible(panel)) return; // nobody sees them: nothing is loaded
  const values = await answer.facets();
  if (current === asked) facets.show(values, state().filters);
}

const search = () => symposiumBusy(find());

async function find() {
  const now = state();
  const current = ++asked;
  const many = Object.values(now.filters).flat().length;
  const everything = !now.q.trim() && !many;
  if (input.value !== now.q) input.value = now.q;
  sort.value = now.sort;
  chips.replaceChildren(...facets.chips(now.filters, clear));
  chips.hidden = !many;
  filter.textContent = many ? _("Filter and sort ({count})", { count: amount(many) }) : _("Filter and sort");
  list.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => { status.textContent = _("Searching…"); }, SLOW);
  try {
    const reply = await index.search(now.q, { ...now, how: asksHow(now.q) });
    const shown = everything ? [] : await reply.groups(now.filters.kind.length === 1 ? PAGE : undefined);
    clearTimeout(slow);
    if (current !== asked) return;
    answer = reply;
    list.replaceChildren(...shown.map((section) => group(reply, now, section)));
    const parts = notes(reply);
    note.replaceChildren(...parts.filter(Boolean));
    note.hidden = !note.textContent;
    hints.hidden = !everything;
    fewer.hidden = reply.total > 0;
    fewer.querySelector(".sy-search-filtered").hidden = !many;
    status.textContent = everything ? "" : reply.total ? results(reply.total) : _("Nothing found.");
    back.textContent = everything || !reply.total ? _("Close the filters") : plural(reply.total, "Show {count} result", "Show {count} results");
    sort.parentElement.hidden = everything || reply.total < 2;
    fallback.hidden = !everything && reply.total > 0;
    fallback.classList.add("sy-search-ready"); // its place is known
    list.removeAttribute("aria-busy");
    await showFacets();
  } catch {
    if (current === asked) fail();
  } finally {
    clearTimeout(slow);
  }
}

// The beginning

function fail() {
  list.replaceChildren();
  list.removeAttribute("aria-busy");
  line.hidden = panel.hidden = true;
  fallback.hidden = why.hidden = false;
  fallback.classList.add("sy-search-ready");
  why.textContent = why.dataset.failed;
}

async function start() {
  why.hidden = true;
  fallback.hidden = new URLSearchParams(location.search).has("q");
  try {
    index = await open(new URL(script.dataset.index, location.href), { Facets: Narrowing });
  } catch {
    fail();
    return;
  }
  callKinds(index.root.kinds);
  facets = new Facets(panel.querySelector(".sy-search-facet-list"), index.root, choose);
  line.hidden = panel.hidden = false;
  const typing = symposiumTimer();
  input.addEventListener("input", () => {
    typing.start(WAIT, () => go({ q: input.value }, { replace: true }));
  });
  input.form.addEventListener("submit", (event) => {
    event.preventDefault();
    typing.stop();
    go({ q: input.value });
  });
  sort.addEventListener("change", () => go({ sort: sort.value }));
  fewer.querySelector("button").addEventListener("click", clear);
  panel.addEventListener("toggle", () => symposiumBusy(showFacets()));
  wide.addEventListener("change", () => {
    panel.hidePopover?.();
    showFacets();
  });
  addEventListener("popstate", search);
  // On a phone the keyboard would hide the page. Who is elsewhere by now stays there.
  if (wide.matches && document.activeElement === document.body) input.focus({ preventScroll: true });
  const typed = input.value; // before the index was there
  await (typed && typed !== state().q ? go({ q: typed }, { replace: true }) : search());
}

symposiumBusy(start());
