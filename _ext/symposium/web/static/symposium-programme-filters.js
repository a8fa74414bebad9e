// Which lines of a programme are shown: only one's own, those of a track, a room, a kind. The choice
// is in the address, so that it can be sent to others.

(() => {
  const { make, button, sessions, stars } = symposium;
  const { _, number } = symposiumTexts;
  /** Each with its name, and what stands for all of them. @type {Record<string, [name: string, all: string]>} */
  const FACETS = {
    track: [_("Track"), _("All tracks")], room: [_("Room"), _("All rooms")], kind: [_("Kind"), _("All kinds")],
  };

  function start(programme) {
    const tools = programme.querySelector("[data-sy-tools]");
    const all = sessions(programme);
    if (!tools || !all.length) return;
    const state = new URLSearchParams(location.search);
    const selects = {};
    for (const [name, [facet, every]] of Object.entries(FACETS)) {
      // A kind is called what its lines call it; breaks, which nobody looks for, are called nothing.
      const label = (value) => (name === "kind" ? programme.querySelector(`.sy-badge-${CSS.escape(value)}`)?.textContent : value);
      const values = [...new Set(all.map((session) => session[name]))].filter(label);
      if (values.length < 2) continue;
      selects[name] = make("select", { "aria-label": facet }, make("option", { value: "" }, every),
        ...values.map((value) => make("option", { value, selected: state.get(name) === value }, label(value))));
      selects[name].addEventListener("change", apply);
      tools.append(selects[name]);
    }
    const box = make("input", { type: "checkbox" });
    const count = make("span");
    const status = make("p", { role: "status", class: "sy-tools-status" });
    box.checked = state.has("mine");
    box.addEventListener("change", apply);
    const own = new Set(all.map((session) => session.id));
    const isPart = document.querySelector(".sy-parts");
    if (programme.querySelector("[data-sy-star]")) {
      tools.append(make("label", {}, box, make("span", {}, ...symposiumTexts.pieces(_("Only my sessions ({count})"), { count }))));
    }
    tools.append(button(_("Print"), () => print()));
    if (tools.dataset.syTools) tools.append(stars.link(tools.dataset.syTools));
    stars.update();
    tools.append(status);

    // A line without a room is for all of them.
    function fits(session, mine) {
      if (box.checked && !mine.has(session.id)) return false;
      return Object.entries(selects).every(([name, { value }]) => {
        return !value || session[name] === value || (name === "room" && !session.room);
      });
    }

    function apply() {
      const mine = new Set(stars.all());
      const filtered = box.checked || Object.values(selects).some(({ value }) => value);
      const left = all.filter((session) => !filtered || fits(session, mine));
      // With a session all of it is shown, and a talk within one below its title.
      const seen = new Set(left.map((session) => session.line));
      for (const session of all) if (session.around && seen.has(session.around)) seen.add(session.line);
      for (const session of left) for (let it = session.around; it; it = it.parentElement?.closest("[data-sy-slot]")) seen.add(it);
      for (const { line } of all) line.toggleAttribute("data-sy-out", !seen.has(line));
      for (const day of programme.querySelectorAll(".sy-day")) {
        day.toggleAttribute("data-sy-out", !day.querySelector("[data-sy-slot]:not([data-sy-out])"));
      }
      programme.classList.toggle("sy-filtered", filtered);
      count.textContent = number([...mine].filter((id) => own.has(id)).length);
      status.replaceChildren();
      if (filtered) {
        const ids = (some) => new Set(some.map((session) => session.id)).size;
        const values = { count: number(ids(left)), total: number(ids(all)) };
        const text = isPart ? _("Showing {count} of {total} on this page.", values) : _("Showing {count} of {total}.", values);
        status.append(left.length ? text : _("No session is left."), " ", button(_("Show all"), () => {
          reset();
          (Object.values(selects)[0] || box).focus();
        }));
        if (left.length && programme.dataset.syCalendar) status.append(" ", button(_("Calendar of what is shown"), () => save(left)));
      }
      remember();
    }

    async function save(some) {
      const calendar = new URL(programme.dataset.syCalendar, document.baseURI).href;
      const heading = document.querySelector("h1")?.textContent.trim() || document.title;
      const report = await symposium.saveCalendar(some.map((session) => ({ uid: session.uid, calendar: symposium.calendarOf(session, calendar) })), heading, calendar.split("/").pop() ?? "");
      status.querySelector(".sy-said")?.remove();
      status.append(make("span", { class: "sy-said" }, ` ${report}`));
    }

    function reset() {
      box.checked = false;
      for (const select of Object.values(selects)) select.value = "";
      apply();
    }

    function remember() {
      const params = new URLSearchParams(location.search);
      params.delete("mine");
      if (box.checked) params.set("mine", "1");
      for (const [name, { value }] of Object.entries(selects)) {
        params.delete(name);
        if (value) params.set(name, value);
      }
      const query = params.toString();
      if (query === location.search.slice(1)) return;
      const hash = aim()?.closest("[data-sy-out]") ? "" : location.hash;
      try {
        history.replaceState(null, "", `${location.pathname}${query ? `?${query}` : ""}${hash}`);
      } catch {
        // a page that is opened as a file
      }
    }

    const aim = () => document.getElementById(location.hash.slice(1));

    // A link that leads to what is not shown shows it.
    function reveal() {
      const target = aim();
      if (!target?.closest("[data-sy-out]")) return;
      reset();
      target.scrollIntoView();
    }

    addEventListener("hashchange", reveal);
    stars.follow(apply);
    apply();
    reveal();
  }

  document.querySelectorAll(".sy-programme[data-sy-event]").forEach(start);
})();
