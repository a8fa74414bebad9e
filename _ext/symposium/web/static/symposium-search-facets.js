// The filters of the search page: values with counts, several at once, and those that are chosen.

import { amount, capital, el, groupName } from "./symposium-search-parts.js";

const { _, locale } = symposiumTexts;
/** What the index calls facets, and what a record may have. @type {Record<string, string>} */
let titles = {};
/** @type {Record<string, string>} */
let things = {};

/** @param {Root} root */
export function callFacets(root) {
  titles = Object.fromEntries(root.facets);
  things = root.things;
}

const FIRST = 8; // values of a facet that are shown at once
const MANY = 16; // from so many on they can be filtered by their names
const OPEN = 4; // facets that are open at first

export const shownValue = (name, value) => (
  name === "kind" ? groupName(value) : name === "has" ? things[value] ?? capital(value) : value
);

const inOrder = {
  year: (a, b) => b[0].localeCompare(a[0], locale, { numeric: true }),
  other: (a, b) => b[1] - a[1] || a[0].localeCompare(b[0], locale),
};

export class Facets {
  // `choose(name, value, on)` is called when a reader chooses.
  constructor(holder, choose) {
    this.holder = holder;
    this.choose = choose;
    this.all = new Set(); // facets of which all values are shown
    this.open = new Map();
  }

  show(found, chosen) {
    const active = this.holder.contains(document.activeElement) && document.activeElement;
    const focus = active && [active.name, active.value];
    const names = Object.keys(titles).filter((name) => (
      chosen[name].length || (found[name] || []).length > (name === "kind" || name === "year" ? 1 : 0)
    ));
    this.holder.replaceChildren(...names.map((name, i) => (
      this.facet(name, found[name] || [], chosen[name], i < OPEN)
    )));
    if (focus?.[0]) {
      const same = [...this.holder.querySelectorAll("input")].find((one) => one.name === focus[0] && one.value === focus[1]);
      same?.focus({ preventScroll: true });
    }
    return names.length;
  }

  facet(name, found, chosen, first) {
    const known = new Map(found);
    const rest = [...known].filter(([value, count]) => count && !chosen.includes(value));
    rest.sort(inOrder[name] || inOrder.other);
    // What is chosen comes first, so that it is not among those that are hidden.
    const values = [...chosen.map((value) => [value, known.get(value) || 0]), ...rest];
    const rows = values.map(([value, count]) => this.row(name, value, count, chosen.includes(value)));
    const list = el("ul", { class: "sy-facet-values" }, ...rows);
    const parts = [list];
    const limit = Math.max(FIRST, chosen.length);
    if (rows.length > limit + 1) {
      const cut = () => {
        rows.forEach((row, i) => { row.hidden = !this.all.has(name) && i >= limit; });
      };
      const narrow = rows.length >= MANY && this.narrow(name, rows, values);
      const button = el("button", { type: "button", class: "sy-facet-all" });
      const say = () => {
        const all = this.all.has(name);
        button.textContent = all ? _("Show fewer") : _("Show all {count}", { count: amount(rows.length) });
        button.setAttribute("aria-expanded", all);
        if (narrow) narrow.hidden = !all;
        cut();
      };
      button.addEventListener("click", () => {
        if (!this.all.delete(name)) this.all.add(name);
        say();
        if (narrow && this.all.has(name)) narrow.firstChild.focus();
      });
      if (narrow) parts.unshift(narrow);
      parts.push(button);
      say();
    }
    const open = this.open.get(name) ?? (first || chosen.length > 0);
    const box = el(
      "details",
      { class: "sy-facet", open },
      el("summary", {}, titles[name]),
      el("div", { role: "group", "aria-label": titles[name] }, ...parts),
    );
    box.addEventListener("toggle", () => this.open.set(name, box.open));
    return box;
  }

  row(name, value, count, checked) {
    const box = el("input", { type: "checkbox", name, value });
    box.checked = checked;
    box.addEventListener("change", () => this.choose(name, value, box.checked));
    return el("li", {}, el("label", {}, box, el("span", {}, shownValue(name, value)), el("span", { class: "sy-search-count" }, amount(count))));
  }

  narrow(name, rows, values) {
    const input = el("input", { type: "search", "aria-label": _("Filter {facet} by name", { facet: titles[name] }), placeholder: _("Filter…"), autocomplete: "off", spellcheck: "false" });
    const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    input.addEventListener("input", () => {
      const asked = fold(input.value.trim());
      rows.forEach((row, i) => { row.hidden = !fold(shownValue(name, values[i][0])).includes(asked); });
    });
    return el("div", { class: "sy-facet-narrow" }, input);
  }
}

// What is chosen, each with a button that takes it back.
export function chips(chosen, remove, clear) {
  const made = Object.entries(chosen).flatMap(([name, values]) => values.map((value) => {
    const text = shownValue(name, value);
    const button = el(
      "button",
      { type: "button", "aria-label": _("Remove filter {facet}: {value}", { facet: titles[name], value: text }), click: () => remove(name, value) },
      el("span", { class: "sy-chip-facet" }, titles[name]), ` ${text} `, el("span", { "aria-hidden": "true" }, "×"),
    );
    return el("li", {}, button);
  }));
  if (made.length > 1) made.push(el("li", {}, el("button", { type: "button", class: "sy-chip-clear", click: clear }, _("Clear all"))));
  return made;
}
