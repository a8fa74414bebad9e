// Cards: what a link leads to, read from the page at its other end, which is the truth and is
// published anyway. `symposium.js` loads this when the first card is wanted.
//
// A card beside a link stays while the mouse is on one of them or the focus in one of them. Escape
// closes it; Tab goes from the link into the card and out of it again behind the link.

const { _, pieces } = symposiumTexts;
const ENOUGH = 65536; // characters of a page: what a card shows stands at its beginning
const PATIENCE = 4000; // ms until a page counts as not there
const GRACE = 300; // ms in which the mouse may cross from the link to the card
const MARGIN = 8;
const ABSTRACT = 320;
const SKIPPED = ".sy-hidden, .sy-mark, .sy-mark-text, .sy-inferred, .sy-muted, .headerlink, script, style";
const MATHML = "http://www.w3.org/1998/Math/MathML";
const MATHS = /^(math|m(row|i|n|o|text|space|frac|sqrt|root|sub|sup|subsup|over|under|underover|style|padded|table|tr|td))$/;
const KINDS = ["person", "paper", "talk", "event", "topic", "venue"];

const root = new URL(document.documentElement.dataset.content_root || "./", location.href);
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

/** Return a page as a document without life, by its beginning; anything else is an error. */
async function load(address) {
  const timer = new AbortController();
  const patience = setTimeout(() => timer.abort(), PATIENCE);
  try {
    const answer = await fetch(address, { signal: timer.signal });
    const isPage = (answer.headers.get("content-type") || "").startsWith("text/html");
    if (!answer.ok || !isPage || !answer.url.startsWith(root.href)) throw new Error("no page");
    const reader = /** @type {ReadableStream} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (text.length < ENOUGH) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
    }
    reader.cancel().catch(() => {});
    return new DOMParser().parseFromString(text, "text/html");
  } finally {
    clearTimeout(patience);
  }
}

/** Return what a card shows of a page, or null; a page that has moved is followed once. */
async function about(address, moved = false) {
  const page = await load(address);
  const target = page.querySelector('meta[http-equiv="refresh"]')?.getAttribute("content")?.split("url=")[1];
  if (!target) return read(page, address);
  const there = new URL(target, address);
  return moved || !there.href.startsWith(root.href) ? null : about(there.href, true);
}

function known(address) {
  const [page] = address.split("#");
  if (!pages.has(page)) pages.set(page, about(page).catch(() => null));
  return pages.get(page);
}

function read(page, address) {
  const header = page.querySelector("header.sy-header");
  const kind = KINDS.find((one) => header?.classList.contains(`sy-header-${one}`));
  const title = header?.querySelector("h1");
  if (!kind || !title) return null;
  /** What stands in the header, and in the facts below it. */
  const all = (selector) => [...page.querySelectorAll(`.sy-header ${selector}`)];
  const links = all(".sy-buttons a")
    .map((one) => [one, new URL(one.getAttribute("href"), address)])
    .filter(([, to]) => /^https?:$/.test(to.protocol));
  /** Each line is its parts, what stands between them, and where it leads. @type {any[][]} */
  const shown = [];
  const found = {
    kind, title, links, lines: shown, text: /** @type {HTMLElement | null} */ (null),
    eyebrow: header.querySelector(".sy-eyebrow"), mark: all(".sy-notice strong")[0] || null,
  };
  const line = (parts, between) => parts.length && shown.push([parts, between]);
  if (kind === "person") {
    line(all(".sy-affiliations li").slice(0, 2), "; ");
    line(all(".sy-facts a").filter((one) => /#(papers|listed|posters|talks)$/.test(one.href)), " · ");
    const newest = page.querySelector("#papers .sy-item-title a");
    if (newest) {
      const year = newest.closest(".sy-year")?.querySelector("h3");
      const text = year ? _("Newest paper: {title} ({year})") : _("Newest paper: {title}");
      line(pieces(text, { title: newest, year }), "");
      shown[shown.length - 1].push(new URL(newest.getAttribute("href"), address));
    }
    return found;
  }
  const [byline] = all(".sy-byline:not(.sy-byline-minor)");
  line(byline ? [byline] : all(".sy-people:first-of-type .sy-people-names"), ", ");
  line([...(all(".sy-where")[0]?.children || [])].filter((one) => !one.matches(SKIPPED)), " · ");
  found.text = page.querySelector("#abstract p") || page.querySelector("header.sy-header ~ p");
  return found;
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

function make(name, className, into, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  into?.append(made);
  return made;
}

function linked(into, to, className = "") {
  const made = make("a", className, into);
  made.href = to;
  return made;
}

function fill(card, found, address) {
  const top = make("p", "sy-eyebrow", card);
  if (found.eyebrow) pour(found.eyebrow, top);
  if (found.mark) pour(found.mark, make("span", "sy-badge sy-badge-alert", top));
  const title = linked(make("p", "", card), address, "sy-about-title");
  pour(found.title, title);
  for (const [parts, between, to] of found.lines) {
    const line = make("p", "sy-about-line", card);
    parts.forEach((part, index) => {
      if (index) line.append(between);
      if (typeof part === "string") line.append(part);
      else pour(part, to && part.localName === "a" ? linked(line, to) : line, 160);
    });
  }
  if (found.text) pour(found.text, make("p", "sy-about-text", card), ABSTRACT);
  const end = make("ul", "sy-buttons", card);
  for (const [one, to] of found.links.slice(0, 5)) {
    pour(one, linked(make("li", "", end), to, "sy-button"), 60);
  }
  const off = make("button", "sy-about-off", make("li", "", end), "Turn cards off");
  off.type = "button";
  off.addEventListener("click", () => switchOff(card));
  card.setAttribute("aria-label", `${top.textContent}: ${title.textContent}`);
}

function switchOff(card) {
  try {
    localStorage.setItem("symposium-cards", "off");
  } catch {
    // Nothing can be kept here: they are off until the next page.
  }
  card.textContent = "";
  make("p", "", card, _("Cards are off. A button at the end of each page brings them back."))
    .setAttribute("role", "status");
  const close = make("button", "sy-button", card, _("Close"));
  close.type = "button";
  close.addEventListener("click", () => card.closest("dialog")?.close() ?? hide(true));
  close.focus();
  dispatchEvent(new Event("symposium-cards"));
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
  const [found] = await Promise.all([known(page), styled()]);
  if (!found || !still(link) || document.querySelector("dialog[open]")) return;
  hide();
  dismissed = null;
  const card = make("div", "sy-about", null);
  card.id = "sy-about";
  card.setAttribute("role", "dialog");
  fill(card, found, page);
  const note = make("p", "sy-hidden", card, _("{what}. Tab goes into the card, Escape closes it.", { what: card.getAttribute("aria-label") }));
  note.id = "sy-about-note";
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
  const [found] = await Promise.all([known(page), styled()]);
  if (!found) {
    location.assign(link.href);
    return;
  }
  hide();
  const sheet = make("dialog", "sy-about sy-about-sheet", null);
  const inner = make("div", "", sheet);
  fill(inner, found, page);
  sheet.setAttribute("aria-label", inner.getAttribute("aria-label"));
  inner.removeAttribute("aria-label");
  const end = make("p", "sy-about-end", inner);
  const close = make("button", "sy-button", end, _("Close"));
  close.type = "button";
  close.addEventListener("click", () => sheet.close());
  const way = linked(end, page, "sy-about-open");
  way.textContent = _("Open");
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
  sheet.addEventListener("close", () => sheet.remove());
  addEventListener("pagehide", () => sheet.remove(), { once: true });
  document.body.append(sheet);
  sheet.showModal();
  way.focus();
}
