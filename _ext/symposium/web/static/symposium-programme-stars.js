// Stars: the sessions that somebody wants to attend, in a list of his or several. The browser keeps
// their ids, the newest last, and all lists under one key: what is written once is never half a change.

symposium.stars = (() => {
  const { kept, keep, make, button, say, session, title, follow, refused } = symposium;
  const { _, number, pieces } = symposiumTexts;
  const KEY = "symposium-stars";
  const MOST = 1000;
  const MOST_LISTS = 30; // besides the open one
  const ID = /^(?=.{3,300}$)[a-z0-9-]+(?:\/[a-z0-9-]+|#[\w-]+)$/;

  // What was kept, or came with a link, may be anything.
  function valid(ids) {
    if (!Array.isArray(ids)) return [];
    return [...new Set(ids.filter((id) => typeof id === "string" && ID.test(id)))].slice(-MOST);
  }

  const named = (name) => (typeof name === "string" ? name.trim().replace(/\s+/g, " ").slice(0, 60) : "");

  /** The list that is open, and the others. @returns {StarLists} */
  function lists() {
    let found;
    try {
      found = JSON.parse(kept(KEY) ?? "[]");
    } catch {
      found = []; // what was kept may be anything
    }
    const { name, ids, others } = Array.isArray(found) ? { ids: found } : Object(found);
    return {
      name: named(name) || _("My programme"),
      ids: valid(ids),
      others: (Array.isArray(others) ? others : []).filter((one) => Array.isArray(one) && named(one[0]))
        .slice(-MOST_LISTS).map((one) => [named(one[0]), valid(one[1])]),
    };
  }

  /** @param {StarLists} state */
  function write(state) {
    keep(KEY, JSON.stringify(state));
    changed();
  }

  const all = () => lists().ids;
  const set = (ids) => write({ ...lists(), ids: valid(ids) });

  function changed() {
    update();
    document.dispatchEvent(new CustomEvent("symposium-stars"));
  }

  function toggle(id) {
    const ids = all();
    const has = ids.includes(id);
    set(has ? ids.filter((one) => one !== id) : [...ids, id]);
    return !has;
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
        const added = toggle(of.id);
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

  return { MOST_LISTS, add, all, link, lists, named, set, toggle, update, valid, write };
})();
