// What the scripts of a programme share: its lines, times in any zone.
// The scripts are no modules: a page that is opened as a file may not load any.

globalThis.symposium = /** @type {Programmes} */ ((() => {
  const make = symposiumMake;
  const button = (text, press, style = "") => make("button", { type: "button", class: `sy-tool ${style}`, click: press }, text);

  const voice = make("div", { role: "status", class: "sy-hidden" });
  document.body.append(voice);
  const say = (text) => { voice.textContent = text; };

  // The instant of a time with an offset; what has none is no instant.
  function instant(text) {
    const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d|Z)$/.test(text || "");
    const ms = isInstant ? Date.parse(text) : NaN;
    return Number.isNaN(ms) ? null : ms;
  }

  // A talk that a session lists has time, room and kind of it.
  function session(line) {
    const around = line.parentElement?.closest("[data-sy-slot]");
    const isListed = line.dataset.sySlot === line.dataset.syIn;
    const { sySlot, syTalk, syStart, syEnd, syRoom, syTrack, syKind, syUid, syIn } = isListed ? { ...around?.dataset, ...line.dataset } : line.dataset;
    const event = line.closest("[data-sy-event]")?.dataset.syEvent;
    const title = line.querySelector(".sy-slot-title");
    return {
      line, event, around, isListed, room: syRoom || "", track: syTrack || "", kind: syKind || "",
      uid: syUid, whole: syIn || sySlot, id: syTalk || `${event}#${sySlot}`,
      title: (title || line).textContent.trim().replace(/\s+/g, " "),
      start: instant(syStart), end: instant(syEnd),
    };
  }

  // The calendar of an event has a line for a session, the calendar of a talk that it lists has the talk.
  function calendarOf(session, event) {
    const name = session.id.startsWith(`${session.event}/`) ? session.id.slice(session.event.length + 1) : "";
    return event && session.isListed && name ? new URL(`${name}.ics`, event).href : event;
  }

  const sessions = (scope) => [...scope.querySelectorAll("[data-sy-slot]")].map(session);

  // Phones show tables as blocks: these roles keep them tables for screen readers.
  const roles = { thead: "rowgroup", tbody: "rowgroup", tr: "row", td: "cell" };
  for (const table of document.querySelectorAll(".sy-agenda, .sy-grid")) {
    table.setAttribute("role", "table");
    for (const part of table.querySelectorAll("thead, tbody, tr, th, td")) {
      const heading = part.getAttribute("scope") === "row" ? "rowheader" : "columnheader";
      part.setAttribute("role", roles[part.localName] || heading);
    }
  }

  const formats = new Map();

  // What clocks and calendars show in a zone, and how far that is from UTC, in minutes.
  function wall(ms, zone) {
    if (!formats.has(zone)) {
      formats.set(zone, new Intl.DateTimeFormat("en-GB", {
        timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric",
        hour: "numeric", minute: "numeric",
      }));
    }
    const part = {};
    for (const { type, value } of formats.get(zone).formatToParts(ms)) part[type] = Number(value);
    const shown = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute);
    const [day, rest] = new Date(shown).toISOString().split("T");
    return { day, clock: rest.slice(0, 5), offset: Math.round(shown / 6e4) - Math.floor(ms / 6e4) };
  }

  function isZone(name) {
    if (typeof name !== "string" || !/^[A-Za-z][\w+/-]{1,60}$/.test(name)) return false;
    try {
      return Boolean(wall(0, name));
    } catch {
      return false;
    }
  }

  function offsetText(minutes) {
    const size = Math.abs(minutes);
    const two = (number) => String(number).padStart(2, "0");
    return `UTC${minutes < 0 ? "−" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  }

  /** @param {string} day @param {"short" | "long"} style */
  function dayText(day, style = "short") {
    const year = style === "long" ? /** @type {const} */ ("numeric") : undefined;
    /** @type {Intl.DateTimeFormatOptions} */
    const form = { timeZone: "UTC", weekday: style, day: "numeric", month: style, year };
    const text = new Intl.DateTimeFormat(symposiumTexts.dates, form).format(new Date(day));
    if (symposiumTexts.dates !== "en-GB") return text;
    return style === "long" ? text.replace(",", "").replace(" ", ", ") : text.replace(",", "");
  }

  const title = (session) => symposiumTexts._("“{title}”", { title: session.title });

  // Saves the calendar of some sessions, by a script that few need; resolves to what to say.
  const saveCalendar = (some, name, file) => symposiumBusy(import("./symposium-my-calendar.js")
    .then((calendar) => calendar.save(some, name, file))
    .catch(() => symposiumTexts._("The calendars of the events could not be loaded.")));

  return {
    saveCalendar, make, button, say, instant, session, sessions, calendarOf, wall, isZone, offsetText, dayText,
    title,
  };
})());
