// Cards: what a link leads to, read from the page at its other end, which is the truth and is
// published anyway. `symposium.js` loads this when the first card is wanted.
//
// A card beside a link stays while the mouse is on one of them or the focus in one of them. Escape
// closes it; Tab goes from the link into the card and out of it again behind the link.

import { load } from "./symposium-page.js";

const make = symposiumMake;
const { _, pieces } = symposiumTexts;
const PATIENCE = 4000; // ms until a page counts as not there
const GRACE = 300; // ms in which the mouse may cross from the link to the card
const MARGIN = 8;
const ABSTRACT = 320;
const SKIPPED = ".sy-hidden, .sy-mark, .sy-muted, .headerlink, script, style";
const MATHML = "http://www.w3.org/1998/Math/MathML";
const MATHS = /^(math|m(row|i|n|o|text|space|frac|sqrt|root|sub|sup|subsup|over|under|underover|style|padded|table|tr|td))$/;
const KINDS = ["person", "paper", "talk", "event", "topic", "venue"];

const pages = new Map();
/** @type {Promise<unknown> | undefined} */
let look;
/** `before` are attributes of the link to give back.
 * @type {{link: HTMLAnchorElement, card: HTMLElement, still: (link: HTMLAnchorElement) => boolean, before: [name: string, value: string | null][]} | null} */
let now = null;
/** @type {HTMLAnchorElement | null} */
let dismissed = null;
const leaving = symposiumTimer();

// -- what a page says ------------------------------------------------------------------------

/** What a card shows of a page, or null. */
function known(address) {
  const [page] = address.split("#");
  if (!pages.has(page)) {
    const loading = load(page, { signal: AbortSignal.timeout(PATIENCE) });
    pages.set(page, loading.then((answer) => answer && read(answer.page)).catch(() => null));
  }
  return pages.get(page);
}

