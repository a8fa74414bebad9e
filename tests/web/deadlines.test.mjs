import assert from "node:assert/strict";
import test from "node:test";

globalThis.symposiumTexts = { _: (text, values = {}) => text.replace("{time}", values.time), locale: "en", dates: "en-GB" };
const { ahead, own } = await import("../../_ext/symposium/web/static/symposium-deadlines.js");

test("how long it is until then is said in the unit that matters", () => {
  const hour = 36e5;
  assert.deepEqual([100 * 24 * hour, 50 * hour, 47 * hour, 90 * 6e4, 1].map((ms) => ahead(ms)), [
    "in 100 days", "in 2 days", "in 47 hours", "in 90 minutes", "in 0 minutes",
  ]);
});

test("the reader's own time is shown where clocks there show another one", () => {
  assert.equal(own("2026-06-12T23:59:59-12:00", "Europe/Berlin"), "13 Jun 2026, 13:59");
  assert.equal(own("2026-07-01T17:00:00+05:30", "Asia/Kolkata"), "");
  assert.equal(own("2026-07-01T17:00:00+05:30", "America/Los_Angeles"), "1 Jul 2026, 04:30");
  assert.equal(own("2026-06-10", "Europe/Berlin"), ""); // no time is known
});
