// Stars: the sessions that somebody wants to attend. The browser keeps their ids, the newest last.

symposium.stars = (() => {
  const { make, button, say, session, title } = symposium;
  const { _, number, pieces } = symposiumTexts;
  const ID = /^(?=.{3,300}$)[a-z0-9-]+(?:\/[a-z0-9-]+|#[\w-]+)$/;
  const kept = symposiumIds("symposium-stars", ID, 1000);
  const places = new Map(); // buttons, with the ids that they stand for

  function update() {
    const ids = new Set(kept.all());
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
  /** @param {ParentNode} scope */
  function offer(scope = document) {
    for (const place of scope.querySelectorAll("[data-sy-star]")) {
      const line = place.closest("[data-sy-slot]");
      const of = line
        ? session(line)
        : { id: String(place.dataset.syTalk), title: document.querySelector("h1")?.textContent.trim() ?? "" };
      if (!ID.test(of.id)) continue;
      const pressed = button("", () => {
        kept.toggle(of.id);
        const what = title(of);
        const done = kept.all().includes(of.id) ? _("{what} added to my programme", { what }) : _("{what} removed from my programme", { what });
        say(symposiumStore.refused() ? _("{done}, but only until you leave this page: the browser stores nothing", { done }) : done);
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

  kept.follow(update);
  offer();

  return { ...kept, offer, link, update };
})();
