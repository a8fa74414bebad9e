// Stars: the sessions that somebody wants to attend. The browser keeps their ids, the newest last.

symposium.stars = (() => {
  const { kept, keep, make, button, say, session, title, follow, refused } = symposium;
  const { _, number, pieces } = symposiumTexts;
  const KEY = "symposium-stars";
  const MOST = 1000;
  const ID = /^(?=.{3,300}$)[a-z0-9-]+(?:\/[a-z0-9-]+|#[\w-]+)$/;

  // What was kept, or came with a link, may be anything.
  function valid(ids) {
    if (!Array.isArray(ids)) return [];
    return [...new Set(ids.filter((id) => typeof id === "string" && ID.test(id)))].slice(-MOST);
  }

  /** The ids of all stars. @returns {string[]} */
  function all() {
    let found;
    try {
      found = JSON.parse(kept(KEY) ?? "[]");
    } catch {
      found = []; // what was kept may be anything
    }
    if (Array.isArray(found)) return valid(found);
    const { ids, others } = Object(found); // several lists, as earlier versions kept them
    return valid([...(Array.isArray(others) ? others.flatMap((one) => one?.[1] ?? []) : []), ...(ids ?? [])]);
  }

  function set(ids) {
    keep(KEY, JSON.stringify(valid(ids)));
    changed();
  }

  function changed() {
    update();
    document.dispatchEvent(new CustomEvent("symposium-stars"));
  }

  const places = new Map(); // buttons, with the ids that they stand for

  function update() {
    const ids = new Set(all());
    for (const [pressed, id] of places) {
      if (pressed.isConnected) pressed.setAttribute("aria-pressed", ids.has(id));
      else places.delete(pressed);
    }
    for (const count of document.querySelectorAll("[data-sy-stars]")) count.textContent = number(ids.size);
  }

  // The way to all stars.
  function link(href) {
    return make("a", { href, class: "sy-stars-link" }, ...pieces(_("My programme ({count})"), { count: make("span", { "data-sy-stars": true }) }));
  }

  // A button for each place that waits for one; on the page of a talk it says what it does.
  function add(scope = document) {
    for (const place of scope.querySelectorAll("[data-sy-star]")) {
      const line = place.closest("[data-sy-slot]");
      const of = line
        ? session(line)
        : { id: String(place.dataset.syTalk), title: document.querySelector("h1")?.textContent.trim() ?? "" };
      if (!ID.test(of.id)) continue;
      const pressed = button("", () => {
        const ids = all();
        const added = !ids.includes(of.id);
        set(added ? [...ids, of.id] : ids.filter((id) => id !== of.id));
        const what = title(of);
        const done = added ? _("{what} added to my programme", { what }) : _("{what} removed from my programme", { what });
        say(refused() ? _("{done}, but only until you leave this page: the browser stores nothing", { done }) : done);
      }, "sy-star-button");
      place.replaceChildren(pressed);
      if (line) pressed.setAttribute("aria-label", _("Add {what} to my programme", { what: title(of) }));
      else {
        pressed.append(make("span", {}, _("Add to my programme")), make("span", {}, _("In my programme")));
        place.append(" ", link(place.dataset.syStar));
      }
      places.set(pressed, of.id);
    }
    update();
  }

  follow(KEY, changed);
  add();

  return { add, all, link, set, update, valid };
})();
