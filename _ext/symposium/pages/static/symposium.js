// The menu of small screens holds what the header holds on large ones. It is copied here, before the
// theme's script looks for the buttons in it.
for (const menu of document.querySelectorAll("[data-sy-menu]")) {
  for (const part of ["center", "end"]) {
    const made = document.createElement("div");
    made.className = `sidebar-header-items__${part}`;
    const items = `.bd-header .navbar-header-items__${part} > .navbar-item:not(.navbar-persistent--container)`;
    made.append(...[...document.querySelectorAll(items)].map((item) => item.cloneNode(true)));
    menu.append(made);
  }
}

// Light or dark: the theme's script changes it, this says which is on.
const modes = document.querySelectorAll(".sy-modes button");
const showMode = () => {
  for (const button of modes) {
    button.setAttribute("aria-pressed", button.dataset.mode === document.documentElement.dataset.mode);
  }
};
document.addEventListener("click", showMode);
showMode();

// The way back to the top shows while one scrolls up.
const upwards = document.getElementById("pst-back-to-top");
if (upwards) {
  let last = 0;
  addEventListener("scroll", () => {
    upwards.style.display = scrollY < last && scrollY > innerHeight / 4 ? "block" : "none";
    last = scrollY;
  }, { passive: true });
  upwards.addEventListener("click", () => scrollTo(0, 0));
}

// Copy buttons: one for each element with data-sy-copy, said aloud when it has copied.
for (const box of document.querySelectorAll("[data-sy-copy]")) {
  const what = box.dataset.syCopy;
  const button = document.createElement("button");
  const status = document.createElement("span");
  button.type = "button";
  button.className = "sy-copy-button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy ${what}`);
  status.className = "sy-hidden";
  status.setAttribute("role", "status");

  const say = (shown, spoken) => {
    button.textContent = shown;
    status.textContent = spoken;
    setTimeout(() => {
      button.textContent = "Copy";
      status.textContent = "";
    }, 2000);
  };

  const copyBySelection = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "sy-hidden";
    box.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    button.focus();
    return done;
  };

  button.addEventListener("click", async () => {
    const text = box.querySelector("pre").textContent;
    let done = false;
    try {
      await navigator.clipboard.writeText(text);
      done = true;
    } catch {
      // No clipboard without https or permission: the old way still works.
      done = copyBySelection(text);
    }
    say(done ? "Copied" : "Press Ctrl+C", done ? `${what} copied` : `${what} could not be copied`);
  });
  box.append(button, status);
}

// Cards: what a link leads to, shown beside it. Their script comes when somebody rests on such a
// link, or taps one in running text; before that nothing is loaded.
if (location.protocol.startsWith("http")) {
  const root = new URL(document.documentElement.dataset.content_root || "./", location.href);
  const records = /^(people|papers|events|talks|topics|venues)\/(?!index\.html$)./;
  const path = (address) => address.pathname.replace(/\/index\.html$/, "/");
  let waiting;
  let touched = false;
  let switchOn;

  const isOff = () => {
    try {
      return localStorage.getItem("symposium-cards") === "off";
    } catch {
      return false; // nothing can be kept here
    }
  };

  const linkOf = ({ target }) => {
    const link = target.closest?.("a[href]");
    if (!link?.closest("main, [role=main]") || link.closest("nav, .sy-about")) return null;
    if (isOff()) return null;
    try {
      const address = new URL(link.href.baseVal ?? link.href, document.baseURI);
      const inside = address.origin === root.origin && address.pathname.startsWith(root.pathname);
      const own = path(address) === path(location);
      return inside && !own && records.test(path(address).slice(root.pathname.length)) ? link : null;
    } catch {
      return null;
    }
  };

  const rest = (event, wait, still) => {
    clearTimeout(waiting);
    const link = linkOf(event);
    if (!link) return;
    waiting = setTimeout(async () => {
      if (!still(link)) return;
      const cards = await import("./symposium-cards.js").catch(() => null);
      cards?.show(link, event, still);
    }, wait);
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch" && !event.buttons) {
      rest(event, 300, (link) => link.matches(":hover"));
    }
  });
  document.addEventListener("focusin", (event) => {
    rest(event, 500, (link) => link.matches(":focus-visible"));
  });
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(waiting);
    touched = event.pointerType === "touch";
  });

  // A tap on a citation or a name in running text; in lists and headings it follows the link.
  document.addEventListener("click", (event) => {
    clearTimeout(waiting);
    const link = touched && event.detail && !event.defaultPrevented && linkOf(event);
    const prose = link && link.closest("p") && !link.closest("li, dl, table, header, h1, h2, h3, h4");
    if (!prose || !(link.querySelector(".kb, .xref") || link.closest(".bibtex-citation"))) return;
    event.preventDefault();
    import("./symposium-cards.js")
      .then((cards) => cards.open(link))
      .catch(() => location.assign(link.href));
  });

  // Who has switched them off finds the way back at the end of the page.
  const offer = () => {
    switchOn?.remove();
    if (!isOff()) return;
    switchOn = document.createElement("button");
    switchOn.type = "button";
    switchOn.className = "sy-button sy-cards-on";
    switchOn.textContent = "Show cards for links";
    switchOn.addEventListener("click", () => {
      localStorage.removeItem("symposium-cards");
      switchOn.remove();
    });
    (document.querySelector("footer .footer-items__start, footer") || document.body).append(switchOn);
  };
  addEventListener("symposium-cards", offer);
  offer();
}
