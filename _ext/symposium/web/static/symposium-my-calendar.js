// One calendar of some events of several calendars: lines are taken as they are, folded or not.

symposium.calendar = (() => {
  const NAME = symposiumTexts._("My programme");
  const HEAD = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Symposium//My programme//EN", "CALSCALE:GREGORIAN",
    `NAME:${NAME}`, `X-WR-CALNAME:${NAME}`];

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
  function merge(calendars, uids) {
    const events = new Map();
    const zones = new Map();
    for (const one of calendars.flatMap((text) => components(text))) {
      const id = value(one, is(one, "VTIMEZONE") ? "TZID" : "UID");
      if (is(one, "VTIMEZONE")) zones.set(id, [...(zones.get(id) || []), one]);
      else if (is(one, "VEVENT") && uids.has(id) && !events.has(id)) events.set(id, one);
    }
    const used = new Set([...events.values()].flatMap(zonesOf));
    const defined = [...used].filter((name) => zones.has(name)).map((name) => joined(zones.get(name)));
    const text = [...HEAD, ...defined, ...events.values(), "END:VCALENDAR", ""].join("\r\n");
    return { text, count: events.size };
  }

  return { merge };
})();
