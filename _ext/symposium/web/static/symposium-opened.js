// Opens in a list what a link leads to on the page of a work: its abstract, or how to cite it.

import { load } from "./symposium-page.js";

const PARTS = { "#abstract": "#abstract > :not(h2)", "#bibtex": ".sy-cite > div" };
/** The panels of links that were opened. @type {WeakMap<Element, HTMLElement>} */
const panels = new WeakMap();

/** @param {HTMLAnchorElement} link */
const fetched = async (link) => {
  const answer = await load(link.href);
  const parts = [...answer?.page.querySelectorAll(PARTS[link.hash]) ?? []];
  if (!parts.length) throw new Error("nothing is there");
  const style = link.hash === "#bibtex" ? "sy-opened sy-cite" : "sy-opened";
  const copies = parts.map((part) => document.importNode(part, true));
  const panel = symposiumMake("div", { class: style, role: "group", "aria-label": link.textContent }, copies);
  for (const element of panel.querySelectorAll("[id]")) element.removeAttribute("id");
  for (const block of panel.querySelectorAll("[data-sy-copy]")) symposiumCopyButton(/** @type {HTMLElement} */ (block));
  return panel;
};

/** Opens what a link leads to below its line, or closes it. @param {HTMLAnchorElement} link */
export const toggle = async (link) => {
  const opened = panels.get(link);
  if (opened) {
    opened.hidden = !opened.hidden;
  } else {
    const panel = await fetched(link);
    panels.set(link, panel);
    link.closest("p")?.after(panel);
  }
  link.setAttribute("aria-expanded", String(!panels.get(link)?.hidden));
};
