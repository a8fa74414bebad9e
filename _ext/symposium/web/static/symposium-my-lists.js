// Several lists of stars. `symposium.stars` has those of the list that is open; the others rest here.

symposium.lists = (() => {
  const { kept, keep, make, button, stars } = symposium;
  const { _ } = symposiumTexts;
  const KEY = "symposium-star-lists";
  const MOST = 30; // lists besides the open one
  const named = (name) => (typeof name === "string" ? name.trim().replace(/\s+/g, " ").slice(0, 60) : "");

  /** @returns {{ name: string, others: [name: string, ids: string[]][] }} */
  function read() {
    let found;
    try {
      found = JSON.parse(kept(KEY) ?? "{}");
    } catch {
      found = null; // what was kept may be anything
    }
    const others = Array.isArray(found?.others) ? found.others : [];
    return {
      name: named(found?.name) || _("My programme"),
      others: others.filter((one) => Array.isArray(one) && named(one[0])).slice(-MOST)
        .map(([name, ids]) => [named(name), stars.valid(ids)]),
    };
  }

  const write = (name, others) => keep(KEY, JSON.stringify({ name, others }));

  // A name that no other list has.
  function free(name, others) {
    const taken = new Set(others.map(([other]) => other));
    let made = name;
    for (let number = 2; taken.has(made); number += 1) made = `${name} (${number})`;
    return made;
  }

  /** Opens a new list. @param {string} wanted @param {string[]} ids */
  function add(wanted, ids = []) {
    const { name, others } = read();
    const all = [...others, [name, stars.all()]];
    write(free(named(wanted), all), all);
    stars.set(ids);
  }

  function open(wanted) {
    const { name, others } = read();
    const found = others.find(([other]) => other === wanted);
    if (!found) return;
    write(wanted, [...others.filter((one) => one !== found), [name, stars.all()]]);
    stars.set(found[1]);
  }

  // Deletes the open list and opens another; returns what puts it back.
  function remove() {
    const { name, others } = read();
    const ids = stars.all();
    const next = others.at(-1);
    if (!next) return () => {};
    write(next[0], others.slice(0, -1));
    stars.set(next[1]);
    return () => add(name, ids);
  }

  /** The controls. @param {HTMLElement} tools @param {(text: string, ...more: (Node | string)[]) => void} tell */
  function offer(tools, tell) {
    const box = make("div", { class: "sy-lists", role: "group", "aria-label": _("Lists") });
    const focus = () => box.querySelector("select, button")?.focus();

    function ask(label, value, done) {
      const field = make("input", { value, required: true, maxlength: "60", "aria-label": label, autocomplete: "off" });
      const form = make("form", {}, make("label", {}, make("span", {}, label), field),
        make("button", { class: "sy-tool sy-tool-main" }, _("Save")), button(_("Cancel"), close));
      function close() {
        form.remove();
        draw();
        focus();
      }
      form.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(); });
      form.addEventListener("submit", (sent) => {
        sent.preventDefault();
        if (named(field.value)) done(field.value);
        close();
      });
      box.replaceChildren(form);
      field.select();
    }

    function draw() {
      if (box.querySelector("form")?.contains(document.activeElement)) return;
      const { name, others } = read();
      const names = [name, ...others.map(([other]) => other)].sort((a, b) => a.localeCompare(b));
      const choice = make("select", { "aria-label": _("List") }, ...names.map((one) => {
        return make("option", { value: one, selected: one === name }, one);
      }));
      choice.addEventListener("change", () => { open(choice.value); focus(); });
      box.replaceChildren(...(others.length ? [choice] : []));
      if (others.length < MOST) box.append(button(_("New list"), () => ask(_("Name of the new list"), "", (text) => add(text))));
      box.append(button(_("Rename"), () => ask(_("Name of this list"), name, (text) => {
        const now = read();
        write(free(named(text), now.others), now.others);
        stars.set(stars.all()); // which tells of it
      })));
      if (others.length) box.append(button(_("Delete list"), () => {
        const back = remove();
        tell(_("{what} deleted.", { what: symposium.title({ title: name }) }), " ", button(_("Undo"), () => { tell(""); back(); focus(); }));
        focus();
      }));
    }

    tools.before(box);
    document.addEventListener("symposium-stars", draw);
    symposium.follow(KEY, draw);
    draw();
  }

  return { add, offer, name: () => read().name, isFull: () => read().others.length >= MOST };
})();
