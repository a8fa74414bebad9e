// Opens in a list what a link leads to on the page of a work: its abstract, or how to cite it.

const PARTS = { abstract: "#abstract > :not(h2)", cite: ".sy-cite > div" };
/** The panels of links that were opened. @type {WeakMap<Element, HTMLElement>} */
const panels = new WeakMap();

/** @param {HTMLAnchorElement} link */
const fetched = async (link) => {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const parts = [...page.querySelectorAll(PARTS[link.dataset.syOpen])];
  if (!parts.length) throw new Error("nothing is there");
  const style = link.dataset.syOpen === "cite" ? "sy-opened sy-cite" : "sy-opened";
  const copies = parts.map((one) => document.importNode(one, true));
  const panel = symposiumMake("div", { class: style, role: "group", "aria-label": link.textContent }, copies);
  for (const one of panel.querySelectorAll("[id]")) one.removeAttribute("id");
  for (const one of panel.querySelectorAll("a[href]")) {
    one.setAttribute("href", new URL(one.getAttribute("href") ?? "", answer.url || link.href).href);
  }
  for (const one of panel.querySelectorAll("[data-sy-copy]")) symposiumCopyButton(/** @type {HTMLElement} */ (one));
  return panel;
};

/** Opens what a link leads to below its line, or closes it. @param {HTMLAnchorElement} link */
export const toggle = async (link) => {
  const known = panels.get(link);
  if (known) {
    known.hidden = !known.hidden;
  } else {
    const panel = await fetched(link);
    panels.set(link, panel);
    (link.closest(".sy-acts") ?? link).after(panel);
  }
  link.setAttribute("aria-expanded", String(!panels.get(link)?.hidden));
};
