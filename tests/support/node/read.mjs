// Reads calendars by ical.js, and prints what it takes their entries for. A calendar is read with
// the zones that it defines, and with no others.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { default: ICAL } = await import(pathToFileURL(process.argv[2]));
const found = JSON.parse(readFileSync(0, "utf8")).map((text) => {
  ICAL.TimezoneService.reset();
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  const moment = (time) => (time === null ? null : time.isDate ? time.toString() : time.toUnixTime());
  return {
    name: calendar.getFirstPropertyValue("name"),
    entries: calendar.getAllSubcomponents("vevent").map((one) => {
      const event = new ICAL.Event(one, { strictExceptions: true });
      return {
        uid: event.uid,
        start: moment(event.startDate),
        end: one.hasProperty("dtend") ? moment(event.endDate) : null,
        summary: event.summary,
        description: event.description ?? "",
        location: event.location ?? "",
        categories: one.getAllProperties("categories").flatMap((each) => each.getValues()),
      };
    }),
  };
});
console.log(JSON.stringify(found));
