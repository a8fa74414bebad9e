// Explore: a map of who works with whom, to move, zoom and search.

(() => {
  const there = document.querySelector("[data-sy-explore]");
  if (!there) return;
  const home = there; // known to be there, in functions too
  const make = symposiumMake;
  const { _, pgettext, plural } = symposiumTexts;
  const FOUND = 8; // names that are suggested
  const LABELS = 60;
  const TONES = 6;
  const FAR = 6; // the largest scale
  const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
    .replace(/[ßøłđ]/g, (letter) => ({ ß: "ss", ø: "o", ł: "l", đ: "d" })[letter]);

  const part = (name) => /** @type {HTMLElement} */ (home.querySelector(name));
  const [panel, names, status] = [".sy-explore-panel", "datalist", "[role=status]"].map(part);
  const field = /** @type {HTMLInputElement} */ (part("input"));
  const canvas = /** @type {HTMLCanvasElement} */ (part("canvas"));
  const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const root = String(home.dataset.syRoot).replace(/index(\.html)?$/, "");
  const address = (person) => `${root}people/${net.ids[person]}${home.dataset.sySuffix}`;
  const title = (person) => make("a", { href: address(person) }, net.names[person]);
  /** @type {any} */
  let net = null;
  const view = { x: 0, y: 0, scale: 1 };
  let [width, height, ratio] = [1, 1, 1];
  let [chosen, dimmed, hovered, asked] = [-1, false, -1, 0];
  /** @type {any} */
  let colours = {};

  // The file of the network, the largest dots first.
  function network(data) {
    /** @type {[other: number, weight: number][][]} */
    const near = data.ids.map(() => []);
    let first = 0;
    const from = data.from.map((step) => { first += step; return first; });
    data.to.forEach((to, line) => {
      near[from[line]].push([to, data.weights[line]]);
      near[to].push([from[line], data.weights[line]]);
    });
    for (const links of near) links.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const most = (values) => values.reduce((a, b) => Math.max(a, b), 1);
    return {
      ...data, from, near, count: data.ids.length, width: most(data.x), height: most(data.y),
      folded: data.names.map(fold), place: new Map(data.ids.map((id, at) => [id, at])),
      size: data.works.map((works) => 2.4 + Math.sqrt(works) * 1.1),
    };
  }

  const fit = () => Math.min(width / (net.width + 60), height / (net.height + 60));
  const radius = (person) => Math.max(0.9, Math.min(14, net.size[person] * view.scale ** 0.7));
  const [left, top] = [(person) => (net.x[person] - view.x) * view.scale + width / 2, (person) => (net.y[person] - view.y) * view.scale + height / 2];

  function changed() {
    if (!net) return;
    view.scale = Math.max(fit() * 0.6, Math.min(FAR, view.scale));
    view.x = Math.max(0, Math.min(net.width, view.x));
    view.y = Math.max(0, Math.min(net.height, view.y));
    if (!asked) asked = requestAnimationFrame(draw);
  }

  function showAll() {
    Object.assign(view, { x: net.width / 2, y: net.height / 2, scale: fit() });
    changed();
  }

  // Size and colours are those of the page, which may change.
  function measure() {
    [width, height] = [canvas.clientWidth || 1, canvas.clientHeight || 1];
    ratio = Math.min(2, window.devicePixelRatio || 1);
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const style = getComputedStyle(canvas);
    const colour = (name) => style.getPropertyValue(`--sy-map-${name}`).trim();
    colours = {
      ground: colour("ground"), line: colour("line"), ink: colour("ink"), accent: colour("accent"), font: style.fontFamily,
      tones: Array.from({ length: TONES }, (_none, tone) => colour(tone)),
    };
    changed();
  }

  const circle = (person, size) => {
    paint.moveTo(left(person) + size, top(person));
    paint.arc(left(person), top(person), size, 0, 2 * Math.PI);
  };

  function lines(strong) {
    paint.lineWidth = strong ? 1.6 : 0.6;
    paint.beginPath();
    for (let line = 0; line < net.to.length; line += 1) {
      if (net.weights[line] > 2 !== strong) continue;
      paint.moveTo(left(net.from[line]), top(net.from[line]));
      paint.lineTo(left(net.to[line]), top(net.to[line]));
    }
    paint.stroke();
  }

  function draw() {
    asked = 0;
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.fillStyle = colours.ground;
    paint.fillRect(0, 0, width, height);
    paint.strokeStyle = colours.line;
    // Seen from afar, many lie on each other.
    paint.globalAlpha = net.to.length > 2000 ? Math.max(0.22, Math.min(1, view.scale)) : 1;
    lines(false);
    lines(true);
    paint.globalAlpha = 1;
    colours.tones.forEach((colour, tone) => {
      paint.fillStyle = colour;
      paint.beginPath();
      for (let person = 0; person < net.count; person += 1) if (net.groups[person] % TONES === tone) circle(person, radius(person));
      paint.fill();
    });
    const lit = chosen >= 0 ? chosen : hovered;
    if (lit >= 0) light(lit);
    labels(lit);
  }

  // One dot with those it is joined to, before all others.
  function light(lit) {
    if (dimmed && lit === chosen) {
      paint.globalAlpha = 0.72;
      paint.fillStyle = colours.ground;
      paint.fillRect(0, 0, width, height);
      paint.globalAlpha = 1;
    }
    paint.strokeStyle = colours.accent;
    for (const [other, weight] of net.near[lit]) {
      paint.lineWidth = Math.min(5, 0.8 + weight * 0.6);
      paint.beginPath();
      paint.moveTo(left(lit), top(lit));
      paint.lineTo(left(other), top(other));
      paint.stroke();
    }
    for (const [other] of [...net.near[lit], [lit], ...(hovered >= 0 ? [[hovered]] : [])]) {
      const ringed = other === lit || other === hovered;
      paint.fillStyle = colours.tones[net.groups[other] % TONES];
      paint.beginPath();
      circle(other, Math.max(3, radius(other)) + (ringed ? 1.5 : 0));
      paint.fill();
      if (!ringed) continue;
      paint.lineWidth = 2;
      paint.strokeStyle = colours.ink;
      paint.stroke();
    }
  }

  // Names beside their dots, none on another: the one chosen first, then the largest.
  function labels(lit) {
    const taken = [];
    const around = lit === chosen && dimmed && lit >= 0 ? net.near[lit].map(([other]) => other) : net.ids.map((_id, person) => person);
    const most = Math.min(LABELS, Math.round(width * height / 12000));
    paint.textBaseline = "middle";
    for (const person of new Set([lit, hovered, ...around])) {
      if (person < 0) continue;
      const [x, y, beside] = [left(person), top(person), Math.max(3, radius(person)) + 4];
      if (taken.length > most) return;
      if (x < 0 || y < 0 || x > width || y > height) continue;
      paint.font = `${person === lit || person === hovered ? "600 " : ""}12px ${colours.font}`;
      const wide = paint.measureText(net.names[person]).width;
      const free = (from) => from > 3 && from + wide + 3 < width
        && !taken.some(([start, end, middle]) => from - 6 < end && start < from + wide + 6 && Math.abs(middle - y) < 16);
      const from = [x + beside, x - beside - wide].find(free);
      if (from === undefined) continue;
      taken.push([from, from + wide, y]);
      [paint.lineWidth, paint.lineJoin, paint.strokeStyle, paint.fillStyle] = [3, "round", colours.ground, colours.ink];
      paint.strokeText(net.names[person], from, y);
      paint.fillText(net.names[person], from, y);
    }
  }

  // Which dot is at a point of the canvas, within so many pixels; -1 for none.
  function dotAt(px, py, within) {
    let [best, least] = [-1, within];
    for (let person = 0; person < net.count; person += 1) {
      const far = Math.hypot(left(person) - px, top(person) - py) - radius(person);
      if (far < least) [best, least] = [person, far];
    }
    return best;
  }

  function pan(dx, dy) {
    view.x -= dx / view.scale;
    view.y -= dy / view.scale;
    changed();
  }

  // Zoom so that what is at a point of the canvas stays there; tell whether anything changed.
  function zoom(factor, px = width / 2, py = height / 2, least = 0.6) {
    const [x, y, old] = [view.x + (px - width / 2) / view.scale, view.y + (py - height / 2) / view.scale, view.scale];
    view.scale = factor < 1 ? Math.min(old, Math.max(fit() * least, old * factor)) : Math.max(old, Math.min(FAR, old * factor));
    if (view.scale === old) return false;
    view.x = x - (px - width / 2) / view.scale;
    view.y = y - (py - height / 2) / view.scale;
    changed();
    return true;
  }

  function hover(person) {
    if (person !== hovered) changed();
    hovered = person;
  }

  // The person chosen, with the co-authors: what the map shows, in words.
  function choose(person, { centre = false, quiet = false, dim = true } = {}) {
    [chosen, dimmed] = [person, dim];
    if (!quiet) history.replaceState(null, "", person >= 0 ? `#${net.ids[person]}` : location.pathname + location.search);
    if (centre) Object.assign(view, { x: net.x[person], y: net.y[person], scale: Math.max(view.scale, 0.9) });
    changed();
    panel.scrollTop = 0;
    if (person < 0) {
      panel.replaceChildren(make("p", { class: "sy-small" }, _("Choose a person on the map, or find one by name.")));
      return;
    }
    const near = net.near[person];
    const rows = near.map(([other, weight]) => {
      const label = _("Show {name} on the map", { name: net.names[other] });
      const press = () => {
        choose(other, { centre: true });
        panel.querySelector("a")?.focus();
      };
      const show = make("button", { type: "button", class: "sy-button", "aria-label": label, title: label, click: press }, pgettext("on the map", "Show"));
      return make("li", {}, make("div", {}, title(other), make("span", { class: "sy-count" }, ` ${weight} `)), show);
    });
    const facts = [
      plural(net.works[person], "{count} work with others", "{count} works with others"),
      plural(near.length, "{count} co-author on this map", "{count} co-authors on this map"),
    ];
    panel.replaceChildren(make("h2", {}, title(person)), make("p", { class: "sy-small" }, facts.join(", ")), make("ul", {}, ...rows));
    status.textContent = [net.names[person], plural(near.length, "{count} co-author", "{count} co-authors")].join(": ");
  }

  // The people whose names have words that begin with those typed, the one with the most works first.
  function search() {
    const words = fold(field.value).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    const begins = (folded, word) => folded.startsWith(word) || folded.includes(` ${word}`) || folded.includes(`-${word}`);
    return net && words.length ? net.folded.flatMap((folded, person) => (words.every((word) => begins(folded, word)) ? [person] : [])) : [];
  }

  field.addEventListener("input", () => names.replaceChildren(...search().slice(0, FOUND).map((person) => make("option", { value: net.names[person] }))));
  field.addEventListener("change", () => {
    const [person] = search();
    if (person !== undefined) choose(person, { centre: true });
    else if (field.value) panel.replaceChildren(make("p", { class: "sy-small", role: "alert" }, _("Nobody of this name is on the map")));
  });

  // The pointer: one moves the map, two zoom it, a tap chooses.
  const down = new Map();
  let [dragged, spread] = [false, 0];
  const point = (event) => {
    const box = canvas.getBoundingClientRect();
    return /** @type {[number, number]} */ ([event.clientX - box.x, event.clientY - box.y]);
  };
  const near = (event) => (net ? dotAt(...point(event), event.pointerType === "mouse" ? 6 : 20) : -1);
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
      hover(near(event));
      canvas.classList.toggle("sy-explore-over", hovered >= 0);
      return;
    }
    if (down.size === 1 && !dragged && Math.hypot(x - before[0], y - before[1]) <= 4) return;
    dragged = true;
    if (down.size === 1 && net) pan(x - before[0], y - before[1]);
    down.set(event.pointerId, [x, y]);
    if (down.size !== 2 || !net) return;
    const [[ax, ay], [bx, by]] = [...down.values()];
    const wide = Math.hypot(ax - bx, ay - by);
    if (spread) zoom(wide / spread, (ax + bx) / 2, (ay + by) / 2);
    spread = wide;
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    canvas.addEventListener(end, (event) => {
      const taps = end === "pointerup" && down.size === 1 && !dragged;
      down.delete(event.pointerId);
      spread = 0;
      if (net && taps) choose(near(event));
    });
  }
  canvas.addEventListener("pointerleave", () => hover(-1));
  canvas.addEventListener("wheel", (event) => {
    // Once all is shown, the page goes on: nobody is held up who only scrolls past.
    const factor = Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015));
    if (net && zoom(factor, ...point(event), 1)) event.preventDefault();
  }, { passive: false });
  const acts = { in: () => zoom(1.5), out: () => zoom(1 / 1.5), all: () => { choose(-1); showAll(); } };
  canvas.addEventListener("keydown", (event) => {
    if (!net || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 200 : 60;
    const keys = {
      ArrowLeft: () => pan(step, 0), ArrowRight: () => pan(-step, 0), ArrowUp: () => pan(0, step), ArrowDown: () => pan(0, -step),
      "+": acts.in, "=": acts.in, "-": acts.out, 0: showAll,
      Enter: () => choose(dotAt(width / 2, height / 2, Infinity)), Escape: () => choose(-1),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  for (const [act, does] of Object.entries(acts)) {
    part(`[data-sy-act="${act}"]`).addEventListener("click", () => { if (net) does(); });
  }

  // The person whom the address names; tells whether there is one.
  function named() {
    let id = location.hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch {
      // a per cent sign that stands for itself
    }
    const person = net.place.get(id);
    if (person !== undefined) choose(person, { centre: true, quiet: true });
    return person !== undefined;
  }

  async function open() {
    const answer = await fetch(String(home.dataset.syFile));
    if (!answer.ok) throw new Error(answer.statusText);
    net = network(await answer.json());
    const [people, joined] = [plural(net.count, "{count} person", "{count} people"), plural(net.to.length, "{count} line", "{count} lines")];
    canvas.setAttribute("aria-label", _("Map of {people} and {lines}", { people, lines: joined }));
    showAll();
    if (!named()) choose(net.count ? 0 : -1, { quiet: true, dim: false });
    addEventListener("hashchange", named);
    home.classList.add("sy-explore-on");
  }

  new ResizeObserver(measure).observe(canvas);
  new MutationObserver(measure).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  measure();
  symposiumBusy(open()).catch(() => {
    part(".sy-explore-none").textContent = _("The map could not be loaded: a page that is opened as a file cannot load it. The table below can be read without it.");
  });
})();
