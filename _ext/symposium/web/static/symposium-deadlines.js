// Deadlines: the reader's own time, how long it is until then; what is past is folded. Nothing ticks.

const { locale, dates, plural, _ } = symposiumTexts;
const HOUR = 36e5;
const DAY = 24 * HOUR;

/** "in 3 days", as far as it matters. */
export function ahead(ms) {
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [["day", DAY], ["hour", HOUR], ["minute", HOUR / 60]];
  const [unit, size] = units.find(([, duration]) => ms >= 2 * duration) || units[2];
  return new Intl.RelativeTimeFormat(locale).format(Math.floor(ms / size), unit);
}

/** What the reader's clock shows then; nothing for a day without a time, or if it shows the same. */
export function own(text, zone = undefined) {
  const [, clock, offset] = /T(\d\d:\d\d)(?::\d\d)?([+-]\d\d:\d\d|Z)$/.exec(text) || [];
  if (!offset) return "";
  const then = new Date(text);
  const here = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone }).format(then);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(then);
  if (here === clock && text.startsWith(day)) return "";
  return new Intl.DateTimeFormat(dates, { dateStyle: "medium", timeStyle: "short", timeZone: zone }).format(then);
}

/** Tells how far each deadline is, and folds those that are past. */
export function start(list, now = Date.now()) {
  const rows = [...list.querySelectorAll("[data-sy-over]")];
  const past = rows.filter((row) => Date.parse(row.dataset.syOver) < now);
  for (const row of rows.filter((other) => !past.includes(other))) {
    const text = row.querySelector("time").dateTime;
    // Of a day without a zone nobody knows how many hours are left.
    const left = text.includes("T") ? ahead(Date.parse(text) - now) : "";
    const time = own(text);
    const local = _("{time} your time", { time });
    row.querySelector(".sy-deadline-own").textContent = time ? `${local} · ${left}` : left;
  }
  if (!past.length) return;
  const title = plural(past.length, "{count} past deadline", "{count} past deadlines");
  list.append(symposiumMake("details", { class: "sy-details" },
    symposiumMake("summary", {}, title), symposiumMake("ul", { class: "sy-plain" }, ...past)));
}