function read(page) {
  const header = page.querySelector("header.sy-header");
  const kind = KINDS.find((name) => header?.classList.contains(`sy-header-${name}`));
  const title = header?.querySelector("h1");
  if (!kind || !title) return null;
  /** What stands in the header, and in the facts below it. */
  const all = (selector) => [...page.querySelectorAll(`.sy-header ${selector}`)];
  /** Each line is its parts, what stands between them, and where it leads. @type {any[][]} */
  const lines = [];
  const line = (parts, between, to = "") => parts.length && lines.push([parts, between, to]);
  const shown = {
    title, lines, links: all(":is(.sy-buttons, .sy-icons) a").filter((link) => /^https?:/.test(link.href)),
    text: /** @type {HTMLElement | null} */ (null),
    eyebrow: header.querySelector(".sy-eyebrow"), mark: all(".sy-notice strong")[0] || null,
  };
  if (kind === "person") {
    line(all(".sy-affiliations li").slice(0, 2), "; ");
    line(all(".sy-facts a").filter((link) => /#(papers|listed|posters|talks)$/.test(link.href)), " · ");
    const newest = page.querySelector("#papers .sy-item-title a");
    if (newest) {
      const year = newest.closest(".sy-year")?.querySelector("h3");
      const text = year ? _("Newest paper: {title} ({year})") : _("Newest paper: {title}");
      line(pieces(text, { title: newest, year }), "", newest.href);
    }
    return shown;
  }
  const [byline] = all(".sy-byline:not(.sy-byline-minor)");
  line(byline ? [byline] : all(".sy-people:first-of-type .sy-people-names"), ", ");
  line([...(all(".sy-where")[0]?.children || [])].filter((element) => !element.matches(SKIPPED)), " · ");
  shown.text = page.querySelector("#abstract p") || page.querySelector("header.sy-header ~ p");
  return shown;
}

// -- from one document into the other: text, and formulas element by element --------------------

/** Add the text of a node, and return how many characters are left; no attribute comes along. */
function pour(from, to, room = 400) {
  for (const node of from.childNodes) {
    if (room <= 0) break;
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data.replace(/\s+/g, " ");
      to.append(text.length > room ? cut(text, room) : text);
      room -= text.length;
    } else if (node.nodeType === Node.ELEMENT_NODE && !node.matches(SKIPPED)) {
      if (node.namespaceURI === MATHML && MATHS.test(node.localName)) {
        const formula = document.createElementNS(MATHML, node.localName);
        pour(node, formula, Infinity); // half a formula is none
        to.append(formula);
        room -= node.textContent.length;
      } else {
        room = pour(node, to, room);
      }
    }
  }
  return room;
}

/** Return the beginning of a text: up to the end of a sentence, or of a word. */
function cut(text, room) {
  const part = text.slice(0, room);
  const end = Math.max(...[". ", "? ", "! ", "。"].map((stop) => part.lastIndexOf(stop)));
  return end > room / 2 ? part.slice(0, end + 1) : `${part.replace(/\s+\S*$/, "")} …`;
}

/** Return an element with the text of another. */
function poured(from, to, room = 400) {
  pour(from, to, room);
  return to;
}

function fill(card, shown, address) {
  const top = make("p", { class: "sy-eyebrow" });
  if (shown.eyebrow) pour(shown.eyebrow, top);
  if (shown.mark) top.append(poured(shown.mark, make("span", { class: "sy-badge sy-badge-alert" })));
  const title = poured(shown.title, make("a", { class: "sy-about-title", href: address }));
  card.append(top, make("p", {}, title));
  for (const [parts, between, to] of shown.lines) {
    const line = make("p", { class: "sy-about-line" });
    parts.forEach((part, index) => {
      if (index) line.append(between);
      if (typeof part === "string") line.append(part);
      else if (to && part.localName === "a") line.append(poured(part, make("a", { href: to }), 160));
      else pour(part, line, 160);
    });
    card.append(line);
  }
  if (shown.text) card.append(poured(shown.text, make("p", { class: "sy-about-text" }), ABSTRACT));
  const links = shown.links.slice(0, 5).map((link) => make("li", {}, make("a", { class: "sy-button", href: link.href }, (link.title || link.textContent).slice(0, 60))));
  const off = make("button", { type: "button", class: "sy-about-off", click: () => switchOff(card) }, _("Turn cards off"));
  card.append(make("ul", { class: "sy-buttons" }, links, make("li", {}, off)));
  card.setAttribute("aria-label", `${top.textContent}: ${title.textContent}`);
}

function switchOff(card) {
  symposiumStore.set("symposium-cards", "off");
  const close = make("button", { type: "button", class: "sy-button", click: () => card.closest("dialog")?.close() ?? hide(true) }, _("Close"));
  const text = _("Cards are off. A button at the end of each page brings them back.");
  card.replaceChildren(make("p", { role: "status" }, text), close);
  close.focus();
  offer();
}

/** Offer at the end of the page to have cards again. */
export function offer() {
  const press = ({ currentTarget: button }) => {
    symposiumStore.set("symposium-cards", "on");
    button.remove();
  };
  const button = make("button", { type: "button", class: "sy-button sy-cards-on", click: press }, _("Show cards for links"));
  (document.querySelector("footer .footer-items__start, footer") || document.body).append(button);
}

/** Wait for the style sheet, which comes with the first card. */
function styled() {
  look ??= new Promise((done) => {
    const { href } = new URL("symposium-cards.css", import.meta.url);
    document.head.append(symposiumMake("link", { rel: "stylesheet", href, load: done, error: done }));
  });
  return look;
}

// -- beside a link -------------------------------------------------------------------------------

/** Show the card of a link if it is still wanted when its page has come. */
export async function show({ link, page }, event, still) {
  if (link === now?.link || link === dismissed) return;
  const [shown] = await Promise.all([known(page), styled()]);
  if (!shown || !still(link) || document.querySelector("dialog[open]")) return;
  hide();
  dismissed = null;
  const card = make("div", { class: "sy-about", id: "sy-about", role: "dialog" });
  fill(card, shown, page);
  const what = card.getAttribute("aria-label");
  const note = make("p", { class: "sy-hidden", id: "sy-about-note" }, _("{what}. Tab goes into the card, Escape closes it.", { what }));
  card.append(note);
  document.body.append(card);
  const before = ["title", "aria-details", "aria-describedby"].map((name) => (
    /** @type {[string, string | null]} */ ([name, link.getAttribute(name)])
  ));
  link.removeAttribute("title"); // else the browser shows a second card
  link.setAttribute("aria-details", card.id);
  link.setAttribute("aria-describedby", note.id);
  now = { link, card, still, before };
  place(link, card, event.clientX, event.clientY);
}

/** Put a card below its link, or above it where there is more room; never off the screen. */
function place(link, card, x, y) {
  const lines = [...link.getClientRects()];
  const under = (line) => x >= line.left && x <= line.right && y >= line.top && y <= line.bottom;
  const line = lines.find(under) || lines[0];
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const [above, below] = [line.top - MARGIN, height - line.bottom - MARGIN];
  const isBelow = card.offsetHeight <= below - MARGIN || below >= above;
  card.style.maxHeight = `${Math.max(96, (isBelow ? below : above) - MARGIN)}px`;
  const top = isBelow ? line.bottom + MARGIN / 2 : line.top - MARGIN / 2 - card.offsetHeight;
  const left = Math.min(line.left, width - MARGIN - card.offsetWidth);
  const origin = card.getBoundingClientRect();
  card.style.left = `${Math.max(MARGIN, left) - origin.left}px`;
  card.style.top = `${Math.max(MARGIN, Math.min(top, height - MARGIN - card.offsetHeight)) - origin.top}px`;
}

function hide(andReturn = false) {
  leaving.stop();
  if (!now) return;
  const { link, card, before } = now;
  now = null;
  for (const [name, value] of before) {
    if (value === null) link.removeAttribute(name);
    else link.setAttribute(name, value);
  }
  if (andReturn && card.contains(document.activeElement)) {
    dismissed = link;
    link.focus();
  }
  card.remove();
}

/** Close the card when nobody is on it or its link any more. */
function watch() {
  leaving.stop();
  if (!now) return;
  leaving.start(GRACE, () => {
    if (!now) return;
    const { link, card, still } = now;
    if (!still(link) && !card.matches(":hover") && !card.contains(document.activeElement)) hide();
  });
}

for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, ({ target }) => {
    if (dismissed && !dismissed.contains(/** @type {Node} */ (target))) dismissed = null;
    watch();
  });
}
document.documentElement.addEventListener("pointerleave", watch);
document.addEventListener("focusout", watch);
addEventListener("resize", () => hide());
addEventListener("pagehide", () => hide());
document.addEventListener("scroll", ({ target }) => {
  // The page takes the card along; a box that scrolls by itself would leave it behind.
  if (now && target !== document && target !== now.card) hide();
}, { capture: true, passive: true });

