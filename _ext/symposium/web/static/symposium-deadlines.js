// Deadlines: the reader's own time, how long it is until then, and what is past. Nothing ticks, and
// nothing moves: what is added has its place in the page.

const { _, locale, dates } = symposiumTexts;
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

/** Marks each deadline, and offers to show only those to come. */
export function start(list, now = Date.now()) {
  const rows = [...list.querySelectorAll("[data-sy-over]")];
  const past = rows.filter((row) => Date.parse(row.dataset.syOver) < now);
  for (const row of rows) {
    const over = past.includes(row);
    row.classList.toggle("sy-over", over);
    const text = row.querySelector("time").dateTime;
    const time = over ? "" : own(text);
    // Of a day without a zone nobody knows how many hours are left.
    const left = text.includes("T") ? ahead(Date.parse(text) - now) : "";
    const until = over ? _("past") : left;
    const local = _("{time} your time", { time });
    row.querySelector(".sy-deadline-own").textContent = time ? `${local} · ${until}` : until;
  }
  const tools = list.querySelector(".sy-deadline-tools");
  if (!tools || !past.length || past.length === rows.length) return;
  const press = ({ currentTarget: button }) => {
    const only = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(only));
    for (const row of past) row.hidden = only;
  };
  tools.append(symposiumMake("button", { type: "button", class: "sy-button", "aria-pressed": "false", click: press }, _("Only those to come")));
}
