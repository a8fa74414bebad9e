// Times in a zone of the reader's choice, which the whole site remembers: "" for the event's own,
// "local" for the reader's, or the name of any other.

symposium.zones = (() => {
  const { make, button, say, instant, wall, isZone, offsetText, dayText } = symposium;
  const { _, pieces } = symposiumTexts;
  const KEY = "symposium-zone";
  const OTHER = "other";
  const texts = new WeakMap(); // what stood there before
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const switches = [];

  // The zone to show, or nothing for that of each event.
  function current() {
    const chosen = symposiumStore.get(KEY);
    const zone = chosen === "local" ? own : chosen;
    return isZone(zone) ? zone : "";
  }

  // Whether clocks show the same twice, as they are put back.
  function isTwice(ms, zone, offset) {
    return [-3, 3].some((hours) => {
      const other = wall(ms + hours * 36e5, zone).offset;
      return other !== offset && wall(ms + (offset - other) * 6e4, zone).offset === other;
    });
  }

  function text(ms, zone) {
    const { clock, offset } = wall(ms, zone);
    return isTwice(ms, zone, offset) ? `${clock} (${offsetText(offset)})` : clock;
  }

  // A zone, and its offsets while all that is shown takes place.
  function describe(zone, instants) {
    const parts = [];
    /** @type {ReturnType<typeof wall> | null} */
    let last = null;
    for (const ms of [...instants].sort((a, b) => a - b)) {
      const now = wall(ms, zone);
      if (last === null) parts.push(offsetText(now.offset));
      else if (now.offset !== last.offset) {
        const when = now.day === last.day ? `${dayText(now.day)}, ${now.clock}` : dayText(now.day);
        parts.push(_("from {when} {offset}", { when, offset: offsetText(now.offset) }));
      }
      last = now;
    }
    return [zone, ...parts].join(", ");
  }

  function original(element) {
    if (!texts.has(element)) texts.set(element, [...element.childNodes]);
    return texts.get(element);
  }

  // A time shows its day where that is not the one which the reader is looking at.
  function show(scope = document, zone = current()) {
    for (const mark of scope.querySelectorAll(".sy-time-day")) mark.remove();
    const instants = [];
    const days = new Map();
    for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (scope.querySelectorAll("time[datetime]"))) {
      const ms = instant(time.dateTime);
      if (ms === null || time.closest("[data-sy-local], [data-sy-over]")) continue;
      const before = original(time);
      const note = /** @type {HTMLElement | null} */ (time.nextElementSibling);
      if (note?.matches(".sy-slot-note")) {
        note.hidden = Boolean(zone);
        if (note.previousSibling instanceof Text) note.previousSibling.data = zone ? "" : " ";
      }
      if (!zone) {
        time.replaceChildren(...before);
        continue;
      }
      instants.push(ms);
      time.textContent = text(ms, zone);
      const line = /** @type {HTMLElement} */ (time.closest("[data-sy-slot]") || time.parentElement);
      const { day } = wall(ms, zone);
      const looking = days.get(line) || line.closest("[data-sy-day]")?.dataset.syDay || time.dateTime.slice(0, 10);
      if (day !== looking) time.before(make("span", { class: "sy-time-day" }, dayText(day), " "));
      days.set(line, day);
    }
    for (const name of scope.querySelectorAll("[data-sy-zone-name]")) {
      const before = original(name);
      if (zone && instants.length) name.textContent = describe(zone, instants);
      else name.replaceChildren(...before);
    }
    return zone && instants.length ? describe(zone, instants) : "";
  }

  // Without a day, nobody knows what clocks show elsewhere.
  const isDated = (scope) => [...scope.querySelectorAll("time")].some((time) => instant(time.dateTime) !== null);

  // Where nothing but times is shown, there is a way back to those of the event.
  function leadBack() {
    for (const button of document.querySelectorAll(".sy-zone-back")) button.remove();
    if (!current() || switches.length || !isDated(document)) return;
    for (const name of document.querySelectorAll("[data-sy-zone-name]")) {
      name.append(" ", button(_("Show the event’s time"), () => choose(""), "sy-zone-back"));
    }
  }

  function changed() {
    const named = show();
    leadBack();
    for (const refresh of switches) refresh();
    document.dispatchEvent(new CustomEvent("symposium-zone"));
    return named;
  }

  function choose(value) {
    symposiumStore.set(KEY, value);
    const zone = changed();
    say(zone ? _("Times are now shown in {zone}", { zone }) : _("Times are now shown in the zone of the event"));
  }

  // The zone that somebody means: "zurich", "new york", "Europe/Zurich". Lists have one name of
  // each, which may be an older one; browsers know the others, too.
  function meant(typed) {
    const wanted = typed.trim().toLowerCase().replace(/[ _]+/g, "_");
    const all = list();
    const zone = all.find((name) => `/${name.toLowerCase()}`.endsWith(`/${wanted}`));
    const name = wanted.replace(/(^|[_/])[a-z]/g, (start) => start.toUpperCase());
    const regions = new Set(all.map((name) => name.slice(0, name.indexOf("/") + 1)));
    return zone || ["", ...regions].map((region) => region + name).find(isZone) || "";
  }

  const list = () => [...(Intl.supportedValuesOf?.("timeZone") || []), "UTC"];

  // A short choice, and any zone of the world where it is asked for.
  function add(tools, home, rooms = new Map()) {
    const select = make("select");
    const fill = () => {
      const value = symposiumStore.get(KEY) === "local" ? "local" : current();
      const shown = new Map([
        ["", home],
        ["local", _("Mine: {zone}", { zone: own })],
      ]);
      for (const [name, room] of rooms) shown.set(name, `${room}: ${name}`);
      for (const name of ["UTC", value]) if (!shown.has(name)) shown.set(name, name);
      shown.set(OTHER, _("Another zone …"));
      select.replaceChildren(...[...shown].map(([name, label]) => {
        return make("option", { value: name, selected: name === value }, label);
      }));
      other.hidden = true;
    };
    const id = `sy-zones-${switches.length}`;
    const input = make("input", { list: id, placeholder: _("Name of a city"), autocomplete: "off", "aria-label": _("Zone") });
    const names = make("datalist", { id });
    const wrong = make("span", { class: "sy-tool-wrong", role: "alert" });
    const other = make("span", { class: "sy-tool-other" }, input, names, wrong);
    select.addEventListener("change", () => {
      other.hidden = select.value !== OTHER;
      if (!other.hidden && !names.children.length) {
        names.append(...list().map((value) => make("option", { value })));
      }
      if (other.hidden) choose(select.value);
    });
    input.addEventListener("change", () => {
      const zone = meant(input.value);
      wrong.textContent = zone || !input.value ? "" : _("No zone has this name");
      if (!zone) return;
      input.value = "";
      choose(zone);
      select.focus();
    });
    fill();
    switches.push(fill);
    tools.append(make("label", { class: "sy-tool-zone" }, ...pieces(_("Times in {zone}"), { zone: select })), other);
  }

  symposiumStore.follow(KEY, changed);
  show();
  for (const programme of document.querySelectorAll(".sy-programme[data-sy-event]")) {
    const tools = programme.querySelector("[data-sy-tools]");
    if (!tools || !isDated(programme)) continue;
    const rooms = new Map();
    for (const local of programme.querySelectorAll("[data-sy-local]")) {
      const name = local.dataset.syLocal;
      if (isZone(name)) rooms.set(name, local.closest("[data-sy-slot]")?.dataset.syRoom || _("There"));
    }
    rooms.delete(programme.dataset.syZone);
    const zone = programme.dataset.syZone || _("as printed");
    add(tools, _("Event: {zone}", { zone }), rooms);
  }
  leadBack();

  return { add, current, show };
})();
