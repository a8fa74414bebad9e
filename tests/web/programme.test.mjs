import assert from "node:assert/strict";
import test from "node:test";
import { runInThisContext } from "node:vm";

import { run } from "./page.mjs";

for (const name of ["programme", "programme-zones", "programme-stars"]) run(`symposium-${name}.js`);
const { merge } = await import("../../_ext/symposium/web/static/symposium-my-calendar.js");
const { dayText, instant, isZone, offsetText, stars, wall } = runInThisContext("symposium");

test("a time without an offset is no instant", () => {
  assert.equal(instant("2026-11-05T09:00"), null);
  assert.equal(instant("2026-11-05T09:00+01:00"), Date.UTC(2026, 10, 5, 8));
  assert.equal(instant("2026-13-05T09:00Z"), null);
});

test("clocks show another day where it is already tomorrow", () => {
  const ms = Date.UTC(2026, 10, 5, 20);
  assert.deepEqual(wall(ms, "Asia/Tokyo"), { day: "2026-11-06", clock: "05:00", offset: 540 });
});

test("clocks are put forward in summer", () => {
  const offsets = [0, 6].map((month) => wall(Date.UTC(2026, month, 5), "Europe/Zurich").offset);
  assert.deepEqual(offsets, [60, 120]);
});

test("offsets are written with hours and minutes", () => {
  assert.deepEqual([0, 330, -210].map(offsetText), ["UTC+00:00", "UTC+05:30", "UTC−03:30"]);
});

test("days have their name, and the year where there is room", () => {
  assert.equal(dayText("2026-11-05"), "Thu 5 Nov");
  assert.equal(dayText("2026-11-05", "long"), "Thursday, 5 November 2026");
});

test("a name that browsers do not know is no zone", () => {
  assert.deepEqual(["Europe/Zurich", "UTC", "Europe/Nowhere", "", null, "<b>"].map(isZone), [true, true, false, false, false, false]);
});

test("of stars that come with a link only those that may be ids are taken", () => {
  assert.deepEqual(stars.lacking(["talks/a", "event/talk", "event#slot-1", "javascript:x", "a b", 3, "talks/a"]), ["talks/a", "event/talk", "event#slot-1"]);
  assert.deepEqual(stars.lacking("talks/a"), []);
});

const ZONE = ["BEGIN:VTIMEZONE", "TZID:Europe/Zurich", "BEGIN:STANDARD", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"];
const entry = (uid, zone = "Europe/Zurich") => ["BEGIN:VEVENT", `UID:${uid}`, `DTSTART;TZID=${zone}:20261105T090000`, "END:VEVENT"];
const file = (...lines) => ["BEGIN:VCALENDAR", ...lines.flat(), "END:VCALENDAR", ""].join("\r\n");

test("a calendar has the wanted entries of several, each once, and the zones that they name", () => {
  const texts = [file(ZONE, entry("a"), entry("b")), file(ZONE, entry("a"), entry("c"))];
  const { text, count } = merge(texts, new Set(["a", "c"]));
  assert.equal(count, 2);
  assert.deepEqual([...text.matchAll(/^UID:(.*)\r$/gm)].map((found) => found[1]), ["a", "c"]);
  assert.equal(text.split("BEGIN:VTIMEZONE").length, 2);
});

test("the name of a calendar is escaped, and its lines are never longer than 75 bytes", () => {
  const name = `Ships, tar; and \\ ${"😀".repeat(40)}`;
  const { text } = merge([], new Set(), name);
  const [line] = text.replaceAll("\r\n ", "").split("\r\n").filter((one) => one.startsWith("NAME:"));
  assert.equal(line, `NAME:Ships\\, tar\\; and \\\\ ${"😀".repeat(40)}`);
  assert.ok(text.split("\r\n").every((one) => new TextEncoder().encode(one).length <= 75));
});
