// My programme: the starred sessions of all events, as the events' own pages show them.

(() => {
  const { make, button, say, session, stars, zones, wall, dayText, title, refused } = symposium;
  const { _, number, pgettext, plural } = symposiumTexts;
  const there = document.querySelector("[data-sy-my-programme]");
  if (!there) return;
  const home = there; // known to be there, in functions too
  const root = new URL(home.dataset.syRoot || "./", location.href);
  const place = /** @type {HTMLElement} */ (home.querySelector("[data-sy-agenda]"));
  const tools = /** @type {HTMLElement} */ (home.querySelector("[data-sy-tools]"));
  const offer = make("div", { class: "sy-offer", hidden: true });
  const undo = make("p", { class: "sy-tools-status", role: "status" });
  const pages = new Map(); // address to the promise of a page

  // Addresses are made of ids that `stars.valid` has let through.
  const address = (page) => {
    const short = home.dataset.sySuffix === "/";
    const path = short ? page.replace(/(^|\/)index$/, "$1") : `${page}.html`;
    return new URL(short && path && !path.endsWith("/") ? `${path}/` : path, root).href;
  };
  const eventOf = (id) => id.split(/[/#]/)[0];
  const pageOf = (id) => id.includes("#") ? `events/${eventOf(id)}/index` : id.startsWith("talks/") ? id : `events/${id}`;
  function page(url) {
    if (!pages.has(url)) pages.set(url, symposiumPage(url));
    return pages.get(url);
  }

  // Links of a line lead where they led from its own page.
  function settled(found, url) {
    const node = document.importNode(found, true);
    for (const one of node.querySelectorAll("[href], [src]")) {
      for (const key of ["href", "src"]) {
        if (one.hasAttribute(key)) one.setAttribute(key, new URL(one.getAttribute(key), url).href);
      }
    }
    for (const one of [node, ...node.querySelectorAll("[id], [role]")]) {
      one.removeAttribute("id");
      one.removeAttribute("role");
    }
    return withSession(asItem(node), found);
  }

  // What a line within a session does not say itself.
  function withSession(item, found) {
    const of = found.dataset.syIn && found.ownerDocument.getElementById(found.dataset.syIn);
    if (!of) return item;
    for (const name of ["time", "room"]) {
      const part = of.querySelector(`:scope > .sy-slot-${name}`);
      if (!part || item.querySelector(`:scope > .sy-slot-${name}`)) continue;
      item[name === "time" ? "prepend" : "append"](make("div", { class: `sy-slot-${name}` }, ...document.importNode(part, true).childNodes));
    }
    const named = _("Session: {title}", { title: of.querySelector(".sy-slot-title")?.textContent.trim() ?? "" });
    item.querySelector(":scope > .sy-slot-main")?.append(make("p", { class: "sy-slot-people" }, named));
    return item;
  }

  // A row or a cell of a table as an item of a list, its parts as they were.
  function asItem(node) {
    const item = make("li", { class: node.className || "sy-slot" });
    Object.assign(item.dataset, node.dataset);
    const main = make("div", { class: "sy-slot-main" });
    item.append(main);
    for (const part of [...node.children]) {
      const own = [...part.classList].find((name) => /^sy-slot-(time|main|room|kind)$/.test(name));
      if (own === "sy-slot-main") main.append(...part.childNodes);
      else if (own === "sy-slot-time") item.prepend(make("div", { class: own }, ...part.childNodes));
      else if (own) item.append(make("div", { class: own }, ...part.childNodes));
      else main.append(part);
    }
    return item;
  }

  // The lines of an event that are wanted: long programmes stand on several pages.
  async function linesOf(url, wanted) {
    const found = new Map();
    /** @type {Record<string, any> | null} */
    let about = null;
    let next = url;
    while (next && found.size < wanted.size) {
      const answer = await page(next);
      if (!answer) break;
      const { page: made, url: here } = answer;
      const programme = made.querySelector(".sy-programme[data-sy-event]");
      if (programme) {
        about ??= {
          id: programme.dataset.syEvent, url: here, title: made.querySelector("h1")?.textContent.trim(),
          zone: programme.dataset.syZone || "",
          calendar: programme.dataset.syCalendar && new URL(programme.dataset.syCalendar, url).href,
        };
        for (const line of programme.querySelectorAll("[data-sy-slot]")) {
          const one = { ...session(line), event: about.id };
          if (wanted.has(one.id) && !found.has(one.id)) {
            found.set(one.id, { ...one, about, line: settled(line, here), zone: about.zone });
          }
        }
      }
      const more = made.querySelector('.sy-parts a[rel="next"]')?.getAttribute("href");
      next = more && new URL(more, here).href;
    }
    return { about, found };
  }

  // What became of a star whose line is not there: a page of its own, another id, or nothing.
  async function fate(id, trail = []) {
    const answer = await page(address(pageOf(id)));
    if (!answer) return { id };
    const { page: made, url } = answer;
    const star = made.querySelector("[data-sy-star][data-sy-talk]")?.dataset.syTalk;
    const event = made.querySelector(".sy-programme[data-sy-event]")?.dataset.syEvent;
    const now = star || (event && id.includes("#") ? `${event}#${id.split("#")[1]}` : "");
    if (now && now !== id && !trail.includes(now) && stars.valid([now]).length) return { id, now };
    const heading = made.querySelector("h1")?.textContent.trim();
    if (!star) return { id, title: heading };
    return { id, title: heading, url, event: eventOf(id), start: null, end: null, kind: "", room: "" };
  }

  async function gather(ids) {
    const found = new Map();
    const others = [];
    await Promise.all([...new Set(ids.map(eventOf))].filter((one) => one !== "talks").map(async (event) => {
      const wanted = new Set(ids.filter((id) => eventOf(id) === event));
      const { found: lines } = await linesOf(address(`events/${event}/index`), wanted);
      for (const [id, line] of lines) found.set(id, line);
    }));
    for (const one of await Promise.all(ids.filter((id) => !found.has(id)).map((id) => fate(id)))) {
      if (one.url) found.set(one.id, one);
      else others.push(one);
    }
    return { found: ids.map((id) => found.get(id)).filter(Boolean), others };
  }

  // Times of each event in its own zone, unless another is chosen.
  const zoneOf = (one) => zones.current() || one.zone;

  function dayOf(one) {
    if (one.start === null) return "";
    return zoneOf(one) ? wall(one.start, zoneOf(one)).day : one.line.dataset.syStart.slice(0, 10);
  }

  // A session, and what is on in it.
  const isTogether = (one, other) => one.event === other.event && one.whole !== undefined && one.whole === other.whole;

  function overlaps(one, all) {
    if (one.start === null || one.end === null) return [];
    return all.filter((other) => other !== one && other.start !== null && other.end !== null
      && other.start < one.end && one.start < other.end && !isTogether(one, other));
  }

  // The line of a programme, in a list of its own kind; a talk without a line by its title.
  function item(one, all) {
    const body = make("div", { class: "sy-mine-item" });
    if (one.line) {
      body.append(make("ol", { class: "sy-programme", "data-sy-event": one.event }, one.line));
    } else {
      const main = make("div", { class: "sy-slot-main" }, make("span", { class: "sy-star", "data-sy-star": true }),
        make("p", { class: "sy-slot-title" }, make("a", { href: one.url }, one.title)));
      body.append(make("div", { class: "sy-slot", "data-sy-slot": true, "data-sy-talk": one.id }, main));
    }
    const notes = make("p", { class: "sy-mine-note" });
    if (one.about) notes.append(make("a", { href: one.about.url }, one.about.title));
    if (one.start !== null && one.zone && !zones.current()) notes.append(` · ${one.zone}`);
    body.append(notes);
    const others = overlaps(one, all);
    if (others.length) {
      body.append(make("p", { class: "sy-overlap" }, _("Overlaps with {sessions}", { sessions: others.map(title).join(", ") })));
    }
    return body;
  }

  /** @type {{found: any[], others: any[]}} */
  let shown = { found: [], others: [] };
  let asked = 0; // how often stars have changed: what was gathered for earlier ones is dropped

  function draw() {
    const { found, others } = shown;
    /** @type {(Element | null)[]} */
    const buttons = [...place.querySelectorAll("button")];
    const stood = buttons.indexOf(document.activeElement);
    // What is shown within a session that has a star is not shown again.
    const within = (one) => found.some(({ line }) => line && line !== one.line && line.querySelector(`[data-sy-talk="${one.id}"]`));
    const all = found.filter((one) => !within(one)).sort((a, b) => (a.start ?? Infinity) - (b.start ?? Infinity));
    const days = new Map();
    for (const one of all) {
      const day = dayOf(one);
      days.set(day, [...(days.get(day) || []), one]);
    }
    place.replaceChildren();
    for (const [day, some] of [...days].sort(([a], [b]) => (a || "z") < (b || "z") ? -1 : 1)) {
      const heading = day ? dayText(day, "long") : _("Without a date");
      place.append(make("section", { class: "sy-section", "data-sy-day": day }, make("h2", {}, heading), ...some.map((one) => item(one, all))));
      for (const one of some) if (one.line) zones.show(one.line, zoneOf(one));
    }
    if (others.length) {
      place.append(make("section", { class: "sy-section" }, make("h2", {}, _("No longer here")),
        make("ul", { class: "sy-plain" }, ...others.map(lost))));
    }
    if (!found.length && !others.length) {
      const text = refused() ? _("This browser stores nothing for this site, so it cannot keep stars.") : _("No session has a star yet.");
      place.append(make("p", {}, [text, _("The stars are on the programmes of events:")].join(" ")));
    }
    stars.add(place);
    home.classList.toggle("sy-mine-empty", !found.length);
    if (stood < 0) return;
    const left = place.querySelectorAll("button");
    (left[Math.min(stood, left.length - 1)] || tools.querySelector("button"))?.focus();
  }

  function lost({ id, title: text }) {
    return make("li", {}, text ? `${text} (${id}) ` : `${id} `, button(_("Remove"), () => {
      stars.set(stars.all().filter((one) => one !== id));
      tools.querySelector("button")?.focus();
    }));
  }

  const refresh = () => symposiumBusy(gatherAll());

  async function gatherAll() {
    const ids = stars.all();
    if (location.protocol === "file:") return asFile(ids);
    const current = ++asked;
    try {
      const gathered = await gather(ids);
      if (current !== asked) return null;
      removed(shown.found.filter((one) => !ids.includes(one.id)));
      shown = gathered;
    } catch {
      place.replaceChildren(make("p", { role: "alert" }, _("The programmes could not be loaded. Are you offline?"), " ",
        button(_("Try again"), () => { pages.clear(); refresh(); })));
      return null;
    }
    const renamed = new Map(shown.others.filter((one) => one.now).map((one) => [one.id, one.now]));
    if (renamed.size) {
      say(plural(renamed.size, "{count} session found under a new name", "{count} sessions found under a new name"));
      stars.set(ids.map((id) => renamed.get(id) || id));
      return null; // which begins anew
    }
    return draw();
  }

  function removed(some) {
    if (some.length !== 1 || undo.contains(document.activeElement)) return;
    const [{ id }] = some;
    tell(_("{what} removed.", { what: title(some[0]) }), " ", button(_("Undo"), () => {
      tell("");
      stars.set([...stars.all(), id]);
      tools.querySelector("button")?.focus();
    }));
  }

  // A page that is opened as a file may not read others.
  function asFile(ids) {
    place.replaceChildren(
      make("p", { role: "alert" }, _("This page is opened as a file, and browsers do not let it read the programmes. See the site on its web server, or start one in this folder: {command}", { command: "python -m http.server" })),
      make("ul", { class: "sy-plain" }, ...ids.map((id) => make("li", {}, make("a", { href: address(pageOf(id)) }, id)))),
    );
  }

  async function save() {
    const some = shown.found.map((one) => ({ uid: one.uid, calendar: symposium.calendarOf(one, one.about?.calendar) }));
    tell(await symposium.saveCalendar(some, _("My programme"), "my-programme.ics"));
  }

  function tell(text, ...more) {
    undo.replaceChildren(text, ...more);
  }

  const ownLink = () => `${location.href.split("#")[0]}#add=${stars.all().map((id) => id.replace("#", "~")).join(",")}`;

  async function copy() {
    const link = ownLink();
    try {
      await navigator.clipboard.writeText(link);
      tell(_("Link copied: open it where you want to have these stars."));
    } catch {
      const field = make("input", { readonly: true, value: link, "aria-label": _("Link to my programme") });
      tell(_("Copy this link:"), " ", field);
      field.select();
    }
  }

  function clear() {
    const before = stars.all();
    stars.set([]);
    tell(plural(before.length, "{count} session removed.", "{count} sessions removed."), " ", button(_("Undo"), () => {
      stars.set([...before, ...stars.all()]);
      tell(plural(before.length, "{count} session put back.", "{count} sessions put back."));
      tools.querySelector("button")?.focus();
    }));
    undo.querySelector("button")?.focus();
  }

  // Mail programs and messengers write signs of links as %2C.
  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  // Stars that came with a link: nothing is added before somebody says so.
  const receive = () => symposiumBusy(offered());

  async function offered() {
    const [, given] = /^#add=([\w\-/~,]+)$/.exec(decoded(location.hash)) || [];
    if (!given) return;
    const ids = stars.valid(given.split(",").map((id) => id.replace("~", "#")));
    const fresh = ids.filter((id) => !stars.all().includes(id));
    const done = () => {
      history.replaceState(null, "", location.pathname + location.search);
      offer.hidden = true;
      tools.querySelector("button")?.focus();
    };
    if (!fresh.length) {
      done();
      return tell(_("The link holds no session that is new to you."));
    }
    const list = make("ul", { class: "sy-plain" });
    offer.replaceChildren(
      make("h2", {}, _("Sessions from a link")),
      make("p", {}, plural(
        ids.length, "The link holds {count} session, {fresh} of them new to you.",
        "The link holds {count} sessions, {fresh} of them new to you.", { fresh: number(fresh.length) },
      )), list,
      button(_("Add {count}", { count: number(fresh.length) }), () => { stars.set([...stars.all(), ...fresh]); done(); tell(plural(fresh.length, "{count} session added.", "{count} sessions added.")); }, "sy-tool-main"),
      button(_("No, thanks"), done),
    );
    offer.hidden = false;
    try {
      const { found } = await gather(fresh);
      list.append(...found.map((one) => make("li", {}, one.title)));
    } catch {
      // the numbers will do
    }
  }

  home.querySelector("[data-sy-without]")?.remove();
  tools.append(
    button(_("Export as .ics"), save, "sy-tool-main"), button(_("Copy link"), () => symposiumBusy(copy())),
    button(_("Print"), () => print()), button(pgettext("all stars", "Clear"), clear),
  );
  zones.add(tools, _("Each event's own"));
  tools.after(undo, offer);
  document.addEventListener("symposium-stars", refresh);
  document.addEventListener("symposium-zone", draw);
  addEventListener("hashchange", receive);
  refresh();
  receive();
})();
