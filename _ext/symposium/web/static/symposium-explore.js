// Explore: what stands around the map of who works with whom, and what one does with it.

(() => {
  const there = document.querySelector("[data-sy-explore]");
  if (!there) return;
  const home = there; // known to be there, in functions too
  const { _, number, pgettext, plural } = symposiumTexts;
  const FOUND = 8;
  const LISTED = 100;
  const NOBODY = _("Nobody of this name is on the map");
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
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== false) made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children);
    return made;
  }

  const button = (label, text, action) => {
    const made = make("button", { type: "button", "aria-label": label, title: label }, text);
    made.addEventListener("click", action);
    return made;
  };

  function start(net) {
    const folded = net.names.map(fold);
    const place = new Map(net.ids.map((id, one) => [id, one]));
    const root = String(home.dataset.syPeople).replace(/index(\.html)?$/, "");
    const address = (one) => `${root}people/${net.ids[one]}${home.dataset.sySuffix}`;

    const people = plural(net.count, "{count} person", "{count} people");
    const lines = plural(net.lines, "{count} line", "{count} lines");
    const canvas = make("canvas", {
      tabindex: "0", role: "application", "aria-roledescription": _("map"),
      "aria-label": _("Map of {people} and {lines}", { people, lines }),
      "aria-describedby": "sy-explore-keys",
    });
    const field = make("input", {
      type: "search", id: "sy-explore-name", role: "combobox", autocomplete: "off", spellcheck: "false",
      "aria-expanded": "false", "aria-controls": "sy-explore-found", "aria-autocomplete": "list",
      placeholder: _("Find a person"),
    });
    const found = make("ul", { id: "sy-explore-found", role: "listbox", "aria-label": _("People"), hidden: true });
    const panel = make("div", { class: "sy-explore-panel", role: "region", "aria-label": _("The person chosen") });
    const said = make("p", { class: "sy-hidden", role: "status" });
    const nobody = make("p", { class: "sy-explore-nobody", "aria-hidden": "true", hidden: true });
    const map = symposiumMap.show(canvas, net, () => {});
    const keys = make("p", { id: "sy-explore-keys", class: "sy-small" },
      _("Drag to move, scroll or pinch to zoom. On the map, arrow keys move it, + and − zoom, 0 shows all, Enter chooses who is nearest to the middle, Escape lets go."));

    home.replaceChildren(
      make("div", { class: "sy-explore-tools" },
        make("div", { class: "sy-explore-search" },
          make("label", { for: "sy-explore-name", class: "sy-hidden" }, _("Find a person on the map")), field, found, nobody),
        make("div", { class: "sy-explore-buttons", role: "group", "aria-label": _("Map") },
          button(_("Zoom in"), "+", () => map.zoom(1.5)),
          button(_("Zoom out"), "−", () => map.zoom(1 / 1.5)),
          button(_("Show all"), _("Show all"), () => { choose(-1); map.reset(); }))),
      make("div", { class: "sy-explore-map" }, canvas), panel,
      make("p", { class: "sy-small sy-explore-legend" },
        _("The larger a dot, the more works. Dots of one colour that lie together write with each other most. A thick line stands for three joint works or more.")),
      keys, said);

    // The person chosen, with those they work with: what the map shows, in words.
    let chosen = -1;
    function choose(one, { centre = false, quiet = false } = {}) {
      chosen = one;
      map.choose(one);
      const hash = one >= 0 ? `#${net.ids[one]}` : location.pathname + location.search;
      if (!quiet) history.replaceState(null, "", hash);
      if (one < 0) {
        panel.replaceChildren(make("p", { class: "sy-small" }, _("Choose a person on the map, or find one by name.")));
        return;
      }
      if (centre) map.centre(one);
      const near = net.near[one];
      const rows = near.slice(0, LISTED).map(([other, weight]) => {
        const row = make("li", {}, make("a", { href: address(other) }, net.names[other]),
          make("span", { class: "sy-count" }, ` ${weight} `));
        row.append(button(_("Show {name} on the map", { name: net.names[other] }), pgettext("on the map", "Show"), () => {
          choose(other, { centre: true });
          panel.querySelector("a").focus();
        }));
        row.addEventListener("pointerenter", () => map.hover(other));
        row.addEventListener("pointerleave", () => map.hover(-1));
        return row;
      });
      panel.replaceChildren(
        make("h3", {}, make("a", { href: address(one) }, net.names[one])),
        make("p", { class: "sy-small" }, [
          plural(net.works[one], "{count} work with others", "{count} works with others"),
          plural(near.length, "{count} co-author on this map", "{count} co-authors on this map"),
        ].join(", ")),
        make("ul", {}, ...rows));
      if (near.length > LISTED) {
        panel.append(make("p", { class: "sy-small" }, plural(
          near.length - LISTED, "and {count} more on the page of {name}", "and {count} more on the page of {name}",
          { name: net.names[one] },
        )));
      }
      said.textContent = [net.names[one], plural(near.length, "{count} co-author", "{count} co-authors")].join(": ");
    }

    // Searching by name, by the beginnings of its words. What finds nobody may have umlauts typed
    // in another way, or a slip.
    /** @type {number[]} */
    let rows = [];
    let active = -1;
    const parts = (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    function find(typed) {
      const words = parts(fold(typed));
      const few = (fits) => {
        const one = [];
        for (let at = 0; words.length && at < net.count && one.length < FOUND; at += 1) if (fits(folded[at])) one.push(at);
        return one;
      };
      const among = (name, word, fit) => parts(name).some((part) => fit(part, word));
      const tries = [
        (name) => words.every((word) => name.startsWith(word) || name.includes(` ${word}`) || name.includes(`-${word}`)),
        (name) => words.every((word) => among(loosely(name), loosely(word), (part, one) => part.startsWith(one))),
        (name) => words.every((word) => among(loosely(name), loosely(word), (part, one) => (
          part.startsWith(one) || (word.length >= SLIP && begins(part, one))
        ))),
      ];
      for (const fits of tries) {
        const one = few(fits);
        if (one.length) return one;
      }
      return [];
    }

    function search() {
      rows = find(field.value);
      const typed = Boolean(parts(field.value).length);
      active = rows.length ? 0 : -1;
      found.replaceChildren(...rows.map((one, number) => {
        const row = make("li", { role: "option", id: `sy-explore-${number}` }, net.names[one],
          make("span", { class: "sy-count" }, ` ${net.works[one]}`));
        row.addEventListener("pointerdown", (event) => { event.preventDefault(); take(number); });
        return row;
      }));
      if (typed && rows.length === FOUND) said.textContent = _("At least {count} found", { count: number(FOUND) });
      else if (typed) said.textContent = rows.length ? plural(rows.length, "{count} found", "{count} found") : NOBODY;
      nobody.textContent = NOBODY;
      mark(typed);
    }

    function mark(typed = false) {
      found.hidden = !rows.length;
      nobody.hidden = !typed || rows.length > 0;
      field.setAttribute("aria-expanded", String(rows.length > 0));
      [...found.children].forEach((row, number) => row.setAttribute("aria-selected", String(number === active)));
      if (active >= 0) field.setAttribute("aria-activedescendant", `sy-explore-${active}`);
      else field.removeAttribute("aria-activedescendant");
    }

    function take(number) {
      const one = rows[number];
      [rows, active] = [[], -1];
      mark();
      field.value = net.names[one];
      choose(one, { centre: true });
    }

    field.addEventListener("input", search);
    field.addEventListener("focus", () => { if (field.value && chosen < 0) search(); });
    field.addEventListener("blur", () => { [rows, active] = [[], -1]; mark(); });
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
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, (event) => {
        const single = down.size === 1;
        down.delete(event.pointerId);
        spread = 0;
        if (end === "pointerup" && single && !dragged) choose(map.find(...point(event), reach(event)));
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
      if (event.ctrlKey || event.metaKey || event.altKey) return;
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

    const asked = () => {
      const one = place.get(decodeURIComponent(location.hash.slice(1)));
      if (one !== undefined) choose(one, { centre: true, quiet: true });
      return one !== undefined;
    };
    addEventListener("hashchange", asked);
    new ResizeObserver(() => map.measure()).observe(canvas);
    new MutationObserver(() => map.recolour()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    map.measure();
    if (!asked()) choose(-1, { quiet: true });
    home.classList.add("sy-explore-on");
  }

  fetch(String(home.dataset.syExplore))
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
    .then((data) => start(symposiumMap.network(data)))
    .catch(() => {
      const note = home.querySelector("[data-sy-without]");
      if (note) note.textContent = _("The map could not be loaded: a page that is opened as a file cannot load it. The table below can be read without it.");
    });
})();
