// The palette: a dialog with a combobox that finds whatever has a page, and a few commands.
// symposium.js imports it when it is first opened; the index is loaded then, and nothing before.

import { actionsOf, commands, marked, matching } from "./symposium-palette-commands.js";
import { open as openIndex } from "./symposium-index.js";
import {
  address, amount, asksHow, callKinds, el, groupName, kindName, lacking, lines, notes, results, standing,
} from "./symposium-search-parts.js";

const { _, pieces } = symposiumTexts;
const NOT_LOADED = _("The search index could not be loaded.");
const backwards = document.documentElement.dir === "rtl"; // read from right to left
const MOST = 5; // kinds that are shown
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
const asking = symposiumTimer(); // of the next question
const saying = symposiumTimer(); // of what is to be said
let isAsked = true; // whether what is typed is the latest question
/** @type {ReturnType<typeof build>} */
let parts;

function build() {
  const input = el("input", {
    class: "sy-palette-input", type: "text", role: "combobox", "aria-label": _("Search"), "aria-expanded": "false",
    "aria-controls": "sy-palette-list", "aria-autocomplete": "list", "aria-describedby": "sy-palette-keys",
    placeholder: _("Names, titles, topics, ids, pages…"), enterkeyhint: "go",
    autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false",
    input: () => {
      isAsked = false;
      asking.start(WAIT, ask);
    },
    keydown: keys,
  });
  const note = el("p", { class: "sy-palette-note", hidden: true });
  const list = el("div", { class: "sy-palette-list", id: "sy-palette-list", role: "listbox", "aria-label": _("Results"), tabindex: "-1", hidden: true });
  const actions = el("div", { class: "sy-palette-actions", role: "toolbar", hidden: true, keydown: actionKeys });
  const help = el("p", { class: "sy-palette-keys", id: "sy-palette-keys" },
    ...[["↑ ↓", _("choose")], [_("Enter"), _("open")], [_("Ctrl Enter"), _("new tab")], ["Tab", _("actions")], ["Esc", _("close")]]
      .flatMap(([key, what]) => [el("kbd", {}, key), ` ${what} `]));
  const close = el("button", { type: "button", class: "sy-palette-close", "aria-label": _("Close search"), click: () => dialog.close() }, "×");
  const said = el("p", { class: "sy-hidden", role: "status" });
  const top = el("div", { class: "sy-palette-top sy-icon-search" }, input);
  const dialog = el("dialog", {
    class: "sy-palette", "aria-label": _("Search"), close: closed,
    // A press beside the box closes it; one that began inside and ends outside does not.
    pointerdown: ({ target }) => target === dialog && dialog.close(),
  }, top, note, list, actions, help, close, said);
  document.body.append(dialog);
  return { dialog, input, note, list, actions, said };
}

// Opening and closing

