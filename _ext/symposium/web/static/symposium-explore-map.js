// The map of who works with whom: what is where, what is seen of it, how it is drawn.
// A picture of all lines is kept and moved about while one pans and zooms; a new one is drawn
// meanwhile, a little in each frame, so that no frame takes long.

// biome-ignore lint/correctness/noUnusedVariables: symposium-explore.js uses it
const symposiumMap = (() => {
  const MARGIN = 0.25; // of the picture beyond each side of the window
  const LABELS = 60;
  const CELL = 64; // of the grid that finds who is near a point
  const TONES = 6;

  // The file of the network, as arrays of numbers.
  function network(data) {
    const [count, lines] = [data.ids.length, data.to.length];
    const [x, y] = [Float32Array.from(data.x), Float32Array.from(data.y)];
    const from = new Int32Array(lines);
    const to = Int32Array.from(data.to);
    /** For each person, others and in how many works. @type {[other: number, weight: number][][]} */
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
    return { ...data, count, lines, x, y, from, to, near, size, grid, width, height };
  }

  // A canvas that shows a network; `onView` is told when another part of it is seen.
  function show(canvas, net, onView) {
    const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const view = { x: net.width / 2, y: net.height / 2, scale: 1 };
    let [width, height, ratio] = [1, 1, 1];
    /** @type {any} */
    let colours = {};
    /** The picture that is shown. @type {Picture | null} */
    let ready = null;
    /** The picture that is being drawn. @type {Picture | null} */
    let job = null;
    let [chosen, hovered] = [-1, -1];
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
      onView();
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

    // Go on with the picture: some lines, or some people; the busiest come last, on top.
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
          if (net.groups[one] % TONES !== tone || !inside(net.x[one], net.y[one])) continue;
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
      if (lit >= 0) light(lit, chosen >= 0);
      labels(lit);
    }

    // One person with those they work with, before all others.
    function light(lit, dim) {
      if (dim) {
        paint.globalAlpha = 0.72;
        paint.fillStyle = colours.ground;
        paint.fillRect(0, 0, width, height);
        paint.globalAlpha = 1;
      }
      const [x, y] = at(lit);
      paint.strokeStyle = colours.accent;
      for (const [other, weight] of net.near[lit]) {
        paint.lineWidth = Math.min(5, 0.8 + weight * 0.6);
        paint.beginPath();
        paint.moveTo(x, y);
        paint.lineTo(...at(other));
        paint.stroke();
      }
      for (const [other] of [...net.near[lit], [lit]]) dot(other, other === lit);
      if (hovered >= 0 && hovered !== lit) dot(hovered, true);
    }

    function dot(one, ringed) {
      const size = Math.max(3, radius(one, view.scale));
      paint.fillStyle = colours.tones[net.groups[one] % TONES];
      paint.beginPath();
      paint.arc(...at(one), ringed ? size + 1.5 : size, 0, 2 * Math.PI);
      paint.fill();
      if (!ringed) return;
      paint.lineWidth = 2;
      paint.strokeStyle = colours.ink;
      paint.stroke();
    }

    // Names, those of the busiest first, none on another. With somebody chosen, theirs and near ones.
    function labels(lit) {
      const taken = [];
      const put = (one, strong) => {
        const [x, y] = at(one);
        if (x < -60 || y < -10 || x > width + 60 || y > height + 10) return false;
        paint.font = `${strong ? "600 " : ""}12px ${colours.font}`;
        const wide = paint.measureText(net.names[one]).width;
        const beside = Math.max(3, radius(one, view.scale)) + 4;
        const left = x + beside + wide > width && x - beside > wide ? x - beside - wide : x + beside;
        const box = [left - 4, y - 9, left + wide + 4, y + 9];
        if (!strong && taken.some((o) => box[0] < o[2] && o[0] < box[2] && box[1] < o[3] && o[1] < box[3])) return false;
        taken.push(box);
        paint.lineWidth = 3;
        paint.lineJoin = "round";
        paint.strokeStyle = colours.ground;
        paint.strokeText(net.names[one], left, y);
        paint.fillStyle = colours.ink;
        paint.fillText(net.names[one], left, y);
        return true;
      };
      paint.textBaseline = "middle";
      if (lit >= 0) put(lit, true);
      if (hovered >= 0 && hovered !== lit) put(hovered, true);
      if (chosen >= 0) {
        for (const [other] of net.near[chosen].slice(0, LABELS)) put(other, false);
        return;
      }
      const most = Math.min(LABELS, Math.round(width * height / 12000));
      let tried = 0;
      for (let one = 0, shown = 0; one < net.count && shown < most && tried < 400; one += 1) {
        const [x, y] = at(one);
        if (x < 0 || y < 0 || x > width || y > height) continue;
        tried += 1;
        if (put(one, false)) shown += 1;
      }
    }

    // Who is at a point of the canvas, within so many pixels; -1 for nobody.
    function find(px, py, within) {
      const x = (px - width / 2) / view.scale + view.x;
      const y = (py - height / 2) / view.scale + view.y;
      const reach = within / view.scale;
      let [best, least] = [-1, Infinity];
      const look = (one) => {
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
      recolour: () => { stale = true; measure(); },
      centre: (one, least = 0.9) => {
        Object.assign(view, { x: net.x[one], y: net.y[one], scale: Math.max(view.scale, least) });
        changed();
      },
      choose: (one) => { chosen = one; ask(); },
      hover: (one) => { if (one !== hovered) { hovered = one; ask(); } },
    };
  }

  return { network, show };
})();
