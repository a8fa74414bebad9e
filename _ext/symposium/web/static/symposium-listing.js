// Lists that a reader narrows: by words, by facets, in another order. The list itself is complete
// without this; what is chosen is in the address, so that it can be sent to others.

(() => {
  const make = symposiumMake;
  const { _, locale, number, pgettext, plural } = symposiumTexts;
  const LISTS = [".sy-items", ".sy-list", ".sy-columns", ".sy-cards", ".sy-compact"];
  const ROWS = [...LISTS.map((list) => `${list} > li`), "tbody > tr"].join();
  const GROUPS = ".sy-section, .sy-year, .sy-letter, .sy-group";
  const FEW = 4; // rows that nobody needs to narrow
  const LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ı: "i" };
  const all = [];

  /** @param {string} text @param {() => unknown} press @param {Record<string, any>} options */
  const button = (text, press, { style = "sy-listed-button", ...attributes } = {}) => (
    make("button", { type: "button", class: `sy-button ${style}`, click: press, ...attributes }, text)
  );

  function fold(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
      .replace(/[łøđðþßæœı]/g, (letter) => LETTERS[letter]).replace(/\s+/g, " ").trim();
  }

  // Punctuation in a word plays no part: "oneil" and "o neil" are found in O’Neil; and "mueller"
  // in Müller.
  function folds(text) {
    const plain = fold(text);
    const without = (other) => plain.replace(/[^\p{L}\p{N}\s]/gu, other);
    const typed = /[äöüøå]/i.test(text) ? fold(text.replace(/[äöüø]/gi, "$&e").replace(/å/gi, "aa")) : "";
    return [plain, without(""), without(" "), typed].join(" ");
  }

  // What a row says, without the labels of its buttons.
  function said(row) {
    const copy = row.cloneNode(true);
    copy.querySelector(".sy-acts")?.remove();
    return copy.textContent;
  }

  const order = new Intl.Collator(locale, { numeric: true, sensitivity: "base" }).compare;

  const different = (some) => new Set(some.map((row) => row.id)).size;

  function start(root) {
    const rows = [...root.querySelectorAll(ROWS)].map((row) => ({
      row, home: row.parentElement, text: folds(said(row)),
      id: row.querySelector("a[href]")?.href || row.textContent, // a person may stand on two cards
    }));
    const script = root.querySelector(":scope > script");
    if (!script || rows.length < FEW) return;
    const data = JSON.parse(script.textContent);
    const facets = data.facets.map((facet) => ({ ...facet, of: facet.rows.split(" ") }))
      .filter((facet) => facet.of.length === rows.length);
    for (const facet of facets) {
      facet.chosen = new Set();
      facet.of = facet.of.map((numbers) => (numbers === "-" ? [] : numbers.split(",").map(Number)));
    }
    const total = different(rows);
    const keys = data.keys?.length === rows.length ? data.keys : null;
    const prefix = root.dataset.syListing ? `${root.dataset.syListing}.` : "";
    const what = root.dataset.syWhat || _("entries");
    const file = root.querySelector(":scope > .sy-listed-files > a");
    const groups = [...root.querySelectorAll(GROUPS)].filter((group) => group.querySelector(ROWS));
    let sort = "";
    let last = "";

    // What a reader chooses with.
    const id = `sy-${prefix}listed`.replace(/\W+/g, "-");
    const field = make("input", {
      type: "search", class: "sy-listed-field", placeholder: _("Filter {what}", { what }),
      "aria-label": _("Filter {what}", { what }), autocomplete: "off", spellcheck: "false",
    });
    const bar = make("div", { class: "sy-listed-bar" }, field);
    const status = make("p", { role: "status", class: "sy-listed-status" });
    const pills = make("span", { class: "sy-listed-pills" });
    const result = make("div", { class: "sy-listed-result" }, status, pills);
    const tools = make("div", { class: "sy-listed-tools", role: "group", "aria-label": _("Narrow {what}", { what }) },
      bar, result);
    field.addEventListener("input", () => changed("q"));
    facets.forEach(offer);
    const select = makeOrder();
    if (select) status.before(select.label);
    const tables = [...root.querySelectorAll("table")].filter((table) => table.tHead);
    const columns = new Map();
    for (const table of tables) [...table.tHead.rows[0].cells].forEach((th, at) => head(table, th, at));
    const clear = button(pgettext("filters", "Clear"), () => {
      reset();
      changed("clear");
      field.focus();
    });
    const part = keys && file && location.protocol !== "file:" ? button("", () => symposiumBusy(save())) : null;
    if (part) file.parentElement.append(part);
    if (part && rows.some(({ row }) => work(row))) file.parentElement.append(button(_("Add to my list"), () => symposiumBusy(keep())));
    script.after(tools);
    const letters = root.querySelector(":scope > .sy-letters");
    if (letters) result.before(letters);

    function offer(facet, at) {
      const panel = make("div", { class: "sy-listed-panel", id: `${id}-${at}`, role: "group", "aria-label": facet.label, hidden: true });
      facet.boxes = facet.values.map((value, index) => {
        const box = make("input", { type: "checkbox" });
        const count = make("span", { class: "sy-count" });
        const label = make("label", {}, box, make("span", {}, value), count);
        box.addEventListener("change", () => {
          facet.chosen[box.checked ? "add" : "delete"](index);
          changed(facet.name);
        });
        panel.append(label);
        return { box, count, label };
      });
      facet.open = button(facet.label, () => show(facet.panel.hidden ? facet : null),
        { "aria-expanded": "false", "aria-controls": panel.id, style: "sy-listed-button sy-listed-facet" });
      panel.addEventListener("keydown", (press) => {
        if (press.key !== "Escape") return;
        show(null);
        facet.open.focus();
      });
      facet.panel = panel;
      bar.append(facet.open, panel); // the panel stands below all, and follows its button by keyboard
    }

    function show(facet) {
      for (const other of facets) {
        other.panel.hidden = other !== facet;
        other.open.setAttribute("aria-expanded", String(other === facet));
      }
    }

    // Lists without columns are put in order as one list; their groups step back meanwhile.
    function makeOrder() {
      const lists = new Map();
      for (const entry of rows) {
        if (entry.row.localName === "li") {
          lists.set(entry.home.className, [...(lists.get(entry.home.className) || []), entry]);
        }
      }
      const [name, own] = [...lists].sort((a, b) => b[1].length - a[1].length)[0] || [];
      if (!own || own.length < FEW) return null;
      const years = facets.find((facet) => facet.name === "year");
      own.forEach((entry) => {
        const at = rows.indexOf(entry);
        entry.title = fold(entry.row.querySelector("a")?.textContent || entry.row.textContent);
        entry.year = years?.of[at].length ? Number(years.values[years.of[at][0]]) : null;
        entry.count = Number((entry.row.querySelector(":scope > .sy-count")?.textContent || "").replaceAll(",", "")) || 0;
      });
      /** @type {Record<string, string>} */
      const orders = { "": _("As listed"), title: _("By title") };
      if (years) Object.assign(orders, { newest: _("Newest first"), oldest: _("Oldest first") });
      if (own.some((entry) => entry.count)) {
        orders.most = _("Most works first");
        delete orders.title;
      }
      const chosen = make("select", { class: "sy-button sy-listed-order", "aria-label": _("Order of {what}", { what }) },
        ...Object.entries(orders).map(([value, text]) => make("option", { value }, text)));
      const list = make("ul", { class: name });
      chosen.addEventListener("change", () => {
        sort = chosen.value;
        changed("sort");
      });
      return { label: chosen, chosen, own, orders, list, flat: make("div", { class: "sy-section sy-listed-flat" }, list) };
    }

    function head(table, th, at) {
      const label = th.textContent.trim();
      if (!label || th.dataset.syOrder === "none") return;
      const name = fold(label);
      const press = button(label, () => {
        sort = sort === name ? `-${name}` : sort === `-${name}` ? "" : name;
        changed("sort");
      }, { style: "sy-listed-column" });
      th.replaceChildren(press);
      columns.set(name, [...(columns.get(name) || []), { table, th, at }]);
    }

    const value = (cell) => cell?.dataset.syOrder ?? cell?.textContent.trim() ?? "";

    function compare(a, b) {
      if (sort === "newest") return (b.year ?? -1e9) - (a.year ?? -1e9);
      if (sort === "oldest") return (a.year ?? 1e9) - (b.year ?? 1e9);
      return sort === "most" ? b.count - a.count : order(a.title, b.title);
    }

    function arrange() {
      if (select) {
        const flat = Boolean(sort) && Object.hasOwn(select.orders, sort);
        select.chosen.value = flat ? sort : "";
        const own = flat ? [...select.own].sort(compare) : select.own;
        for (const entry of own) (flat ? select.list : entry.home).append(entry.row);
        if (flat) tools.after(select.flat);
        else select.flat.remove();
      }
      const [name, sign] = sort.startsWith("-") ? [sort.slice(1), -1] : [sort, 1];
      for (const [column, heads] of columns) {
        for (const { table, th, at } of heads) {
          if (column === name) {
            th.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
            const own = rows.filter((entry) => table.contains(entry.row));
            own.sort((a, b) => {
              const [x, y] = [value(a.row.cells[at]), value(b.row.cells[at])];
              return !x || !y ? Number(!x) - Number(!y) : sign * order(x, y);
            });
            for (const entry of own) entry.home.append(entry.row);
          } else {
            th.removeAttribute("aria-sort");
          }
        }
      }
      if (!columns.has(name)) {
        for (const entry of rows) if (entry.row.localName === "tr") entry.home.append(entry.row);
      }
    }

    function apply() {
      const words = fold(field.value).split(" ").filter(Boolean);
      const misses = rows.map((entry, at) => {
        const missing = facets.filter(({ chosen, of }) => chosen.size && !of[at].some((index) => chosen.has(index)));
        return { text: words.every((word) => entry.text.includes(word)), missing };
      });
      const fits = misses.map(({ text, missing }) => text && !missing.length);
      rows.forEach((entry, at) => entry.row.toggleAttribute("data-sy-out", !fits[at]));
      // What choosing a value would give: its own facet does not count against it.
      for (const facet of facets) {
        const records = facet.values.map(() => new Set());
        misses.forEach(({ text, missing }, at) => {
          if (text && missing.every((other) => other === facet)) {
            for (const index of facet.of[at]) records[index].add(rows[at].id);
          }
        });
        const counts = records.map((ids) => ids.size);
        facet.boxes.forEach(({ box, count, label }, index) => {
          box.checked = facet.chosen.has(index);
          count.textContent = number(counts[index]);
          label.classList.toggle("sy-listed-none", !counts[index] && !box.checked);
        });
        facet.open.classList.toggle("sy-listed-on", facet.chosen.size > 0);
      }
      arrange();
      const filtered = fits.includes(false);
      for (const group of groups) {
        const own = group.querySelectorAll(ROWS);
        const left = [...own].filter((row) => !row.hasAttribute("data-sy-out")).length;
        group.toggleAttribute("data-sy-out", !left);
        const count = group.querySelector(":scope > :is(h2, h3, h4, h5, h6) > .sy-count");
        if (!count) continue;
        count.dataset.syAll ??= count.textContent;
        count.textContent = left < own.length ? _("{count} of {total}", { count: number(left), total: count.dataset.syAll }) : count.dataset.syAll;
      }
      if (filtered) for (const details of root.querySelectorAll("details.sy-details")) details.open = true;
      tell(fits, filtered);
    }

    function tell(fits, filtered) {
      const shown = different(rows.filter((_, at) => fits[at]));
      const isPart = document.querySelector(".sy-parts");
      const values = { count: number(shown), total: number(total), what };
      if (!filtered) status.textContent = isPart ? _("{total} {what} on this page.", values) : "";
      else if (!shown) status.textContent = isPart ? _("No {what} on this page match.", values) : _("No {what} fit.", values);
      else status.textContent = isPart ? _("{count} of {total} {what} on this page.", values) : _("{count} of {total} {what}.", values);
      const chosen = facets.flatMap((facet) => [...facet.chosen].map((index) => ({ facet, index })));
      pills.replaceChildren(...chosen.map(({ facet, index }) => {
        const text = `${facet.label}: ${facet.values[index]}`;
        return button(`${text} ×`, () => {
          facet.chosen.delete(index);
          changed(facet.name);
          field.focus();
        }, { "aria-label": _("Remove {what}", { what: text }), style: "sy-listed-pill" });
      }));
      if (filtered || chosen.length || field.value || sort) pills.append(clear);
      if (!part) return;
      const count = wanted().size;
      part.hidden = !filtered || !count;
      part.textContent = plural(count, "BibTeX of the {count} shown", "BibTeX of the {count} shown");
    }

    function reset() {
      field.value = "";
      sort = "";
      for (const facet of facets) facet.chosen.clear();
    }

    // Typing makes one step of the history, each choice another.
    function changed(name) {
      apply();
      const params = new URLSearchParams(location.search);
      const own = ["q", "sort", ...facets.map((facet) => facet.name)];
      for (const key of own) params.delete(prefix + key);
      if (field.value.trim()) params.set(`${prefix}q`, field.value.trim());
      for (const facet of facets) {
        for (const index of [...facet.chosen].sort((a, b) => a - b)) {
          params.append(prefix + facet.name, facet.values[index]);
        }
      }
      if (sort) params.set(`${prefix}sort`, sort);
      const query = params.toString();
      if (query === location.search.slice(1)) return;
      const address = `${location.pathname}${query ? `?${query}` : ""}`;
      try {
        history[name === "q" && last === "q" ? "replaceState" : "pushState"](null, "", address);
        last = name;
      } catch {
        // a page that is opened as a file
      }
    }

    function read() {
      const params = new URLSearchParams(location.search);
      reset();
      last = "";
      field.value = params.get(`${prefix}q`) || "";
      for (const facet of facets) {
        for (const text of params.getAll(prefix + facet.name)) {
          const index = facet.values.indexOf(text);
          if (index >= 0) facet.chosen.add(index);
        }
      }
      const asked = params.get(`${prefix}sort`) || "";
      const isOrder = select && Object.hasOwn(select.orders, asked);
      if (isOrder || columns.has(asked.replace(/^-/, ""))) sort = asked;
      apply();
    }

    // A link that leads to what is not shown shows it.
    function reveal() {
      let target;
      try {
        target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      } catch {
        return;
      }
      if (!target || !root.contains(target) || !target.closest("[data-sy-out]")) return;
      reset();
      apply();
      target.scrollIntoView();
    }

    function slug(row) {
      const path = new URL(row.querySelector("a[href]").href).pathname;
      return decodeURIComponent(String(path.replace(/(\/index)?\.html$|\/$/, "").split("/").pop()));
    }

    // The address of the work that a row is about.
    function work(row) {
      const { href = "" } = row.querySelector("a[href]") ?? {};
      return /\/papers\/[^/]+(\.html|\/)$/.test(href) ? href : "";
    }

    // What is shown goes to the reader's own list.
    async function keep() {
      const shown = rows.map(({ row }) => row).filter((row) => !row.hasAttribute("data-sy-out") && work(row));
      if (!shown.length) return;
      const list = await import("./symposium-my-list.js");
      const page = work(shown[0]).replace(/papers\/[^/]+(\.html|\/)$/, "my-list$1");
      list.addAll(shown.map(slug), status, page);
    }

    // The cite keys of what is shown.
    function wanted() {
      return new Set(rows.flatMap(({ row }, at) => {
        if (row.hasAttribute("data-sy-out") || keys[at] === null) return [];
        return keys[at] ? keys[at].split(",") : [slug(row)];
      }));
    }

    // Their entries, cut out of the file that has all.
    async function save() {
      const asked = wanted();
      try {
        const answer = await fetch(file.href);
        if (!answer.ok) throw new Error(String(answer.status));
        const entries = (await answer.text()).split(/\n(?=@)/).filter((entry) => {
          return asked.has(String(/^@[^{]*\{([^,]*),?/.exec(entry)?.[1].trim()));
        });
        const text = `${entries.map((entry) => entry.trimEnd()).join("\n\n")}\n`;
        symposiumSave(text, "application/x-bibtex", file.pathname.split("/").pop().replace(/\.bib$/, "-shown.bib"));
      } catch {
        status.textContent = _("The BibTeX could not be loaded.");
      }
    }

    addEventListener("hashchange", reveal);
    addEventListener("beforeprint", () => {
      for (const details of root.querySelectorAll("details.sy-details")) details.open = true;
    });
    read();
    reveal();
    all.push(read);
  }

  document.querySelectorAll("[data-sy-listing]").forEach(start);
  addEventListener("popstate", () => all.forEach((read) => read()));
})();