// Promises that the palette can be shown. Its style sheet comes first, so that nobody sees it without.
export async function ready({ root, page }) {
  if (parts) return;
  place = { root, page };
  await new Promise((done) => {
    const href = new URL("_static/symposium-palette.css", root).href;
    document.head.append(el("link", { rel: "stylesheet", href, load: done, error: done }));
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
  if (parts.dialog.open) return; // the event comes late, after somebody has opened it again
  asked += 1;
  isAsked = true;
  asking.stop();
  say("");
  parts.input.value = "";
}

// Asking

function theIndex() {
  index ??= openIndex(new URL("search/root.bin", place.root));
  index.then(({ root }) => callKinds(root.kinds), () => { index = null; }); // another time it may be there
  return index;
}

function ask() {
  isAsked = true;
  asking.stop();
  working = symposiumBusy(find(parts.input.value, ++asked));
  return working;
}

async function find(query, current) {
  const opening = theIndex(); // also before the first letter, which then finds it there
  const { found, exact } = matching(commands(place), query);
  const own = (some) => ({ title: _("Pages"), members: some.map((command) => option(command, query)) });
  if (!query.trim()) return show([own(found)], []);
  let answer;
  let shown;
  try {
    answer = await (await opening).search(query, { text: false, how: asksHow(query) });
    shown = await answer.groups(undefined, MOST);
  } catch {
    if (current === asked) showFailure(query, own(found));
    return;
  }
  if (current !== asked) return;
  const words = [query, ...answer.corrected.map(([, taken]) => taken)].join(" "); // to be marked
  const urls = new Set(shown.flatMap(({ rows }) => rows.map((row) => address(row.url))));
  const pages = own(found.filter((command) => !urls.has(address(command.url))));
  const sections = shown.map(({ kind, total, rows }) => ({ title: groupName(kind), total, members: rows.map((row) => ofResult(row, words)) }));
  const last = { title: "", members: [onPage(query, answer.total)] };
  show(exact ? [pages, ...sections, last] : [...sections, pages, last], notes(answer));
  announce(answer.total);
}

// Showing

const searchAddress = (query) => {
  const url = new URL(place.page);
  url.searchParams.set("q", query);
  return url.href;
};

/** @param {any} choice @param {string} query @param {any} [how] @returns {Option} */
function option({ title, what, url }, query, { detail, shown = marked(title, query), more, result, style = "" } = {}) {
  const element = el("a", { role: "option", tabindex: "-1", "aria-selected": "false", class: `sy-palette-option ${style}`, href: address(url) },
    el("span", { class: "sy-palette-title" }, ...shown), detail && el("span", { class: "sy-palette-detail" }, detail), more);
  return { title, what, result, element };
}

function ofResult(result, query) {
  const mark = standing(result, false);
  return option({ title: result.title, what: kindName(result.kind), url: result.url }, query, {
    result,
    shown: [...marked(result.title, query), mark && " ", mark],
    detail: [lacking(result), ...lines(result).map((line) => el("span", {}, ...line).textContent)].filter(Boolean).join(" · "),
    more: el("span", { class: "sy-palette-more", "aria-hidden": "true" }, "⋯"),
  });
}

function onPage(query, total) {
  const words = query.trim();
  return option({ title: _("Search for {words} on the search page", { words }), what: _("page"), url: searchAddress(query) }, "", {
    shown: pieces(_("Search for “{words}” on the search page"), { words: el("strong", {}, words) }),
    detail: total ? results(total) : "",
    style: "sy-palette-last",
  });
}

function show(groupsFound, note) {
  const { list, input } = parts;
  const shown = groupsFound.filter(({ members }) => members.length);
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
  input.setAttribute("aria-expanded", String(options.length > 0));
  parts.note.replaceChildren(...note.filter(Boolean));
  parts.note.hidden = !parts.note.textContent;
  select(options.length ? 0 : -1);
}

function showFailure(query, own) {
  const page = el("a", { href: searchAddress(query) }, _("The search page"));
  show([own], [NOT_LOADED, " ", ...pieces(_("{page} has lists that hold everything."), { page })]);
  say(NOT_LOADED);
}

// What was about to be said is out of date by then.
function say(text) {
  saying.stop();
  parts.said.textContent = text;
}

// Said once the fingers rest. What the arrows choose, a screen reader says itself.
function announce(total) {
  saying.start(QUIET, () => {
    const first = options[active];
    const at = _("{number} of {total}", { number: active + 1, total: options.length });
    say([total ? results(total) : _("No results"), parts.note.textContent.trim(), ...(first ? [first.title, first.what, at] : [])].filter(Boolean).join(", "));
  });
}

// Choosing

function select(number, scroll = true) {
  const { input, actions } = parts;
  options[active]?.element.setAttribute("aria-selected", "false");
  active = number;
  const chosen = options[active];
  actions.hidden = !options.some((choice) => choice.result); // else it keeps its place
  if (!chosen) {
    input.removeAttribute("aria-activedescendant");
    return;
  }
  chosen.element.setAttribute("aria-selected", "true");
  input.setAttribute("aria-activedescendant", chosen.element.id);
  if (scroll) chosen.element.scrollIntoView({ block: "nearest" });
  if (scroll && !active) parts.list.scrollTop = 0; // the heading above it too
  actions.replaceChildren(...(chosen.result ? actionsOf(chosen.result) : []).map(({ name, url, copied, what }, i) => {
    const tabindex = i ? "-1" : "0"; // arrows lead to the others
    return url
      ? el("a", { href: url, tabindex, class: "sy-palette-action" }, backwards ? "← " : "→ ", name)
      : el("button", { type: "button", tabindex, class: "sy-palette-action", click: (event) => take(event.currentTarget, copied, what) }, name);
  }));
  actions.setAttribute("aria-label", _("Actions for {what}", { what: chosen.title }));
  actions.scrollLeft = 0;
}

async function take(button, copied, what) {
  const name = button.textContent;
  const done = await symposiumCopy(copied(), parts.dialog).then(() => true, () => false);
  button.textContent = done ? _("Copied") : _("Not copied");
  say(done ? _("{what} copied", { what }) : _("{what} could not be copied", { what }));
  setTimeout(() => { button.textContent = name; }, 1500);
}

function clicked(event, number) {
  if (event.target.closest(".sy-palette-more")) {
    event.preventDefault();
    select(number);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens it elsewhere
  parts.dialog.close();
}

async function enter(elsewhere) {
  await (isAsked ? working : ask());
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
  const at = all.indexOf(/** @type {Element} */ (document.activeElement));
  const [left, right] = backwards ? [at + 1, at - 1] : [at - 1, at + 1];
  const to = { ArrowRight: all[right], ArrowLeft: all[left], ArrowUp: parts.input, ArrowDown: parts.input, Home: all[0], End: all.at(-1) }[event.key];
  if (!to) return;
  event.preventDefault();
  to.focus();
}
