// Explore: what stands around a map of people or of papers, and what one does with it.

(() => {
  const there = document.querySelector("[data-sy-explore]");
  if (!there) return;
  const home = there; // known to be there, in functions too
  const { _, number, pgettext, plural } = symposiumTexts;
  const FOUND = 8;
  const LISTED = 100;
  const MAPS = {
    people: {
      folder: "people", find: _("Find a person"), label: _("Find a person on the map"), found: _("People"),
      panel: _("The person chosen"), nobody: _("Nobody of this name is on the map"),
      hint: _("Choose a person on the map, or find one by name."),
      count: (count) => plural(count, "{count} person", "{count} people"),
      near: (count) => plural(count, "{count} co-author", "{count} co-authors"),
      facts: (works, near) => [
        plural(works, "{count} work with others", "{count} works with others"),
        plural(near, "{count} co-author on this map", "{count} co-authors on this map"),
      ].join(", "),
    },
    papers: {
      folder: "papers", find: _("Find a paper"), label: _("Find a paper on the map"), found: _("Papers"),
      panel: _("The paper chosen"), nobody: _("No paper on the map has these words"),
      hint: _("Choose a paper on the map, or find one by its title."),
      count: (count) => plural(count, "{count} paper", "{count} papers"),
      near: (count) => plural(count, "{count} related paper", "{count} related papers"),
      facts: (_works, near) => plural(near, "{count} related paper on this map", "{count} related papers on this map"),
    },
  };
  const FACETS = ["year", "topic", "venue"];
  const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i", ħ: "h", ŋ: "n" };
  const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
    .replace(/[^\0-\x7f]/gu, (letter) => LETTERS[letter] ?? letter);
  const SLIP = 4; // letters of a word in which one may be wrong
  const loosely = (text) => text.replace(/([aou])e/g, "$1"); // ö is also typed as oe, and oe as o

  // Whether a word begins with another, but for a letter too many, too few, another, or two swapped.
  function begins(word, typed) {
    let at = 0;
    while (at < typed.length && typed[at] === word[at]) at += 1;
    const [other, rest] = [word.slice(at), typed.slice(at)];
    if (rest.length < 2 && typed.length > SLIP) return true; // the last letter
    return other.slice(1).startsWith(rest) || other.startsWith(rest.slice(1)) || other.slice(1).startsWith(rest.slice(1))
      || (other[0] === rest[1] && other[1] === rest[0] && other.slice(2).startsWith(rest.slice(2)));
  }

  // An element; whatever comes from the file gets into it as text.
  function make(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  const part = (name) => /** @type {HTMLElement} */ (home.querySelector(`.sy-explore-${name}`));
  const [nobody, panel, counted] = ["nobody", "panel", "counted"].map(part);
  const found = /** @type {HTMLElement} */ (home.querySelector("[role=listbox]"));
  const said = /** @type {HTMLElement} */ (home.querySelector("[role=status]"));
  const field = /** @type {HTMLInputElement} */ (home.querySelector("input"));
  const canvas = /** @type {HTMLCanvasElement} */ (home.querySelector("canvas"));
  const selects = /** @type {NodeListOf<HTMLSelectElement>} */ (home.querySelectorAll("[data-sy-facet]"));
  const colour = /** @type {HTMLSelectElement | null} */ (home.querySelector("[data-sy-colour]"));
  const switches = /** @type {NodeListOf<HTMLButtonElement>} */ (home.querySelectorAll("[data-sy-map]"));
  const root = String(home.dataset.syRoot).replace(/index(\.html)?$/, "");
  const map = symposiumMap.show(canvas);
  /** The maps that were loaded. @type {Record<string, any>} */
  const loaded = {};
  let [name, texts, chosen] = ["people", MAPS.people, -1];
  /** @type {any} */
  let net = null;
  const address = (one) => `${root}${texts.folder}/${net.ids[one]}${home.dataset.sySuffix}`;
  const title = (one) => make("a", { href: address(one) }, net.names[one]);
  const note = (one) => (net.notes ? [make("span", { class: "sy-small" }, net.notes[one])] : []);

  // What is chosen, with what it is joined to: what the map shows, in words.
  function choose(one, { centre = false, quiet = false, dim = true } = {}) {
    chosen = one;
    map.choose(one, dim);
    const hash = one >= 0 ? `#${name === "people" ? "" : `${name}/`}${net.ids[one]}` : location.pathname + location.search;
    if (!quiet) history.replaceState(null, "", hash);
    if (one < 0) {
      panel.replaceChildren(make("p", { class: "sy-small" }, texts.hint));
      return;
    }
    if (centre) map.centre(one);
    const near = net.near[one].filter(([other]) => net.shown[other]);
    const rows = near.slice(0, LISTED).map(([other, weight]) => {
      const label = _("Show {name} on the map", { name: net.names[other] });
      const show = make("button", { type: "button", "aria-label": label, title: label }, pgettext("on the map", "Show"));
      show.addEventListener("click", () => {
        choose(other, { centre: true });
        panel.querySelector("a")?.focus();
      });
      const beside = net.notes ? note(other) : [make("span", { class: "sy-count" }, ` ${weight} `)];
      const row = make("li", {}, make("div", {}, title(other), ...beside), show);
      row.addEventListener("pointerenter", () => map.hover(other));
      row.addEventListener("pointerleave", () => map.hover(-1));
      return row;
    });
    const words = net.subjects?.[net.groups[one]];
    const subject = words ? [make("p", { class: "sy-small" }, _("Subject: {words}", { words }))] : [];
    panel.replaceChildren(
      make("h2", {}, title(one)), ...note(one), ...subject,
      make("p", { class: "sy-small" }, texts.facts(net.works[one], near.length)), make("ul", {}, ...rows));
    if (near.length > LISTED) {
      panel.append(make("p", { class: "sy-small" }, plural(
        near.length - LISTED, "and {count} more on the page of {name}", "and {count} more on the page of {name}",
        { name: net.names[one] },
      )));
    }
    panel.scrollTop = 0;
    said.textContent = [net.names[one], texts.near(near.length)].join(": ");
  }

  // Only those of a year, a topic, a venue: all at once in one work.
  function narrow() {
    const [year, topic, venue] = FACETS.map((facet) => {
      const select = [...selects].find((one) => one.dataset.syFacet === facet);
      return select?.value ? Number(select.value) : -1;
    });
    const fits = net.marks.map(([its, place, ...topics]) => (
      (year < 0 || its === year) && (venue < 0 || place === venue) && (topic < 0 || topics.includes(topic))
    ));
    const any = year < 0 && topic < 0 && venue < 0;
    let count = 0;
    net.has.forEach((marks, one) => {
      net.shown[one] = Number(any || marks.some((mark) => fits[mark]));
      count += net.shown[one];
    });
    counted.textContent = any ? texts.count(count)
      : _("{shown} of {all}", { shown: number(count), all: texts.count(net.count) });
    map.again();
    return count;
  }

  // The values of each filter, with how many dots have them.
  function offer() {
    const values = { year: new Map(), topic: new Map(), venue: new Map() };
    const add = (facet, value, one) => {
      const has = values[facet].get(value);
      if (has) has.add(one);
      else values[facet].set(value, new Set([one]));
    };
    net.has.forEach((marks, one) => {
      for (const mark of marks) {
        const [year, venue, ...topics] = net.marks[mark];
        if (year) add("year", year, one);
        if (venue >= 0) add("venue", venue, one);
        for (const topic of topics) add("topic", topic, one);
      }
    });
    for (const select of selects) {
      const facet = String(select.dataset.syFacet);
      const named = (value) => (facet === "year" ? String(value) : net[`${facet}s`][value]);
      const rows = [...values[facet]].sort(([a], [b]) => (facet === "year" ? b - a : named(a).localeCompare(named(b))));
      const options = rows.map(([value, has]) => make("option", { value }, `${named(value)} (${number(has.size)})`));
      select.replaceChildren(/** @type {Node} */ (select.firstElementChild), ...options);
      select.value = "";
      select.disabled = !options.length;
    }
  }

  // By group, or by year: as many works in each colour, the newest strongest.
  function paint() {
    const byYear = colour?.value === "year" && name === "papers";
    canvas.classList.toggle("sy-explore-years", byYear);
    part("ramp").hidden = !byYear;
    if (byYear) {
      const year = (one) => net.marks[net.has[one][0]][0];
      const order = net.ids.map((_id, one) => one).sort((a, b) => year(a) - year(b));
      const starts = new Map(); // all of a year have one colour
      order.forEach((one, place) => {
        if (!starts.has(year(one))) starts.set(year(one), Math.floor(place * 6 / order.length));
        net.tone[one] = starts.get(year(one));
      });
      const known = order.map(year).filter(Boolean);
      part("ramp").dataset.from = known[0] ?? "";
      part("ramp").dataset.to = known[known.length - 1] ?? "";
    } else {
      net.groups.forEach((group, one) => { net.tone[one] = group % 6; });
    }
    map.again();
  }

  // Searching by the beginnings of words. What finds nothing may have umlauts typed in another
  // way, or a slip.
  /** @type {number[]} */
  let rows = [];
  let active = -1;
  const parts = (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  function find(typed) {
    const words = parts(fold(typed));
    const few = (fits) => {
      const one = [];
      for (let at = 0; words.length && at < net.count && one.length < FOUND; at += 1) {
        if (net.shown[at] && fits(net.folded[at])) one.push(at);
      }
      return one;
    };
    const among = (folded, word, fit) => parts(folded).some((one) => fit(one, word));
    const tries = [
      (folded) => words.every((word) => folded.startsWith(word) || folded.includes(` ${word}`) || folded.includes(`-${word}`)),
      (folded) => words.every((word) => among(loosely(folded), loosely(word), (one, its) => one.startsWith(its))),
      (folded) => words.every((word) => among(loosely(folded), loosely(word), (one, its) => (
        one.startsWith(its) || (its.length >= SLIP && begins(one, its))
      ))),
    ];
    for (const fits of tries) {
      const one = few(fits);
      if (one.length) return one;
    }
    return [];
  }

  function search() {
    rows = net ? find(field.value) : [];
    const typed = Boolean(parts(field.value).length);
    active = rows.length ? 0 : -1;
    found.replaceChildren(...rows.map((one, at) => {
      const row = make("li", { role: "option", id: `sy-explore-${at}` }, net.names[one],
        make("span", { class: "sy-count" }, ` ${net.notes ? net.notes[one] : net.works[one]}`));
      row.addEventListener("pointerdown", (event) => { event.preventDefault(); take(at); });
      return row;
    }));
    if (typed && rows.length === FOUND) said.textContent = _("At least {count} found", { count: number(FOUND) });
    else if (typed) said.textContent = rows.length ? plural(rows.length, "{count} found", "{count} found") : texts.nobody;
    nobody.textContent = texts.nobody;
    mark(typed);
  }

  function mark(typed = false) {
    found.hidden = !rows.length;
    nobody.hidden = !typed || rows.length > 0;
    field.setAttribute("aria-expanded", String(rows.length > 0));
    [...found.children].forEach((row, at) => row.setAttribute("aria-selected", String(at === active)));
    if (active >= 0) field.setAttribute("aria-activedescendant", `sy-explore-${active}`);
    else field.removeAttribute("aria-activedescendant");
  }

  function unlist() {
    [rows, active] = [[], -1];
    mark();
  }

  function take(at) {
    const one = rows[at];
    unlist();
    field.value = net.names[one];
    choose(one, { centre: true });
  }

  field.addEventListener("input", search);
  field.addEventListener("focus", () => { if (field.value && chosen < 0) search(); });
  field.addEventListener("blur", unlist);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && rows.length) active = (active + step + rows.length) % rows.length;
    else if (event.key === "Enter" && active >= 0) { take(active); event.preventDefault(); return; }
    else if (event.key === "Escape" && rows.length) { rows = []; active = -1; }
    else return;
    event.preventDefault();
    mark();
  });

  // The pointer: one moves the map, two zoom it, a tap chooses.
  const down = new Map();
  let [dragged, spread] = [false, 0];
  const point = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.x, event.clientY - box.y];
  };
  const reach = (event) => (event.pointerType === "mouse" ? 6 : 20);
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, point(event));
    if (down.size === 1) dragged = false;
    spread = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = point(event);
    const before = down.get(event.pointerId);
    if (!before) {
      const over = map.find(x, y, reach(event));
      map.hover(over);
      canvas.classList.toggle("sy-explore-over", over >= 0);
      return;
    }
    if (down.size === 1 && (dragged || Math.hypot(x - before[0], y - before[1]) > 4)) {
      dragged = true;
      map.pan(x - before[0], y - before[1]);
      down.set(event.pointerId, [x, y]);
    } else if (down.size === 2) {
      dragged = true;
      down.set(event.pointerId, [x, y]);
      const [[ax, ay], [bx, by]] = [...down.values()];
      const wide = Math.hypot(ax - bx, ay - by);
      if (spread) map.zoom(wide / spread, (ax + bx) / 2, (ay + by) / 2);
      spread = wide;
    }
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    canvas.addEventListener(end, (event) => {
      const single = down.size === 1;
      down.delete(event.pointerId);
      spread = 0;
      if (net && end === "pointerup" && single && !dragged) choose(map.find(...point(event), reach(event)));
    });
  }
  canvas.addEventListener("pointerleave", () => map.hover(-1));
  canvas.addEventListener("dblclick", (event) => map.zoom(2, ...point(event)));
  canvas.addEventListener("wheel", (event) => {
    // Once all is shown, the page goes on: nobody is held up who only scrolls past.
    const factor = Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015));
    if (map.zoom(factor, ...point(event), 1)) event.preventDefault();
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    if (!net || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 200 : 60;
    const acts = {
      ArrowLeft: () => map.pan(step, 0), ArrowRight: () => map.pan(-step, 0),
      ArrowUp: () => map.pan(0, step), ArrowDown: () => map.pan(0, -step),
      "+": () => map.zoom(1.4), "=": () => map.zoom(1.4), "-": () => map.zoom(1 / 1.4), 0: () => map.reset(),
      Enter: () => choose(map.find(canvas.clientWidth / 2, canvas.clientHeight / 2, 1e6)),
      Escape: () => choose(-1),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  });

  const largest = () => net.shown.indexOf(1);
  for (const [act, does] of Object.entries({
    in: () => map.zoom(1.5), out: () => map.zoom(1 / 1.5), all: () => { choose(-1); map.reset(); },
  })) home.querySelector(`[data-sy-act="${act}"]`)?.addEventListener("click", () => { if (net) does(); });
  for (const select of selects) {
    select.addEventListener("change", () => {
      narrow();
      if (chosen < 0 || !net.shown[chosen]) choose(largest(), { quiet: true, dim: false });
      else choose(chosen, { quiet: true });
      said.textContent = counted.textContent;
    });
  }
  colour?.addEventListener("change", paint);

  // One of the maps, with what the address asks for; else with its largest dot.
  async function open(wanted, { quiet = true } = {}) {
    const button = [...switches].find((one) => one.dataset.syMap === wanted) ?? switches[0];
    if (!loaded[wanted]) {
      const answer = await fetch(String(button.dataset.syFile));
      if (!answer.ok) throw new Error(answer.statusText);
      const made = symposiumMap.network(await answer.json());
      made.folded = made.names.map((one, at) => fold(made.notes ? `${one} ${made.notes[at]}` : one));
      made.place = new Map(made.ids.map((id, at) => [id, at]));
      loaded[wanted] = made;
    }
    [name, texts, net] = [wanted, MAPS[wanted], loaded[wanted]];
    for (const one of switches) one.setAttribute("aria-pressed", String(one === button));
    for (const one of home.querySelectorAll("[data-sy-of]")) {
      one.classList.toggle("sy-explore-off", one.dataset.syOf !== wanted);
    }
    field.value = "";
    field.placeholder = texts.find;
    field.setAttribute("aria-label", texts.label);
    found.setAttribute("aria-label", texts.found);
    panel.setAttribute("aria-label", texts.panel);
    const lines = plural(net.lines, "{count} line", "{count} lines");
    canvas.setAttribute("aria-label", _("Map of {people} and {lines}", { people: texts.count(net.count), lines }));
    unlist();
    map.use(net);
    offer();
    paint();
    narrow();
    if (!asked()) choose(net.count ? 0 : -1, { quiet, dim: false });
  }

  // The map and the dot that the address names.
  const named = () => {
    let text = location.hash.slice(1);
    try {
      text = decodeURIComponent(text);
    } catch {
      // a per cent sign that stands for itself
    }
    const [folder, id] = text.split("/");
    return id === undefined ? ["people", folder] : [folder, id];
  };
  const asked = () => {
    const [folder, id] = named();
    const one = folder === name ? net.place.get(id) : undefined;
    if (one !== undefined) choose(one, { centre: true, quiet: true });
    return one !== undefined;
  };
  const missing = () => {
    part("none").textContent = _("The map could not be loaded: a page that is opened as a file cannot load it. The table below can be read without it.");
  };
  for (const one of switches) {
    one.addEventListener("click", () => {
      history.replaceState(null, "", location.pathname + location.search);
      symposiumBusy(open(String(one.dataset.syMap))).catch(missing);
    });
  }
  addEventListener("hashchange", () => {
    const [folder] = named();
    if (folder === name) asked();
    else if (Object.hasOwn(MAPS, folder)) symposiumBusy(open(folder)).catch(missing);
  });
  new ResizeObserver(() => map.measure()).observe(canvas);
  new MutationObserver(() => map.again()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  map.measure();
  const first = [...switches].some((one) => one.dataset.syMap === named()[0]) ? named()[0] : "people";
  symposiumBusy(open(first)).then(() => home.classList.add("sy-explore-on"), missing);
})();
