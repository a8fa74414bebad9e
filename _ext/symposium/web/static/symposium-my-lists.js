// Several lists of stars: which is open, their names, and what can be done with them.

symposium.lists = (() => {
  const { make, button, stars } = symposium;
  const { MOST_LISTS, lists, named, write } = stars;
  const { _ } = symposiumTexts;

  // A name that no other list has.
  function free(name, others) {
    const taken = new Set(others.map(([other]) => other));
    let made = name;
    for (let number = 2; taken.has(made); number += 1) made = `${name} (${number})`;
    return made;
  }

  /** Opens a new list. @param {string} wanted @param {string[]} ids */
  function add(wanted, ids = []) {
    const open = lists();
    /** @type {StarLists["others"]} */
    const others = [...open.others, [open.name, open.ids]];
    write({ name: free(named(wanted), others), ids: stars.valid(ids), others });
  }

  function open(wanted) {
    const { name, ids, others } = lists();
    const found = others.find(([other]) => other === wanted);
    if (!found) return;
    write({ name: wanted, ids: found[1], others: [...others.filter((one) => one !== found), [name, ids]] });
  }

  // Deletes the open list and opens another; returns what puts it back.
  function remove() {
    const { name, ids, others } = lists();
    const next = others.at(-1);
    if (!next) return () => {};
    write({ name: next[0], ids: next[1], others: others.slice(0, -1) });
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
      const { name, others } = lists();
      const names = [name, ...others.map(([other]) => other)].sort((a, b) => a.localeCompare(b));
      const choice = make("select", { "aria-label": _("List") }, ...names.map((one) => {
        return make("option", { value: one, selected: one === name }, one);
      }));
      choice.addEventListener("change", () => { open(choice.value); focus(); });
      box.replaceChildren(...(others.length ? [choice] : []));
      if (others.length < MOST_LISTS) box.append(button(_("New list"), () => ask(_("Name of the new list"), "", (text) => add(text))));
      box.append(button(_("Rename"), () => ask(_("Name of this list"), name, (text) => {
        const now = lists();
        write({ ...now, name: free(named(text), now.others) });
      })));
      if (others.length) box.append(button(_("Delete list"), () => {
        const back = remove();
        tell(_("{what} deleted.", { what: symposium.title({ title: name }) }), " ", button(_("Undo"), () => { tell(""); back(); focus(); }));
        focus();
      }));
    }

    tools.before(box);
    document.addEventListener("symposium-stars", draw);
    draw();
  }

  return { add, offer, name: () => lists().name, isFull: () => lists().others.length >= MOST_LISTS };
})();
