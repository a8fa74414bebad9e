// The filters of the search page: values with counts, several at once, and those that are chosen.

import { amount, capital, el, groupName, table } from "./symposium-search-parts.js";

const { _ } = symposiumTexts;
const FIRST = 8; // values of a facet that are shown at once
const OPEN = 4; // facets that are open at first

export class Facets {
  // `choose(name, value, on)` is called when a reader chooses.
  /** @param {HTMLElement} holder @param {Root} root @param {(name: string, value: string, on: boolean) => unknown} choose */
  constructor(holder, root, choose) {
    this.holder = holder;
    this.titles = Object.fromEntries(root.facets);
    this.things = table(root.things);
    this.choose = choose;
    this.all = new Set(); // facets of which all values are shown
    this.open = new Map();
  }

  value(name, value) {
    return name === "kind" ? groupName(value) : name === "has" ? this.things[value] ?? capital(value) : value;
  }

  show(available, chosen) {
    const names = Object.keys(this.titles).filter((name) => (
      chosen[name].length || (available[name] || []).length > (name === "kind" || name === "year" ? 1 : 0)
    ));
    const active = this.holder.contains(document.activeElement) && document.activeElement;
    this.holder.replaceChildren(...names.map((name, i) => this.facet(name, available, chosen, i < OPEN)));
    if (!active) return;
    const same = (element) => ["name", "value"].every((part) => element.getAttribute(part) === active.getAttribute(part));
    [...this.holder.querySelectorAll("input, button")].find(same)?.focus({ preventScroll: true });
  }

  facet(name, available, chosen, first) {
    const picked = chosen[name];
    const counts = new Map(available[name]);
    // What is chosen comes first, so that it is not among those that are hidden.
    const values = [...new Set([...picked, ...counts.keys()])].filter((value) => counts.get(value) || picked.includes(value));
    const rows = values.map((value) => this.row(name, value, counts.get(value) || 0, picked.includes(value)));
    const limit = Math.max(FIRST, picked.length);
    const all = this.all.has(name) || rows.length <= limit + 1;
    const more = rows.length > limit + 1 && el("button", {
      type: "button", class: "sy-facet-all", name, "aria-expanded": String(all), click: () => {
        if (!this.all.delete(name)) this.all.add(name);
        this.show(available, chosen);
      },
    }, all ? _("Show fewer") : _("Show all {count}", { count: amount(rows.length) }));
    const title = this.titles[name];
    const list = el("ul", { class: "sy-facet-values" }, ...all ? rows : rows.slice(0, limit));
    return el(
      "details",
      { class: "sy-facet", open: this.open.get(name) ?? (first || picked.length > 0), toggle: ({ target }) => this.open.set(name, target.open) },
      el("summary", {}, title),
      el("div", { role: "group", "aria-label": title }, list, more),
    );
  }

  row(name, value, count, checked) {
    const box = el("input", { type: "checkbox", name, value, checked, change: () => this.choose(name, value, box.checked) });
    return el("li", {}, el("label", {}, box, el("span", {}, this.value(name, value)), el("span", { class: "sy-search-count" }, amount(count))));
  }

  // What is chosen, each with a button that takes it back; and one for all of it.
  chips(chosen, clear) {
    const chips = Object.entries(chosen).flatMap(([name, values]) => values.map((value) => {
      const [facet, text] = [this.titles[name], this.value(name, value)];
      const label = _("Remove filter {facet}: {value}", { facet, value: text });
      return el("button", { type: "button", "aria-label": label, click: () => this.choose(name, value, false) },
        el("span", { class: "sy-chip-facet" }, facet), ` ${text} `, el("span", { "aria-hidden": "true" }, "×"));
    }));
    if (chips.length > 1) chips.push(el("button", { type: "button", class: "sy-chip-clear", click: clear }, _("Clear all")));
    return chips.map((button) => el("li", {}, button));
  }
}
