// One calendar of some events of several calendars: lines are taken as they are, folded or not.
// It is loaded when somebody asks for one.

symposium.calendar = (() => {
  const { _, plural } = symposiumTexts;

  // The name is folded early: a line has at most 75 bytes, and a sign up to four.
  function head(name) {
    const text = name.replace(/\s+/g, " ").replace(/[\\;,]/g, "\\$&").match(/.{1,15}/gu)?.join("\r\n ") ?? "";
    return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Symposium//My programme//EN", "CALSCALE:GREGORIAN",
      `NAME:${text}`, `X-WR-CALNAME:${text}`];
  }

  // The components of a calendar, each the text of its lines; with `inner`, those of a component.
  function components(text, inner = false) {
    const found = [];
    let open = [];
    let depth = inner ? -1 : 0;
    for (const line of text.split(/\r\n|\n/)) {
      const begins = /^BEGIN:/i.test(line);
      if (begins) depth += 1;
      if (begins && depth === (inner ? 1 : 2)) open = [];
      if (depth >= (inner ? 1 : 2)) open.push(line);
      if (!/^END:/i.test(line)) continue;
      if (depth === (inner ? 1 : 2)) found.push(open.join("\r\n"));
      depth -= 1;
    }
    return found;
  }

  const unfolded = (text) => text.replace(/\r\n[ \t]/g, "");
  const value = (text, name) => new RegExp(`^${name}(?:;[^:\r\n]*)?:(.*)$`, "im").exec(unfolded(text))?.[1].trim();
  const is = (text, name) => new RegExp(`^BEGIN:${name}\\s*$`, "im").exec(text)?.index === 0;

  function zonesOf(text) {
    const named = unfolded(text).matchAll(/;TZID=(?:"([^"\r\n]*)"|([^;:"\r\n]*))/gi);
    return [...named].map((found) => found[1] ?? found[2]);
  }

  // A zone as several calendars define it, each for the time of its own event.
  function joined(definitions) {
    if (new Set(definitions).size === 1) return definitions[0];
    const changes = new Set(definitions.flatMap((one) => components(one, true)));
    const [first] = definitions;
    return ["BEGIN:VTIMEZONE", `TZID:${value(first, "TZID")}`, ...changes, "END:VTIMEZONE"].join("\r\n");
  }

  // The events with one of some UIDs, each once, and the zones that they use.
  function merge(calendars, uids, name = _("My programme")) {
    const events = new Map();
    const zones = new Map();
    for (const one of calendars.flatMap((text) => components(text))) {
      const id = value(one, is(one, "VTIMEZONE") ? "TZID" : "UID");
      if (is(one, "VTIMEZONE")) zones.set(id, [...(zones.get(id) || []), one]);
      else if (is(one, "VEVENT") && uids.has(id) && !events.has(id)) events.set(id, one);
    }
    const used = new Set([...events.values()].flatMap(zonesOf));
    const defined = [...used].filter((name) => zones.has(name)).map((name) => joined(zones.get(name)));
    const text = [...head(name), ...defined, ...events.values(), "END:VCALENDAR", ""].join("\r\n");
    return { text, count: events.size };
  }

  // Saves the calendar of some sessions as a file, and returns what to say of it.
  async function save(some, name, file) {
    const files = [...new Set(some.map((one) => one.calendar).filter(Boolean))];
    const uids = new Set(some.map((one) => one.uid).filter(Boolean));
    let made;
    try {
      made = merge(await Promise.all(files.map(async (url) => {
        const answer = await fetch(url);
        if (!answer.ok) throw new Error(answer.statusText);
        return answer.text();
      })), uids, name);
    } catch {
      return _("The calendars of the events could not be loaded.");
    }
    const left = some.length - made.count;
    if (!made.count) return _("None of these sessions has a date: there is nothing to export.");
    symposiumSave(made.text, "text/calendar", file);
    const said = [plural(made.count, "{count} session exported.", "{count} sessions exported.")];
    if (left) said.push(plural(left, "{count} without a date cannot be in a calendar.", "{count} without a date cannot be in a calendar."));
    return said.join(" ");
  }

  return { merge, save };
})();
