// One calendar of some entries of several, taken as they are. It is loaded when somebody asks for one.

const { _, plural } = symposiumTexts;

// The name is folded early: a line has at most 75 bytes, and a sign up to four.
const folded = (text) => text.replace(/\s+/g, " ").replace(/[\\;,]/g, "\\$&").match(/.{1,15}/gu)?.join("\r\n ") ?? "";

// The components of these names, each as its lines stand in a calendar.
const components = (text, names) => text.match(new RegExp(`^BEGIN:(${names})\\b[^]*?^END:\\1`, "gm")) ?? [];

const unfolded = (text) => text.replace(/\r\n[ \t]/g, "");
const value = (text, name) => new RegExp(`^${name}(?:;[^:\r\n]*)?:(.*)$`, "m").exec(unfolded(text))?.[1].trim();
const zonesOf = (text) => [...unfolded(text).matchAll(/;TZID="?([^";:]+)/g)].map(([, zone]) => zone);

// The entries with one of some UIDs, each once, and the zones that they use: each calendar defines
// these for the time of its own event.
export function merge(calendars, uids, name = _("My programme")) {
  const events = new Map();
  for (const event of calendars.flatMap((text) => components(text, "VEVENT"))) {
    const uid = value(event, "UID");
    if (uids.has(uid) && !events.has(uid)) events.set(uid, event);
  }
  const changes = new Map([...events.values()].flatMap(zonesOf).map((zone) => [zone, new Set()]));
  for (const zone of calendars.flatMap((text) => components(text, "VTIMEZONE"))) {
    for (const change of components(zone, "STANDARD|DAYLIGHT")) changes.get(value(zone, "TZID"))?.add(change);
  }
  const zones = [...changes].filter(([, some]) => some.size)
    .flatMap(([zone, some]) => ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...some, "END:VTIMEZONE"]);
  const text = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Symposium//My programme//EN", "CALSCALE:GREGORIAN",
    `NAME:${folded(name)}`, `X-WR-CALNAME:${folded(name)}`, ...zones, ...events.values(), "END:VCALENDAR", "",
  ].join("\r\n");
  return { text, count: events.size };
}

// Saves the calendar of some sessions as a file, and returns what to say of it.
export async function save(some, name, file) {
  const texts = [...new Set(some.map((session) => session.calendar).filter(Boolean))].map(async (url) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  });
  const merged = merge(await Promise.all(texts), new Set(some.map((session) => session.uid).filter(Boolean)), name);
  if (!merged.count) return _("None of these sessions has a date: there is nothing to export.");
  symposiumSave(merged.text, "text/calendar", file);
  const left = some.length - merged.count;
  const messages = [plural(merged.count, "{count} session exported.", "{count} sessions exported.")];
  if (left) messages.push(plural(left, "{count} without a date cannot be in a calendar.", "{count} without a date cannot be in a calendar."));
  return messages.join(" ");
}
