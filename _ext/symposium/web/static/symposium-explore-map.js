// A map of dots and lines: what is where, what is seen of it, how it is drawn.
// A picture of all lines is kept and moved about while one pans and zooms; a new one is drawn
// meanwhile, a little in each frame, so that no frame takes long.

// biome-ignore lint/correctness/noUnusedVariables: symposium-explore.js uses it
const symposiumMap = (() => {
  const MARGIN = 0.25; // of the picture beyond each side of the window
  const LABELS = 60;
  const BEST = 12; // of what is seen, the largest dots: their names always are
  const LONGEST = 40; // letters of a name on the map
  const CELL = 64; // of the grid that finds which dots are near a point
  const TONES = 6;
  const short = (name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1).trimEnd()}…` : name);

  // The file of a network, as arrays of numbers. The largest dots come first.
  function network(data) {
    const [count, lines] = [data.ids.length, data.to.length];
    const [x, y] = [Float32Array.from(data.x), Float32Array.from(data.y)];
    const from = new Int32Array(lines);
    const to = Int32Array.from(data.to);
    /** For each dot, others and how strongly they are joined. @type {[other: number, weight: number][][]} */
    const near = Array.from({ length: count }, () => []);
    let first = 0;
    for (let line = 0; line < lines; line += 1) {
      first += data.from[line];
      from[line] = first;
      near[first].push([to[line], data.weights[line]]);
      near[to[line]].push([first, data.weights[line]]);
    }
    for (const one of near) one.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const size = Float32Array.from(data.works, (works) => 2.4 + Math.sqrt(works) * 1.1);
    const grid = new Map();
    for (let one = 0; one < count; one += 1) {
      const key = `${Math.floor(x[one] / CELL)} ${Math.floor(y[one] / CELL)}`;
      if (grid.has(key)) grid.get(key).push(one);
      else grid.set(key, [one]);
    }
    let [width, height] = [1, 1];
    for (let one = 0; one < count; one += 1) {
      width = Math.max(width, x[one]);
      height = Math.max(height, y[one]);
    }
    let at = 0;
    /** What each dot has: rows of `data.marks`, year, venue and topics of a work. */
    const has = data.has.map((steps) => { at = 0; return steps.map((step) => { at += step; return at; }); });
    const tone = Uint8Array.from(data.groups, (group) => group % TONES);
    const shown = new Uint8Array(count).fill(1);
    return { ...data, count, lines, x, y, from, to, near, size, grid, width, height, has, tone, shown };
  }

  // A canvas that shows networks, one at a time.
  function show(canvas) {
    const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    let net = network({ ids: [], names: [], works: [], x: [], y: [], groups: [], from: [], to: [], weights: [], has: [] });
    const view = { x: 0, y: 0, scale: 1 };
    let [width, height, ratio] = [1, 1, 1];
    /** @type {any} */
    let colours = {};
    /** The picture that is shown. @type {Picture | null} */
    let ready = null;
    /** The picture that is being drawn. @type {Picture | null} */
    let job = null;
    let [chosen, alone, hovered] = [-1, false, -1];
    let [asked, moved, before, share] = [0, 0, 0, 900];
    let stale = true;

    const fit = () => Math.min(width / (net.width + 60), height / (net.height + 60));
    const radius = (one, scale) => Math.max(0.9, Math.min(14, net.size[one] * scale ** 0.7));
    /** @returns {[x: number, y: number]} */
    const at = (one) => [(net.x[one] - view.x) * view.scale + width / 2, (net.y[one] - view.y) * view.scale + height / 2];

    function ask() {
      if (!asked) asked = requestAnimationFrame(frame);
    }

    function changed() {
      moved = performance.now();
      view.scale = Math.max(fit() * 0.6, Math.min(6, view.scale));
      view.x = Math.max(0, Math.min(net.width, view.x));
      view.y = Math.max(0, Math.min(net.height, view.y));
      ask();
    }

    function reset() {
      Object.assign(view, { x: net.width / 2, y: net.height / 2, scale: fit() });
      changed();
    }

    // Size and colours are those of the page, which may change.
    function measure() {
      const [was, all] = [view.scale / fit(), width === 1];
      [width, height] = [canvas.clientWidth || 1, canvas.clientHeight || 1];
      ratio = Math.min(2, window.devicePixelRatio || 1);
      [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (all) Object.assign(view, { scale: fit() });
      else view.scale = was * fit();
      const style = getComputedStyle(canvas);
      const colour = (name) => style.getPropertyValue(name).trim();
      colours = {
        ground: colour("--sy-map-ground"), line: colour("--sy-map-line"), ink: colour("--sy-map-ink"),
        accent: colour("--sy-map-accent"), font: style.fontFamily,
        tones: Array.from({ length: TONES }, (_, number) => colour(`--sy-map-${number}`)),
      };
      ready = null;
      begin();
      changed();
    }

    // Begin a new picture around what is seen now.
    function begin() {
      const made = document.createElement("canvas");
      const [wide, high] = [width * (1 + 2 * MARGIN), height * (1 + 2 * MARGIN)];
      [made.width, made.height] = [Math.round(wide * ratio), Math.round(high * ratio)];
      const on = /** @type {CanvasRenderingContext2D} */ (made.getContext("2d", { alpha: false }));
      const { scale } = view;
      on.fillStyle = colours.ground;
      on.fillRect(0, 0, made.width, made.height);
      on.setTransform(scale * ratio, 0, 0, scale * ratio, (wide / 2 - view.x * scale) * ratio, (high / 2 - view.y * scale) * ratio);
      job = {
        canvas: made, on, x: view.x, y: view.y, scale, wide, high, line: 0, node: net.count - 1,
        left: view.x - wide / 2 / scale, right: view.x + wide / 2 / scale,
        above: view.y - high / 2 / scale, below: view.y + high / 2 / scale,
      };
      stale = false;
    }

    // Go on with the picture: some lines, or some dots; the largest come last, on top.
    function work(/** @type {Picture} */ job) {
      const { on, scale } = job;
      const inside = (x, y) => x > job.left - 20 && x < job.right + 20 && y > job.above - 20 && y < job.below + 20;
      if (job.line < net.lines) {
        const strong = [];
        // Seen from afar many lie on each other: each is fainter then.
        on.globalAlpha = net.lines > 2000 ? Math.max(0.22, Math.min(1, scale)) : 1;
        on.strokeStyle = colours.line;
        on.lineWidth = 0.6 / scale;
        on.beginPath();
        for (let drawn = 0; drawn < share && job.line < net.lines; job.line += 1) {
          const [a, b] = [net.from[job.line], net.to[job.line]];
          if (!net.shown[a] || !net.shown[b]) continue;
          if (Math.max(net.x[a], net.x[b]) < job.left || Math.min(net.x[a], net.x[b]) > job.right
            || Math.max(net.y[a], net.y[b]) < job.above || Math.min(net.y[a], net.y[b]) > job.below) continue;
          drawn += 1;
          if (net.weights[job.line] > 2) {
            strong.push([a, b]);
            continue;
          }
          on.moveTo(net.x[a], net.y[a]);
          on.lineTo(net.x[b], net.y[b]);
        }
        on.stroke();
        on.lineWidth = 1.6 / scale;
        on.beginPath();
        for (const [a, b] of strong) {
          on.moveTo(net.x[a], net.y[a]);
          on.lineTo(net.x[b], net.y[b]);
        }
        on.stroke();
        return;
      }
      on.globalAlpha = 1;
      const stop = Math.max(-1, job.node - share);
      for (let tone = 0; tone < TONES; tone += 1) {
        on.fillStyle = colours.tones[tone];
        on.beginPath();
        for (let one = job.node; one > stop; one -= 1) {
          if (net.tone[one] !== tone || !net.shown[one] || !inside(net.x[one], net.y[one])) continue;
          const size = radius(one, scale) / scale;
          on.moveTo(net.x[one] + size, net.y[one]);
          on.arc(net.x[one], net.y[one], size, 0, 2 * Math.PI);
        }
        on.fill();
      }
      job.node = stop;
      if (stop < 0) finish(job);
    }

    function finish(/** @type {Picture} */ picture) {
      [ready, job] = [picture, null];
    }

    // Whether the picture is too small, too coarse or too far off for what is seen.
    function outdated() {
      if (!ready || stale) return true;
      const off = Math.abs(Math.log(view.scale / ready.scale));
      const rests = performance.now() - moved > 120;
      const far = Math.max(Math.abs(view.x - ready.x) * view.scale / width, Math.abs(view.y - ready.y) * view.scale / height);
      return off > 0.5 || far > MARGIN * 0.8 || (rests && (off > 0.001 || far > MARGIN / 3));
    }

    function frame(now) {
      asked = 0;
      // Frames that come late say that less should be done in each.
      if (job && before) share = now - before > 20 ? Math.max(200, share * 0.7) : Math.min(4000, share * 1.15);
      share = Math.round(share);
      before = now;
      if (job) work(job);
      draw();
      if (!job && outdated()) begin();
      if (job || outdated() || performance.now() - moved < 250) ask();
      else before = 0;
    }

    function draw() {
      paint.setTransform(ratio, 0, 0, ratio, 0, 0);
      paint.fillStyle = colours.ground;
      paint.fillRect(0, 0, width, height);
      const picture = ready || job;
      if (picture) {
        const grown = view.scale / picture.scale;
        const [wide, high] = [picture.wide * grown, picture.high * grown];
        const left = width / 2 + (picture.x - view.x) * view.scale - wide / 2;
        const above = height / 2 + (picture.y - view.y) * view.scale - high / 2;
        paint.imageSmoothingQuality = "low";
        paint.drawImage(picture.canvas, left, above, wide, high);
      }
      const lit = chosen >= 0 ? chosen : hovered;
      if (lit >= 0) light(lit, chosen >= 0 && alone);
      labels(lit);
    }

    const around = (one) => net.near[one].filter(([other]) => net.shown[other]);

    // One dot with those it is joined to, before all others.
    function light(lit, dim) {
      if (dim) {
        paint.globalAlpha = 0.72;
        paint.fillStyle = colours.ground;
        paint.fillRect(0, 0, width, height);
        paint.globalAlpha = 1;
      }
      const [x, y] = at(lit);
      paint.strokeStyle = colours.accent;
      paint.globalAlpha = dim ? 1 : 0.4;
      for (const [other, weight] of around(lit)) {
        paint.lineWidth = Math.min(5, 0.8 + weight * 0.6);
        paint.beginPath();
        paint.moveTo(x, y);
        paint.lineTo(...at(other));
        paint.stroke();
      }
      paint.globalAlpha = 1;
      for (const [other] of [...around(lit), [lit]]) dot(other, other === lit);
      if (hovered >= 0 && hovered !== lit) dot(hovered, true);
    }

    function dot(one, ringed) {
      const size = Math.max(3, radius(one, view.scale));
      paint.fillStyle = colours.tones[net.tone[one]];
      paint.beginPath();
      paint.arc(...at(one), ringed ? size + 1.5 : size, 0, 2 * Math.PI);
      paint.fill();
      if (!ringed) return;
      paint.lineWidth = 2;
      paint.strokeStyle = colours.ink;
      paint.stroke();
    }

    // Where the name of a dot may stand: beside it, or further off with a line to it.
    function* spots(beside, wide, anywhere) {
      yield [beside, 0];
      yield [-beside - wide, 0];
      if (!anywhere) return;
      for (let far = beside + 12; far < 400; far += 16) {
        for (let turn = 0; turn < 8; turn += 1) {
          const angle = (turn * 3 + 2) * Math.PI / 4;
          yield [Math.cos(angle) * (far + wide / 2) - wide / 2, Math.sin(angle) * far];
        }
      }
    }

    // Names, none on another. Those of the largest dots are never left out.
    function labels(lit) {
      const most = Math.min(LABELS, Math.round(width * height / 12000));
      const seen = [];
      for (let one = 0; one < net.count && seen.length < 400; one += 1) {
        if (!net.shown[one]) continue;
        const [x, y] = at(one);
        if (x >= 0 && y >= 0 && x <= width && y <= height) seen.push(one);
      }
      const best = seen.slice(0, BEST);
      /** @type {[left: number, above: number, right: number, below: number][]} */
      const taken = [];
      for (const one of best) {
        const [[x, y], size] = [at(one), radius(one, view.scale)];
        taken.push([x - size, y - size, x + size, y + size]);
      }
      const put = (one, strong, anywhere) => {
        const [x, y] = at(one);
        if (x < -60 || y < -10 || x > width + 60 || y > height + 10) return false;
        paint.font = `${strong ? "600 " : ""}12px ${colours.font}`;
        const name = short(net.names[one]);
        const wide = paint.measureText(name).width;
        for (const [dx, dy] of spots(Math.max(3, radius(one, view.scale)) + 4, wide, anywhere)) {
          const [left, middle] = [x + dx, y + dy];
          const box = /** @type {[number, number, number, number]} */ ([left - 3, middle - 8, left + wide + 3, middle + 8]);
          if (box[0] < 0 || box[1] < 0 || box[2] > width || box[3] > height) continue;
          if (taken.some((o) => box[0] < o[2] && o[0] < box[2] && box[1] < o[3] && o[1] < box[3])) continue;
          taken.push(box);
          if (dy) {
            const [toX, toY] = [Math.max(box[0], Math.min(box[2], x)), dy < 0 ? box[3] : box[1]];
            const part = radius(one, view.scale) / Math.hypot(toX - x, toY - y);
            paint.lineWidth = 1;
            paint.strokeStyle = colours.ink;
            paint.beginPath();
            paint.moveTo(x + (toX - x) * part, y + (toY - y) * part);
            paint.lineTo(toX, toY);
            paint.stroke();
          }
          paint.lineWidth = 3;
          paint.lineJoin = "round";
          paint.strokeStyle = colours.ground;
          paint.strokeText(name, left, middle);
          paint.fillStyle = colours.ink;
          paint.fillText(name, left, middle);
          return true;
        }
        return false;
      };
      paint.textBaseline = "middle";
      const first = [lit, hovered].filter((one) => one >= 0);
      for (const one of new Set(first)) put(one, true, true);
      for (const one of best) if (!first.includes(one)) put(one, false, true);
      const others = chosen >= 0 && alone ? around(chosen).map(([other]) => other) : seen;
      let left = most - best.length;
      for (const one of others) {
        if (left <= 0) break;
        if (!best.includes(one) && !first.includes(one) && put(one, false, false)) left -= 1;
      }
    }

    // Which dot is at a point of the canvas, within so many pixels; -1 for none.
    function find(px, py, within) {
      const x = (px - width / 2) / view.scale + view.x;
      const y = (py - height / 2) / view.scale + view.y;
      const reach = within / view.scale;
      let [best, least] = [-1, Infinity];
      const look = (one) => {
        if (!net.shown[one]) return;
        const far = Math.hypot(net.x[one] - x, net.y[one] - y) - radius(one, view.scale) / view.scale;
        if (far < reach && far < least) [best, least] = [one, far];
      };
      if (reach > 8 * CELL) {
        for (let one = 0; one < net.count; one += 1) look(one);
        return best;
      }
      const cell = (value) => Math.floor(value / CELL);
      for (let column = cell(x - reach) - 1; column <= cell(x + reach) + 1; column += 1) {
        for (let row = cell(y - reach) - 1; row <= cell(y + reach) + 1; row += 1) {
          for (const one of net.grid.get(`${column} ${row}`) || []) look(one);
        }
      }
      return best;
    }

    function pan(dx, dy) {
      view.x -= dx / view.scale;
      view.y -= dy / view.scale;
      changed();
    }

    // Zoom so that what is at a point of the canvas stays there.
    // Tells whether it changed anything; `least` is of the scale that shows all.
    function zoom(factor, px = width / 2, py = height / 2, least = 0.6) {
      const [x, y, old] = [view.x + (px - width / 2) / view.scale, view.y + (py - height / 2) / view.scale, view.scale];
      view.scale = factor < 1 ? Math.min(old, Math.max(fit() * least, old * factor)) : Math.max(old, Math.min(6, old * factor));
      if (view.scale === old) return false;
      view.x = x - (px - width / 2) / view.scale;
      view.y = y - (py - height / 2) / view.scale;
      changed();
      return true;
    }

    return {
      pan, zoom, reset, measure, find,
      use: (other) => { [net, chosen, hovered] = [other, -1, -1]; ready = null; begin(); reset(); },
      /** What is shown, or its colours, are others. */
      again: () => { stale = true; measure(); },
      centre: (one, least = 0.9) => {
        Object.assign(view, { x: net.x[one], y: net.y[one], scale: Math.max(view.scale, least) });
        changed();
      },
      /** Light one up with what it is joined to; `dim` makes all others fainter. */
      choose: (one, dim) => { [chosen, alone] = [one, dim]; ask(); },
      hover: (one) => { if (one !== hovered) { hovered = one; ask(); } },
    };
  }

  return { network, show };
})();
