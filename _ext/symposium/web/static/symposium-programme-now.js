// While an event is under way: what is on in each room, and what comes next.

(() => {
  const { make, sessions, zones, wall, isZone, dayText } = symposium;
  const { _, locale } = symposiumTexts;
  const HOUR = 36e5;
  const DAY = 24 * HOUR;
  const SOON = 30 * DAY;

  // Where no end is known, a session lasts until the next in its room, and no longer than an hour.
  function dated(programme) {
    const found = /** @type {(Session & {start: number, end: number})[]} */ (
      sessions(programme).filter((one) => one.start !== null && !one.isListed && !one.line.classList.contains("sy-slot-cancelled"))
    );
    found.sort((a, b) => a.start - b.start);
    found.forEach((one, index) => {
      if (one.end !== null) return;
      const later = found.slice(index + 1).find((other) => other.start > one.start && (!one.room || other.room === one.room));
      one.end = Math.min(later ? later.start : Infinity, one.start + HOUR);
    });
    return found;
  }

  // "in 3 days"
  function ahead(ms) {
    /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
    const units = [["day", DAY], ["hour", HOUR], ["minute", HOUR / 60]];
    const [unit, size] = units.find(([, one]) => ms >= 2 * one) || ["minute", ms];
    return new Intl.RelativeTimeFormat(locale).format(Math.round(ms / size), unit);
  }

  function start(programme) {
    const tools = programme.querySelector("[data-sy-tools]");
    const all = dated(programme);
    if (!tools || !all.length) return;
    const first = all[0].start;
    const last = Math.max(...all.map((one) => one.end));
    const goesOn = document.querySelector('.sy-parts a[rel="prev"]'); // a later part of the programme
    const bar = make("nav", { class: "sy-now", "aria-label": _("Now and next"), hidden: true });
    tools.before(bar);
    let shown = "";

    // The day of what is not today.
    function dayOf(one) {
      const zone = zones.current() || programme.dataset.syZone;
      if (!isZone(zone)) return "";
      const { day } = wall(one.start, zone);
      return day === wall(Date.now(), zone).day ? "" : `${dayText(day)} `;
    }

    function entry(one) {
      const time = one.line.querySelector("time");
      const clock = make("span", { class: "sy-now-time" }, dayOf(one), time ? time.textContent : "");
      const link = make("a", { href: `#${one.line.id}` }, one.title);
      return make("li", {}, clock, " ", link, one.room ? ` ${one.room}` : "");
    }

    function mark(one, state) {
      const before = one.line.dataset.syState || "";
      if (before === state) return;
      const place = one.line.querySelector(".sy-slot-title") || one.line; // its own is the first
      place.querySelector(".sy-state-mark")?.remove();
      if (state) one.line.dataset.syState = state;
      else delete one.line.dataset.syState;
      const words = { now: _("Now"), next: _("Next") };
      if (words[state]) place.prepend(make("span", { class: "sy-state-mark" }, words[state]), " ");
    }

    function update() {
      const at = Date.now();
      const under = at >= first && at < last;
      const on = under ? all.filter((one) => one.start <= at && at < one.end) : [];
      const next = under ? all.filter((one) => one.start > at) : [];
      const coming = next.filter((one) => one.start === next[0].start);
      for (const one of all) {
        const state = on.includes(one) ? "now" : coming.includes(one) ? "next" : one.end <= at ? "past" : "";
        mark(one, under ? state : "");
      }
      const soon = at < first && first - at < SOON && !goesOn;
      const wanted = under ? JSON.stringify([on, coming].map((some) => some.map((one) => [one.id, dayOf(one)]))) : soon ? ahead(first - at) : "";
      if (wanted + zones.current() === shown) return;
      shown = wanted + zones.current();
      bar.hidden = !wanted;
      bar.replaceChildren();
      if (soon) bar.append(make("p", {}, _("Begins {when}", { when: wanted })));
      if (on.length) bar.append(make("p", {}, _("Now")), make("ul", {}, ...on.map(entry)));
      if (coming.length) bar.append(make("p", {}, _("Next")), make("ul", {}, ...coming.map(entry)));
    }

    update();
    setInterval(update, 30_000);
    document.addEventListener("visibilitychange", update);
    document.addEventListener("symposium-zone", update);
  }

  document.querySelectorAll(".sy-programme[data-sy-event]").forEach(start);
})();
