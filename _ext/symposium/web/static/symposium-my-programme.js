// My programme: the starred sessions of all events, as the events' own pages show them.

import { receiving, sharing } from "./symposium-my-list.js";
import { load } from "./symposium-page.js";

const { make, button, session, stars, zones, wall, dayText, title } = symposium;
const { _, plural } = symposiumTexts;
const home = /** @type {HTMLElement} */ (document.querySelector("[data-sy-my-programme]"));
const root = new URL(home.dataset.syRoot || "./", location.href);
const place = /** @type {HTMLElement} */ (home.querySelector("[data-sy-agenda]"));
const tools = /** @type {HTMLElement} */ (home.querySelector("[data-sy-tools]"));
const offer = make("div", { class: "sy-offer", hidden: true });
const status = make("p", { class: "sy-tools-status", role: "status" });
const tell = (/** @type {any[]} */ ...parts) => status.replaceChildren(...parts);
const pages = new Map(); // address to the promise of a page

// Addresses are made of ids that may be those of stars.
const address = (page) => {
  const short = home.dataset.sySuffix === "/";
  const path = short ? page.replace(/(^|\/)index$/, "$1") : `${page}.html`;
  return new URL(short && path && !path.endsWith("/") ? `${path}/` : path, root).href;
};
const eventOf = (id) => id.split(/[/#]/)[0];
const pageOf = (id) => id.includes("#") ? `events/${eventOf(id)}/index` : id.startsWith("talks/") ? id : `events/${id}`;
function page(url) {
  if (!pages.has(url)) pages.set(url, load(url));
  return pages.get(url);
}

// A row or a cell of another page as an item of a list, with what only the session around it says.
function itemOf(line) {
  const around = line.dataset.syIn ? line.ownerDocument.getElementById(line.dataset.syIn) : null;
  const copies = (of) => [...document.importNode(of, true).childNodes];
  const part = (name, of = line) => of?.querySelector(`:scope > .sy-slot-${name}`);
  const shown = (name, node) => node && make("div", { class: `sy-slot-${name}` }, ...copies(node));
  const others = copies(part("main") ?? line).filter((element) => !(element instanceof Element && element.matches(".sy-slot-time, .sy-slot-room, .sy-slot-kind")));
  const heading = around && _("Session: {title}", { title: around.querySelector(".sy-slot-title")?.textContent.trim() ?? "" });
  const item = make("li", { class: line.className || "sy-slot" },
    shown("time", part("time") ?? part("time", around)),
    make("div", { class: "sy-slot-main" }, ...others, heading && make("p", { class: "sy-slot-people" }, heading)),
    shown("room", part("room") ?? part("room", around)), shown("kind", part("kind")));
  Object.assign(item.dataset, line.dataset);
  for (const element of item.querySelectorAll("[id]")) element.removeAttribute("id");
  return item;
}

// The lines of an event that are wanted: long programmes stand on several pages.
async function linesOf(url, wanted) {
  const lines = new Map();
  /** @type {Record<string, any> | null} */
  let about = null;
  let next = url;
  while (next && lines.size < wanted.size) {
    const answer = await page(next);
    if (!answer) break;
    const programme = answer.page.querySelector(".sy-programme[data-sy-event]");
    if (programme) {
      about ??= {
        id: programme.dataset.syEvent, url: answer.url, title: answer.page.querySelector("h1")?.textContent.trim(),
        calendar: programme.dataset.syCalendar && new URL(programme.dataset.syCalendar, url).href,
      };
      for (const line of programme.querySelectorAll("[data-sy-slot]")) {
        const entry = { ...session(line), event: about.id, about, zone: programme.dataset.syZone || "" };
        if (wanted.has(entry.id) && !lines.has(entry.id)) lines.set(entry.id, { ...entry, line: itemOf(line) });
      }
    }
    next = answer.page.querySelector('.sy-parts a[rel="next"]')?.getAttribute("href");
  }
  return lines;
}

// What became of a star whose line is not there: a page of its own, another id, or nothing.
async function fate(id) {
  const answer = await page(address(pageOf(id)));
  if (!answer) return { id };
  const { page: doc, url } = answer;
  const star = doc.querySelector("[data-sy-star][data-sy-talk]")?.dataset.syTalk;
  const event = doc.querySelector(".sy-programme[data-sy-event]")?.dataset.syEvent;
  const now = star || (event && id.includes("#") ? `${event}#${id.split("#")[1]}` : "");
  if (now && now !== id) return { id, now };
  const heading = doc.querySelector("h1")?.textContent.trim();
  if (!star) return { id, title: heading };
  return { id, title: heading, url, event: eventOf(id), start: null, end: null, kind: "", room: "" };
}

async function gather(ids) {
  const entries = new Map();
  const others = [];
  await Promise.all([...new Set(ids.map(eventOf))].filter((event) => event !== "talks").map(async (event) => {
    const wanted = new Set(ids.filter((id) => eventOf(id) === event));
    for (const [id, line] of await linesOf(address(`events/${event}/index`), wanted)) entries.set(id, line);
  }));
  for (const entry of await Promise.all(ids.filter((id) => !entries.has(id)).map((id) => fate(id)))) {
    if (entry.url) entries.set(entry.id, entry);
    else others.push(entry);
  }
  return { found: ids.map((id) => entries.get(id)).filter(Boolean), others };
}

// Times of each event in its own zone, unless another is chosen.
const zoneOf = (entry) => zones.current() || entry.zone;

function dayOf(entry) {
  if (entry.start === null) return "";
  return zoneOf(entry) ? wall(entry.start, zoneOf(entry)).day : entry.line.dataset.syStart.slice(0, 10);
}

// A session, and what is on in it.
const isTogether = (entry, other) => entry.event === other.event && entry.whole !== undefined && entry.whole === other.whole;

function overlaps(entry, all) {
  if (entry.start === null || entry.end === null) return [];
  return all.filter((other) => other !== entry && other.start !== null && other.end !== null
    && other.start < entry.end && entry.start < other.end && !isTogether(entry, other));
}

// The line of a programme, in a list of its own kind; a talk without a line by its title.
function item(entry, all) {
  const body = make("div", { class: "sy-mine-item" });
  if (entry.line) {
    body.append(make("ol", { class: "sy-programme", "data-sy-event": entry.event }, entry.line));
  } else {
    const main = make("div", { class: "sy-slot-main" }, make("span", { class: "sy-star", "data-sy-star": true }),
      make("p", { class: "sy-slot-title" }, make("a", { href: entry.url }, entry.title)));
    body.append(make("div", { class: "sy-slot", "data-sy-slot": true, "data-sy-talk": entry.id }, main));
  }
  const notes = make("p", { class: "sy-mine-note" });
  if (entry.about) notes.append(make("a", { href: entry.about.url }, entry.about.title));
  if (entry.start !== null && entry.zone && !zones.current()) notes.append(` · ${entry.zone}`);
  body.append(notes);
  const others = overlaps(entry, all);
  if (others.length) {
    body.append(make("p", { class: "sy-overlap" }, _("Overlaps with {sessions}", { sessions: others.map(title).join(", ") })));
  }
  return body;
}

/** @type {{found: any[], others: any[]}} */
let shown = { found: [], others: [] };
let asked = 0; // how often stars have changed: what was gathered for earlier ones is dropped

function draw() {
  const { found, others } = shown;
  /** @type {(Element | null)[]} */
  const buttons = [...place.querySelectorAll("button")];
  const stood = buttons.indexOf(document.activeElement);
  // What is shown within a session that has a star is not shown again.
  const within = (entry) => found.some(({ line }) => line && line !== entry.line && line.querySelector(`[data-sy-talk="${entry.id}"]`));
  const all = found.filter((entry) => !within(entry)).sort((a, b) => (a.start ?? Infinity) - (b.start ?? Infinity));
  const days = new Map();
  for (const entry of all) {
    const day = dayOf(entry);
    days.set(day, [...(days.get(day) || []), entry]);
  }
  place.replaceChildren();
  for (const [day, some] of [...days].sort(([a], [b]) => (a || "z") < (b || "z") ? -1 : 1)) {
    const heading = day ? dayText(day, "long") : _("Without a date");
    place.append(make("section", { class: "sy-section", "data-sy-day": day }, make("h2", {}, heading), ...some.map((entry) => item(entry, all))));
    for (const entry of some) if (entry.line) zones.show(entry.line, zoneOf(entry));
  }
  if (others.length) {
    place.append(make("section", { class: "sy-section" }, make("h2", {}, _("No longer here")),
      make("ul", { class: "sy-plain" }, ...others.map(lost))));
  }
  if (!found.length && !others.length) {
    const text = symposiumStore.refused() ? _("This browser stores nothing for this site, so it cannot keep stars.") : _("No session has a star yet.");
    place.append(make("p", {}, [text, _("The stars are on the programmes of events:")].join(" ")));
  }
  stars.offer(place);
  home.classList.toggle("sy-mine-empty", !found.length);
  if (stood < 0) return;
  const left = place.querySelectorAll("button");
  (left[Math.min(stood, left.length - 1)] || tools.querySelector("button"))?.focus();
}

function lost({ id, title: text }) {
  return make("li", {}, text ? `${text} (${id}) ` : `${id} `, button(_("Remove"), () => {
    stars.toggle(id);
    tools.querySelector("button")?.focus();
  }));
}

const refresh = () => symposiumBusy(gatherAll());

async function gatherAll() {
  const ids = stars.all();
  const current = ++asked;
  try {
    const gathered = await gather(ids);
    if (current !== asked) return null;
    removed(shown.found.filter((entry) => !ids.includes(entry.id)));
    shown = gathered;
  } catch {
    place.replaceChildren(make("p", { role: "alert" }, _("The programmes could not be loaded. Are you offline?"), " ",
      button(_("Try again"), () => { pages.clear(); refresh(); })));
    return null;
  }
  const renamed = new Map(shown.others.filter((entry) => entry.now).map((entry) => [entry.id, entry.now]));
  if (renamed.size) {
    tell(plural(renamed.size, "{count} session found under a new name", "{count} sessions found under a new name"));
    stars.set(ids.map((id) => renamed.get(id) || id));
    return null; // which begins anew
  }
  return draw();
}

function removed(some) {
  if (some.length !== 1 || status.contains(document.activeElement)) return;
  const [{ id }] = some;
  tell(_("{what} removed.", { what: title(some[0]) }), " ", button(_("Undo"), () => {
    tell();
    stars.toggle(id);
    tools.querySelector("button")?.focus();
  }));
}

async function save() {
  const some = shown.found.map((entry) => ({ uid: entry.uid, calendar: symposium.calendarOf(entry, entry.about?.calendar) }));
  tell(await symposium.saveCalendar(some, _("My programme"), "my-programme.ics"));
}

home.querySelector("[data-sy-without]")?.remove();
tools.append(button(_("Export as .ics"), save, "sy-tool-main"), button(_("Print"), () => print()), ...sharing(stars, tell, button));
zones.add(tools, _("Each event's own"));
tools.after(status, offer);
stars.follow(refresh);
document.addEventListener("symposium-zone", draw);
refresh();
receiving(stars, offer, _("Sessions from a link"), (count) => plural(count, "The link holds {count} session that is not in your programme.", "The link holds {count} sessions that are not in your programme."));
