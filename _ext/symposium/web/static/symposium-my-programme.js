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
  const shown = (name, found) => found && make("div", { class: `sy-slot-${name}` }, ...copies(found));
  const others = copies(part("main") ?? line).filter((one) => !(one instanceof Element && one.matches(".sy-slot-time, .sy-slot-room, .sy-slot-kind")));
  const heading = around && _("Session: {title}", { title: around.querySelector(".sy-slot-title")?.textContent.trim() ?? "" });
  const item = make("li", { class: line.className || "sy-slot" },
    shown("time", part("time") ?? part("time", around)),
    make("div", { class: "sy-slot-main" }, ...others, heading && make("p", { class: "sy-slot-people" }, heading)),
    shown("room", part("room") ?? part("room", around)), shown("kind", part("kind")));
  Object.assign(item.dataset, line.dataset);
  for (const one of item.querySelectorAll("[id]")) one.removeAttribute("id");
  return item;
}

// The lines of an event that are wanted: long programmes stand on several pages.
async function linesOf(url, wanted) {
  const found = new Map();
  /** @type {Record<string, any> | null} */
  let about = null;
  let next = url;
  while (next && found.size < wanted.size) {
    const answer = await page(next);
    if (!answer) break;
    const programme = answer.page.querySelector(".sy-programme[data-sy-event]");
    if (programme) {
      about ??= {
        id: programme.dataset.syEvent, url: answer.url, title: answer.page.querySelector("h1")?.textContent.trim(),
        calendar: programme.dataset.syCalendar && new URL(programme.dataset.syCalendar, url).href,
      };
      for (const line of programme.querySelectorAll("[data-sy-slot]")) {
        const one = { ...session(line), event: about.id, about, zone: programme.dataset.syZone || "" };
        if (wanted.has(one.id) && !found.has(one.id)) found.set(one.id, { ...one, line: itemOf(line) });
      }
    }
    next = answer.page.querySelector('.sy-parts a[rel="next"]')?.getAttribute("href");
  }
  return found;
}

// What became of a star whose line is not there: a page of its own, another id, or nothing.
async function fate(id) {
  const answer = await page(address(pageOf(id)));
  if (!answer) return { id };
  const { page: made, url } = answer;
  const star = made.querySelector("[data-sy-star][data-sy-talk]")?.dataset.syTalk;
  const event = made.querySelector(".sy-programme[data-sy-event]")?.dataset.syEvent;
  const now = star || (event && id.includes("#") ? `${event}#${id.split("#")[1]}` : "");
  if (now && now !== id) return { id, now };
  const heading = made.querySelector("h1")?.textContent.trim();
  if (!star) return { id, title: heading };
  return { id, title: heading, url, event: eventOf(id), start: null, end: null, kind: "", room: "" };
}

async function gather(ids) {
  const found = new Map();
  const others = [];
  await Promise.all([...new Set(ids.map(eventOf))].filter((one) => one !== "talks").map(async (event) => {
    const wanted = new Set(ids.filter((id) => eventOf(id) === event));
    for (const [id, line] of await linesOf(address(`events/${event}/index`), wanted)) found.set(id, line);
  }));
  for (const one of await Promise.all(ids.filter((id) => !found.has(id)).map((id) => fate(id)))) {
    if (one.url) found.set(one.id, one);
    else others.push(one);
  }
  return { found: ids.map((id) => found.get(id)).filter(Boolean), others };
}

// Times of each event in its own zone, unless another is chosen.
const zoneOf = (one) => zones.current() || one.zone;

function dayOf(one) {
  if (one.start === null) return "";
  return zoneOf(one) ? wall(one.start, zoneOf(one)).day : one.line.dataset.syStart.slice(0, 10);
}

// A session, and what is on in it.
const isTogether = (one, other) => one.event === other.event && one.whole !== undefined && one.whole === other.whole;

function overlaps(one, all) {
  if (one.start === null || one.end === null) return [];
  return all.filter((other) => other !== one && other.start !== null && other.end !== null
    && other.start < one.end && one.start < other.end && !isTogether(one, other));
}

// The line of a programme, in a list of its own kind; a talk without a line by its title.
function item(one, all) {
  const body = make("div", { class: "sy-mine-item" });
  if (one.line) {
    body.append(make("ol", { class: "sy-programme", "data-sy-event": one.event }, one.line));
  } else {
    const main = make("div", { class: "sy-slot-main" }, make("span", { class: "sy-star", "data-sy-star": true }),
      make("p", { class: "sy-slot-title" }, make("a", { href: one.url }, one.title)));
    body.append(make("div", { class: "sy-slot", "data-sy-slot": true, "data-sy-talk": one.id }, main));
  }
  const notes = make("p", { class: "sy-mine-note" });
  if (one.about) notes.append(make("a", { href: one.about.url }, one.about.title));
  if (one.start !== null && one.zone && !zones.current()) notes.append(` · ${one.zone}`);
  body.append(notes);
  const others = overlaps(one, all);
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
  const within = (one) => found.some(({ line }) => line && line !== one.line && line.querySelector(`[data-sy-talk="${one.id}"]`));
  const all = found.filter((one) => !within(one)).sort((a, b) => (a.start ?? Infinity) - (b.start ?? Infinity));
  const days = new Map();
  for (const one of all) {
    const day = dayOf(one);
    days.set(day, [...(days.get(day) || []), one]);
  }
  place.replaceChildren();
  for (const [day, some] of [...days].sort(([a], [b]) => (a || "z") < (b || "z") ? -1 : 1)) {
    const heading = day ? dayText(day, "long") : _("Without a date");
    place.append(make("section", { class: "sy-section", "data-sy-day": day }, make("h2", {}, heading), ...some.map((one) => item(one, all))));
    for (const one of some) if (one.line) zones.show(one.line, zoneOf(one));
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
    removed(shown.found.filter((one) => !ids.includes(one.id)));
    shown = gathered;
  } catch {
    place.replaceChildren(make("p", { role: "alert" }, _("The programmes could not be loaded. Are you offline?"), " ",
      button(_("Try again"), () => { pages.clear(); refresh(); })));
    return null;
  }
  const renamed = new Map(shown.others.filter((one) => one.now).map((one) => [one.id, one.now]));
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
  const some = shown.found.map((one) => ({ uid: one.uid, calendar: symposium.calendarOf(one, one.about?.calendar) }));
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
