// While an event is under way: what is on in each room, and what comes next.

(() => {
  const { make, sessions, zones, wall, isZone, dayText } = symposium;
  const { _, locale } = symposiumTexts;
  const HOUR = 36e5;
  const DAY = 24 * HOUR;
  const SOON = 30 * DAY;

  // Where no end is known, a session lasts until the next in its room, and no longer than an hour.
  function dated(programme) {
    const timed = /** @type {(Session & {start: number, end: number})[]} */ (
      sessions(programme).filter((session) => session.start !== null && !session.isListed && !session.line.classList.contains("sy-slot-cancelled"))
    );
    timed.sort((a, b) => a.start - b.start);
    timed.forEach((session, index) => {
      if (session.end !== null) return;
      const later = timed.slice(index + 1).find((other) => other.start > session.start && (!session.room || other.room === session.room));
      session.end = Math.min(later ? later.start : Infinity, session.start + HOUR);
    });
    return timed;
  }

  // "in 3 days"
  function ahead(ms) {
    /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
    const units = [["day", DAY], ["hour", HOUR], ["minute", HOUR / 60]];
    const [unit, size] = units.find(([, duration]) => ms >= 2 * duration) || ["minute", ms];
    return new Intl.RelativeTimeFormat(locale).format(Math.round(ms / size), unit);
  }

  function start(programme) {
    const tools = programme.querySelector("[data-sy-tools]");
    const all = dated(programme);
    if (!tools || !all.length) return;
    const first = all[0].start;
    const last = Math.max(...all.map((session) => session.end));
    const goesOn = document.querySelector('.sy-parts a[rel="prev"]'); // a later part of the programme
    const bar = make("nav", { class: "sy-now", "aria-label": _("Now and next"), hidden: true });
    tools.before(bar);
    let shown = "";

    // The day of what is not today.
    function dayOf(session) {
      const zone = zones.current() || programme.dataset.syZone;
      if (!isZone(zone)) return "";
      const { day } = wall(session.start, zone);
      return day === wall(Date.now(), zone).day ? "" : `${dayText(day)} `;
    }

    function entry(session) {
      const time = session.line.querySelector("time");
      const clock = make("span", { class: "sy-now-time" }, dayOf(session), time ? time.textContent : "");
      const link = make("a", { href: `#${session.line.id}` }, session.title);
      return make("li", {}, clock, " ", link, session.room ? ` ${session.room}` : "");
    }

    function mark(session, state) {
      const before = session.line.dataset.syState || "";
      if (before === state) return;
      const place = session.line.querySelector(".sy-slot-title") || session.line; // its own is the first
      place.querySelector(".sy-state-mark")?.remove();
      if (state) session.line.dataset.syState = state;
      else delete session.line.dataset.syState;
      const words = { now: _("Now"), next: _("Next") };
      if (words[state]) place.prepend(make("span", { class: "sy-state-mark" }, words[state]), " ");
    }

    function update() {
      const at = Date.now();
      const under = at >= first && at < last;
      const on = under ? all.filter((session) => session.start <= at && at < session.end) : [];
      const next = under ? all.filter((session) => session.start > at) : [];
      const coming = next.filter((session) => session.start === next[0].start);
      for (const session of all) {
        const state = on.includes(session) ? "now" : coming.includes(session) ? "next" : session.end <= at ? "past" : "";
        mark(session, under ? state : "");
      }
      const soon = at < first && first - at < SOON && !goesOn;
      const wanted = under ? JSON.stringify([on, coming].map((some) => some.map((session) => [session.id, dayOf(session)]))) : soon ? ahead(first - at) : "";
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
