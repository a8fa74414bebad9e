// The palette: a dialog with a combobox that finds whatever has a page, and a few commands.
// symposium.js imports it when it is first opened; the index is loaded then, and nothing before.

import { actionsOf, copy } from "./symposium-palette-actions.js";
import { commands, matching } from "./symposium-palette-commands.js";
import { open as openIndex } from "./symposium-index.js";
import {
  address, amount, callKinds, corrections, leftOut, el, groupName, icon, kindName, marked, results, standing, summary,
} from "./symposium-search-parts.js";

const { _, pieces } = symposiumTexts;
const PAGES = _("Pages and actions");
const NOT_LOADED = _("The search index could not be loaded.");
const backwards = document.documentElement.dir === "rtl"; // read from right to left
const ONLY = 10; // results of the one kind that was found
const GROUPS = [5, 5, 3, 3, 2]; // of the first kind of several, and of the others
const WAIT = 40; // milliseconds after a letter
const QUIET = 600; // and before what was found is said aloud
const STEP = 5; // options that Page Down passes over

/** Where the site begins, and its search page. @type {{root: URL, page: string}} */
let place;
/** @type {ReturnType<typeof openIndex> | null} */
let index = null;
let asked = 0; // the number of the latest question: answers to earlier ones are dropped
/** What is shown. @type {Option[]} */
let options = [];
let active = -1;
/** The promise of the latest answer on the screen. @type {Promise<void> | null} */
let working = null;
/** @type {Record<string, number | undefined>} */
const timers = {};
/** @type {ReturnType<typeof build>} */
let parts;