document.addEventListener("keydown", (event) => {
  if (!now) return;
  const { link, card } = now;
  const stops = [...card.querySelectorAll("a, button")];
  const at = document.activeElement;
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    hide(true);
    dismissed = link;
  } else if (event.key === "Tab" && !event.shiftKey && at === link) {
    event.preventDefault();
    stops[0].focus();
  } else if (event.key === "Tab" && event.shiftKey && at === stops[0]) {
    event.preventDefault();
    link.focus();
  } else if (event.key === "Tab" && !event.shiftKey && at === stops.at(-1)) {
    hide(true); // the focus is on the link again: the browser takes it on from there
  }
}, true);

// -- from below, after a tap -----------------------------------------------------------------------

/** Show the card of a link as a sheet at the lower edge; a page that cannot be read is opened. */
export async function open({ link, page }) {
  const [shown] = await Promise.all([known(page), styled()]);
  if (!shown) {
    location.assign(link.href);
    return;
  }
  hide();
  const inner = make("div");
  fill(inner, shown, page);
  const close = make("button", { type: "button", class: "sy-button", click: () => sheet.close() }, _("Close"));
  const way = make("a", { class: "sy-about-open", href: page }, _("Open"));
  inner.append(make("p", { class: "sy-about-end" }, close, way));
  const sheet = make("dialog", {
    class: "sy-about sy-about-sheet", "aria-label": inner.getAttribute("aria-label"),
    click: ({ target }) => target === sheet && sheet.close(), close: () => sheet.remove(),
  }, inner);
  inner.removeAttribute("aria-label");
  addEventListener("pagehide", () => sheet.remove(), { once: true });
  document.body.append(sheet);
  sheet.showModal();
  way.focus();
}