function build() {
  const input = el("input", {
    class: "sy-palette-input", type: "text", role: "combobox", "aria-label": _("Search"), "aria-expanded": "false",
    "aria-controls": "sy-palette-list", "aria-autocomplete": "list", "aria-describedby": "sy-palette-keys",
    placeholder: _("Names, titles, topics, ids, pages…"), enterkeyhint: "go",
    autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false",
    input: () => later(), keydown: keys,
  });
  const note = el("p", { class: "sy-palette-note", hidden: true });
  const list = el("div", { class: "sy-palette-list", id: "sy-palette-list", role: "listbox", "aria-label": _("Results"), tabindex: "-1", hidden: true });
  const actions = el("div", { class: "sy-palette-actions", role: "toolbar", hidden: true, keydown: actionKeys });
  const help = el("p", { class: "sy-palette-keys", id: "sy-palette-keys" },
    ...[["↑ ↓", _("choose")], [_("Enter"), _("open")], [_("Ctrl Enter"), _("new tab")], ["Tab", _("actions")], ["Esc", _("close")]]
      .flatMap(([key, what]) => [el("kbd", {}, key), ` ${what} `]));
  const close = el("button", { type: "button", class: "sy-palette-close", "aria-label": _("Close search"), click: () => dialog.close() }, "×");
  const said = el("p", { class: "sy-hidden", role: "status" });
  const top = el("div", { class: "sy-palette-top" }, icon("search"), input);
  const dialog = el("dialog", { class: "sy-palette", "aria-label": _("Search") }, top, note, list, actions, help, close, said);
  // A press beside the box closes it; one that began inside and ends outside does not.
  dialog.addEventListener("pointerdown", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", closed);
  document.body.append(dialog);
  return { dialog, input, note, list, actions, said };
}

// Opening and closing

// Promises that the palette can be shown. Its style sheet comes first, so that nobody sees it without.
export async function ready({ root, page }) {
  if (parts) return;
  place = { root, page };
  const styles = el("link", { rel: "stylesheet", href: new URL("_static/symposium-palette.css", root).href });
  await new Promise((done) => {
    for (const what of ["load", "error"]) styles.addEventListener(what, done);
    document.head.append(styles);
  });
  parts = build();
}

export function open({ typed = "", toggle = false } = {}) {
  const { dialog, input } = parts;
  if (dialog.open) {
    if (toggle) dialog.close();
    else input.select();
    return;
  }
  input.value = typed;
  dialog.showModal();
  input.focus();
  ask();
}

function closed() {
  asked += 1;
  for (const timer of Object.values(timers)) clearTimeout(timer);
  parts.said.textContent = "";
  parts.input.value = "";
}

// Asking

function theIndex() {
  if (!index) {
    index = openIndex(new URL("search/root.bin", place.root), { engine: "shards" });
    index.then(({ root }) => callKinds(root.kinds), () => {});
    index.catch(() => { index = null; }); // another time it may be there
  }
  return index;
}

function later() {
  clearTimeout(timers.ask);
  timers.ask = setTimeout(ask, WAIT);
}

function ask() {
  clearTimeout(timers.ask);
  timers.ask = undefined;
  working = find(parts.input.value, ++asked);
  return working;
}

async function find(query, current) {
  const all = commands(place);
  const opening = theIndex(); // also before the first letter, which then finds it there
  if (!query.trim()) {
    opening.catch(() => {});
    show([group(PAGES, all.map((one) => command(one)))], []);
    return;
  }
  const { found, exact } = matching(all, query);
  let answer;
  let groups;
  try {
    answer = await (await opening).search(query, { filters: {}, text: false });
    const sizes = answer.kinds.length > 1 ? GROUPS : [ONLY];
    groups = await Promise.all(answer.kinds.slice(0, sizes.length).map(async ([kind, total], i) => (
      { kind, total, rows: await answer.load(0, sizes[i], kind) }
    )));
  } catch {
    if (current === asked) showFailure(query, found);
    return;
  }
  if (current !== asked) return;
  const words = [query, ...(answer.corrected || []).map(([, taken]) => taken)].join(" "); // to be marked
  const urls = new Set(groups.flatMap(({ rows }) => rows.map((row) => address(row.url))));
  const own = group(PAGES, found.filter((one) => one.run || !urls.has(address(one.url))).map((one) => command(one, query)));
  const shown = groups.map(({ kind, total, rows }) => group(groupName(kind), rows.map((row) => option(row, words)), total));
  const last = group("", [onPage(query, answer.total)]);
  const note = answer.corrected?.length ? pieces(_("Showing results for {words}"), { words: corrections(answer.corrected) }).flat() : [];
  note.push(...leftOut(answer.dropped));
  show(exact ? [own, ...shown, last] : [...shown, own, last], note);
  announce(answer.total);
}

// Showing

const searchAddress = (query) => {
  const url = new URL(place.page);
  url.searchParams.set("q", query);
  return url.href;
};

function row(attributes, title, detail, more = []) {
  return el("a", { role: "option", tabindex: "-1", "aria-selected": "false", class: "sy-palette-option", ...attributes },
    el("span", { class: "sy-palette-title" }, ...title), detail && el("span", { class: "sy-palette-detail" }, detail), ...more);
}

function option(result, query) {
  const mark = standing(result, false);
  const more = el("span", { class: "sy-palette-more", "aria-hidden": "true" }, "⋯");
  const title = [...marked(result.title, query), mark && " ", mark];
  return { result, title: result.title, what: kindName(result.kind), element: row({ href: address(result.url) }, title, summary(result), [more]) };
}

function command(one, query = "") {
  const element = row(one.url ? { href: one.url } : {}, marked(one.title, query), "");
  return { run: one.run, title: one.title, what: one.what, element };
}

function onPage(query, total) {
  const words = query.trim();
  const text = pieces(_("Search for “{words}” on the search page"), { words: el("strong", {}, words) });
  const element = row({ href: searchAddress(query), class: "sy-palette-option sy-palette-last" }, text, total ? results(total) : "");
  return { title: _("Search for {words} on the search page", { words }), what: _("page"), element };
}

const group = (title, members, total = 0) => ({ title, members, total });

function show(groups, note) {
  const { list, input } = parts;
  const shown = groups.filter(({ members }) => members.length);
  options = shown.flatMap(({ members }) => members);
  options.forEach(({ element }, i) => {
    element.id = `sy-palette-${i}`;
    element.setAttribute("aria-setsize", String(options.length));
    element.setAttribute("aria-posinset", String(i + 1));
    element.addEventListener("click", (event) => clicked(event, i));
    element.addEventListener("pointermove", () => i !== active && select(i, false));
  });
  list.replaceChildren(...shown.map(({ title, members, total }, i) => {
    const rows = members.map(({ element }) => element);
    if (!title) return el("div", { role: "presentation", class: "sy-palette-group" }, ...rows);
    const heading = el("div", { class: "sy-palette-heading", id: `sy-palette-group-${i}`, role: "presentation" }, title,
      total > rows.length && el("span", { class: "sy-count" }, ` ${amount(total)}`));
    return el("div", { role: "group", class: "sy-palette-group", "aria-labelledby": heading.id }, heading, ...rows);
  }));
  list.hidden = !options.length;
  list.scrollTop = 0;
  input.setAttribute("aria-expanded", options.length > 0);
  showNote(note);
  select(options.length ? 0 : -1);
}

function showNote(note) {
  parts.note.replaceChildren(...note);
  parts.note.hidden = !note.length;
}

function showFailure(query, found) {
  show([group(PAGES, found.map((one) => command(one, query)))], [
    NOT_LOADED, " ",
    ...pieces(_("{page} has lists that hold everything."), { page: el("a", { href: searchAddress(query) }, _("The search page")) }),
  ]);
  say(NOT_LOADED);
}

// What was about to be said is out of date by then.
function say(text) {
  clearTimeout(timers.say);
  parts.said.textContent = text;
}

// Said once the fingers rest. What the arrows choose, a screen reader says itself.
function announce(total) {
  clearTimeout(timers.say);
  timers.say = setTimeout(() => {
    const first = options[active];
    const at = _("{number} of {total}", { number: active + 1, total: options.length });
    say([total ? results(total) : _("No results"), ...(first ? [first.title, first.what, at] : [])].join(", "));
  }, QUIET);
}

// Choosing

function select(number, scroll = true) {
  const { input, actions } = parts;
  options[active]?.element.setAttribute("aria-selected", "false");
  active = number;
  const chosen = options[active];
  if (!chosen) {
    input.removeAttribute("aria-activedescendant");
    actions.hidden = true;
    return;
  }
  chosen.element.setAttribute("aria-selected", "true");
  input.setAttribute("aria-activedescendant", chosen.element.id);
  if (scroll) chosen.element.scrollIntoView({ block: "nearest" });
  if (scroll && !active) parts.list.scrollTop = 0; // the heading above it too
  showActions(chosen);
}

function showActions(/** @type {Option} */ { result, title }) {
  const { actions } = parts;
  const made = (result ? actionsOf(result) : []).map(({ name, url, copied, what }) => (
    url
      ? el("a", { href: url, class: "sy-palette-action" }, backwards ? "← " : "→ ", name)
      : el("button", { type: "button", class: "sy-palette-action", click: (event) => take(event.currentTarget, copied, what) }, name)
  ));
  actions.replaceChildren(...made);
  actions.hidden = !options.some((one) => one.result); // else it keeps its place
  actions.setAttribute("aria-label", _("Actions for {what}", { what: title }));
  actions.scrollLeft = 0;
}

async function take(button, copied, what) {
  const name = button.textContent;
  let text = _("Copied");
  try {
    await copy(copied(), parts.dialog);
    say(_("{what} copied", { what }));
  } catch {
    text = _("Not copied");
    say(_("{what} could not be copied", { what }));
  }
  button.textContent = text;
  setTimeout(() => { button.textContent = name; }, 1500);
}

function clicked(event, number) {
  if (event.target.closest(".sy-palette-more")) {
    event.preventDefault();
    select(number);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens it elsewhere
  const { run } = options[number];
  parts.dialog.close();
  run?.();
}

async function enter(elsewhere) {
  const current = timers.ask ? ask() : working;
  await current;
  const chosen = options[active];
  if (!chosen || !parts.dialog.open) return;
  const href = chosen.element.getAttribute("href");
  if (elsewhere && href) window.open(href, "_blank", "noopener");
  else chosen.element.click();
}

function keys(event) {
  if (event.isComposing) return;
  const { key } = event;
  if (key === "Enter") {
    event.preventDefault();
    enter(event.ctrlKey || event.metaKey);
    return;
  }
  const last = options.length - 1;
  const to = {
    ArrowDown: active < last ? active + 1 : 0,
    ArrowUp: active > 0 ? active - 1 : last,
    Home: 0,
    End: last,
    PageDown: Math.min(active + STEP, last),
    PageUp: Math.max(active - STEP, 0),
  }[key];
  if (to === undefined || last < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  select(to);
}

// Among the actions arrows go on, and up leads back.
function actionKeys(event) {
  const all = [...parts.actions.children];
  const at = all.indexOf(document.activeElement);
  const [left, right] = backwards ? [at + 1, at - 1] : [at - 1, at + 1];
  const to = { ArrowRight: all[right], ArrowLeft: all[left], ArrowUp: parts.input, ArrowDown: parts.input, Home: all[0], End: all.at(-1) }[event.key];
  if (!to) return;
  event.preventDefault();
  to.focus();
}
