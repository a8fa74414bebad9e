// Texts in the language of the page. The texts of the scripts are English; where the page has another
// language, symposium-texts-….js runs before this and brings their translations.
globalThis.symposiumTexts = (() => {
  const { messages = {}, form = (/** @type {number} */ n) => Number(n !== 1), language = "" } = globalThis.symposiumMessages ?? {};
  const locale = language || "en";
  /** @type {Intl.NumberFormat | undefined} */
  let format;

  /** @param {number} count */
  const number = (count) => {
    if (!language && count >= 0 && count < 1000) return String(count); // what formats takes long to begin with
    format ??= new Intl.NumberFormat(locale);
    return format.format(count);
  };
  /** @param {string} text @param {Record<string, unknown>} values */
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  /** @param {string} key @param {string} message @param {number} n */
  const translation = (key, message, n) => {
    const forms = Object.hasOwn(messages, key) ? messages[key] : [message];
    return forms[Math.min(n, forms.length - 1)];
  };

  return {
    locale,
    dates: language || "en-GB",
    number,
    _: (message, values = {}) => filled(translation(message, message, 0), values),
    pgettext: (context, message, values = {}) => filled(translation(`${context}\u0004${message}`, message, 0), values),
    plural: (count, one, many, values = {}) => (
      filled(translation(one, count === 1 ? one : many, form(count)), { count: number(count), ...values })
    ),
    form: (count, forms) => filled(forms[Math.min(form(count), forms.length - 1)], { count: number(count) }),
    pieces: (text, values) => text.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? values[part] : part)),
  };
})();

// An element with attributes and children; a function is a listener, what is false is left out.
// Whatever comes from elsewhere gets into it as text.
globalThis.symposiumMake = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child || child === 0));
  return element;
};

// Whether a page is ready: `<html>` has `data-sy-ready` while nothing is under way that its scripts have
// begun, by themselves or because a reader has typed, pressed or pointed. Programs wait for it.
globalThis.symposiumBusy = (() => {
  const { documentElement } = document;
  let count = 0;
  return (work) => {
    count += 1;
    documentElement.removeAttribute("data-sy-ready");
    const done = () => {
      count -= 1;
      documentElement.toggleAttribute("data-sy-ready", count === 0);
    };
    work.then(done, done);
    return work;
  };
})();
if (document.readyState !== "complete") symposiumBusy(new Promise((done) => addEventListener("load", done, { once: true })));

// A timer: the page is busy while it runs and until its work is done.
globalThis.symposiumTimer = () => {
  let number = 0;
  let end = (/** @type {unknown} */ _value) => {};
  const stop = () => {
    clearTimeout(number);
    end(null);
  };
  const start = (milliseconds, work) => {
    stop();
    symposiumBusy(new Promise((done) => {
      end = done;
      number = setTimeout(() => done(work()), milliseconds);
    }));
  };
  return { start, stop };
};

// What the browser keeps; what it refuses to keep lasts until the page is left.
globalThis.symposiumStore = (() => {
  const memory = new Map();
  let refused = false;
  const attempt = (act, otherwise) => {
    try {
      return act();
    } catch {
      refused = true;
      return otherwise();
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt(() => localStorage.getItem(key), () => null),
    set: (key, value) => attempt(() => localStorage.setItem(key, value), () => memory.set(key, value)),
    refused: () => refused,
    follow(key, update) {
      addEventListener("storage", (change) => {
        if (change.key === key || change.key === null) update();
      });
      addEventListener("pageshow", (shown) => {
        if (shown.persisted) update();
      });
    },
  };
})();

// Ids that the browser keeps, the newest last. What was kept, or came with a link, may be anything.
globalThis.symposiumIds = (key, pattern, limit) => {
  const follow = (update) => addEventListener(key, update);
  const changed = () => dispatchEvent(new Event(key));
  const valid = (ids) => (Array.isArray(ids) ? [...new Set(ids.filter((id) => typeof id === "string" && pattern.test(id)))].slice(-limit) : []);
  const all = () => {
    try {
      return valid(JSON.parse(symposiumStore.get(key) ?? "[]"));
    } catch {
      return [];
    }
  };
  const set = (ids) => {
    symposiumStore.set(key, JSON.stringify(valid(ids)));
    changed();
  };
  const lacking = (ids) => valid(ids).filter((id) => !all().includes(id));
  const add = (ids) => set([...all(), ...lacking(ids).slice(0, limit - all().length)]);
  const toggle = (id) => set(all().includes(id) ? all().filter((other) => other !== id) : [...all(), id]);
  symposiumStore.follow(key, changed);
  return { add, all, follow, lacking, set, toggle };
};

// The menu of small screens holds what the header holds on large ones. It is made here, before the
// theme's script looks for it; beside the text of large screens there may be one already.
const menuButton = document.querySelector("[data-sy-menu]");
if (menuButton) {
  const copies = (/** @type {string} */ place) => [...document.querySelectorAll(`.bd-header ${place}`)].map((item) => item.cloneNode(true));
  const parts = ["center", "end"].map((part) => symposiumMake("div", { class: `sidebar-header-items__${part}` },
    copies(`.navbar-header-items__${part} > .navbar-item:not(.navbar-persistent--container)`)));
  const header = symposiumMake("div", { class: "sidebar-header-items sidebar-primary__section" }, copies("a.sy-search-box"), parts);
  const menu = document.getElementById("pst-primary-sidebar");
  if (menu) menu.prepend(header);
  else {
    document.querySelector(".bd-main")?.before(
      symposiumMake("dialog", { id: "pst-primary-sidebar-modal", tabindex: -1 }),
      symposiumMake("div", { id: "pst-primary-sidebar", class: "bd-sidebar-primary bd-sidebar hide-on-wide" }, header),
    );
  }
  menuButton.setAttribute("aria-controls", "pst-primary-sidebar-modal");
  menuButton.setAttribute("aria-expanded", "false");
}

// In somebody else's documentation the frame is not ours; `data-sy-guest` names our folder there.
const guest = document.currentScript?.dataset.syGuest;
const recordsRoot = new URL((document.documentElement.dataset.content_root || "./") + (guest || ""), location.href);

// Search: keys and the header open the palette, of which nothing is loaded before. The page that
// searches has a box of its own. What cannot be loaded leads to that page, which says why.
const ownScript = /** @type {HTMLScriptElement | null} */ (document.currentScript);
if (ownScript?.src) {
  const root = new URL("../", ownScript.src);
  const page = ownScript.dataset.sySearch; // nothing where there is nothing to search
  const searchPage = new URL(page ?? "", root).href;
  const apple = /Mac|iP(hone|ad|od)/.test(navigator.platform);
  /** @type {any} */
  let palette = null;
  /** What is typed while the palette is on its way. @type {string | null} */
  let typed = null;

  const open = async (toggle) => {
    if (typed !== null) return;
    typed = "";
    try {
      palette ??= await import(new URL("_static/symposium-palette.js", root).href);
      await palette.ready({ root, page: searchPage });
      palette.open({ typed, toggle });
    } catch {
      location.assign(searchPage);
    } finally {
      typed = null;
    }
  };

  const editable = (element) => element.isContentEditable
    || /^(input|textarea|select)$/i.test(element.localName || "") && !/^(button|checkbox|radio|submit|reset)$/.test(element.type);

  const keys = (event) => {
    const { key } = event;
    const target = event.composedPath()[0];
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (typed !== null && plain && key.length === 1) {
      event.preventDefault();
      typed += key;
      return;
    }
    if (event.isComposing || event.repeat) return;
    const slash = key === "/" && plain && !editable(target);
    const chord = key.toLowerCase() === "k" && !event.shiftKey && !event.altKey
      && (apple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey);
    if (!slash && !(chord && !target.isContentEditable)) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // the theme has a search of its own at this key
    const box = slash && /** @type {HTMLInputElement | null} */ (document.getElementById("sy-search-input"));
    if (box) box.select();
    else symposiumBusy(open(chord));
  };

  if (page !== undefined) {
    addEventListener("keydown", keys, true);
    for (const link of document.querySelectorAll("a.sy-search-box")) {
      link.setAttribute("aria-haspopup", "dialog");
      link.setAttribute("aria-keyshortcuts", apple ? "Meta+K /" : "Control+K /");
      link.append(symposiumMake("kbd", { class: "sy-search-key" }, apple ? "⌘ K" : "Ctrl K"));
      link.addEventListener("click", (event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        link.closest("dialog")?.close(); // the menu of small screens
        symposiumBusy(open(false));
      });
    }
    const why = location.protocol === "file:" && document.getElementById("sy-search-why");
    if (why) why.textContent = why.dataset.file ?? "";
  }
}

// Light or dark: the theme's script changes it, this says which is on.
const modes = document.querySelectorAll(".sy-modes button");
const showMode = () => {
  for (const button of modes) button.setAttribute("aria-pressed", String(button.dataset.mode === document.documentElement.dataset.mode));
};
document.addEventListener("click", showMode);
showMode();

// The way back to the top shows while one scrolls up.
const upwards = guest === undefined && document.getElementById("pst-back-to-top");
if (upwards) {
  let last = 0;
  addEventListener("scroll", () => {
    upwards.style.display = scrollY < last && scrollY > innerHeight / 4 ? "block" : "none";
    last = scrollY;
  }, { passive: true });
  upwards.addEventListener("click", () => scrollTo(0, 0));
}

// Copies a text, or what is promised to be one. `holder` takes it for a moment where a browser has no
// clipboard for the page: without https or permission the old way still works.
globalThis.symposiumCopy = async (promised, holder) => {
  const text = Promise.resolve(promised);
  try {
    // With a promise, so that browsers that count the time since the key still allow it.
    const blob = text.then((plain) => new Blob([plain], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  } catch {
    const area = symposiumMake("textarea", { class: "sy-hidden" }, await text);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    holder.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus();
    if (!done) throw new Error("the clipboard is closed");
  }
};

// Saves a text as a file of the reader's.
globalThis.symposiumSave = (text, type, name) => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  symposiumMake("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

// Copy buttons: one for each element with data-sy-copy, said aloud when it has copied.
/** @param {HTMLElement} box */
globalThis.symposiumCopyButton = (box) => {
  const { _ } = symposiumTexts;
  const copied = (box.querySelector("pre") ?? box).textContent ?? "";
  const what = box.dataset.syCopy;
  const label = _("Copy {what}", { what });
  const button = symposiumMake("button", { type: "button", class: "sy-copy-button", "aria-label": label }, _("Copy"));
  const status = symposiumMake("span", { class: "sy-hidden", role: "status" });

  button.addEventListener("click", async () => {
    const done = await symposiumCopy(copied, box).then(() => true, () => false);
    button.textContent = done ? _("Copied") : _("Press Ctrl+C");
    status.textContent = done ? _("{what} copied", { what }) : _("{what} could not be copied", { what });
    setTimeout(() => {
      button.textContent = _("Copy");
      status.textContent = "";
    }, 2000);
  });
  box.append(button, status);
};
for (const box of document.querySelectorAll("[data-sy-copy]")) symposiumCopyButton(/** @type {HTMLElement} */ (box));

// A link to what is folded opens it: browsers by themselves open only what is around their target.
const unfold = () => document.getElementById(location.hash.slice(1))?.closest("details")?.setAttribute("open", "");
addEventListener("hashchange", unfold);
unfold();

// What few pages or readers need has scripts of its own, which come when somebody wants them. A page that
// is opened as a file has none of them: a link leads then where it leads.
const later = (name, act, otherwise = () => {}) => symposiumBusy(import(`./symposium-${name}.js`).then(act).catch(otherwise));
const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
document.addEventListener("click", (event) => {
  const target = /** @type {Element | null} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null | undefined} */ (target?.closest?.(".sy-acts > a:is([href$='#abstract'], [href$='#bibtex']), a.sy-correct"));
  if (!link || !isPlain(event)) return;
  event.preventDefault();
  const follow = () => location.assign(link.href);
  if (link.matches(".sy-correct")) later("correct", (form) => form.open(link, recordsRoot), follow);
  else later("opened", (opened) => opened.toggle(link), follow);
});
for (const bar of document.querySelectorAll("[data-sy-work]")) {
  bar.addEventListener("toggle", () => later("my-list", (list) => list.offer(bar)), { once: true });
}
document.addEventListener("DOMContentLoaded", () => { // when the scripts of programmes have run
  for (const [name, mark] of [["my-list-page", "my-list"], ["my-programme", "my-programme"], ["deadlines", "deadlines"]]) {
    const place = document.querySelector(`[data-sy-${mark}]`);
    if (place) later(name, (page) => page.start?.(place));
  }
});

// Cards: what a link leads to, shown beside it. Their script comes when somebody rests on such a
// link, or taps one in running text; before that nothing is loaded.
if (location.protocol !== "file:") {
  const records = /^(people|papers|events|talks|topics|venues)\/(?!index\.html$)./;
  const path = (address) => address.pathname.replace(/\/index\.html$/, "/");
  const resting = symposiumTimer();
  let touched = false;

  const isOff = () => symposiumStore.get("symposium-cards") === "off";

  const recordAt = (href) => {
    if (!URL.canParse(href, document.baseURI)) return "";
    const address = new URL(href, document.baseURI);
    const inside = address.origin === recordsRoot.origin && address.pathname.startsWith(recordsRoot.pathname);
    return inside && path(address) !== path(location) && records.test(path(address).slice(recordsRoot.pathname.length)) && address.href;
  };

  // A link with a card, and the page that it shows: of a footnote that cites, the page of the work.
  const wanted = ({ target }) => {
    const link = target.closest?.("a[href]");
    if (!link?.closest("main, [role=main]") || link.closest("nav, .sy-about, .sy-search") || isOff()) return null;
    const note = link.matches(".sy-footcite") && document.getElementById(link.hash.slice(1));
    const hrefs = note ? [...note.querySelectorAll("a[href]")].map((anchor) => anchor.href) : [link.href.baseVal ?? link.href];
    const [page] = hrefs.map(recordAt).filter(Boolean);
    return page ? { link, page } : null;
  };

  const rest = (event, wait, still) => {
    resting.stop();
    const target = wanted(event);
    if (!target) return;
    resting.start(wait, async () => {
      if (!still(target.link)) return;
      await later("cards", (cards) => cards.show(target, event, still));
    });
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
    resting.stop();
    touched = event.pointerType === "touch";
  });

  // A tap on a citation or a name in running text; in lists and headings it follows the link.
  const ours = ".sy-footcite, .bibtex-citation a, a:has(> .kb, > .xref)";
  document.addEventListener("click", (event) => {
    resting.stop();
    if (!touched || !event.detail || event.defaultPrevented) return;
    const target = wanted(event);
    if (!target?.link.matches(ours)) return;
    if (!target.link.closest("p") || target.link.closest("li, dl, table, header, h1, h2, h3, h4")) return;
    event.preventDefault();
    later("cards", (cards) => cards.open(target), () => location.assign(target.link.href));
  });

  if (isOff()) later("cards", (cards) => cards.offer());
}

// What a page can show in place, a video or a document, is loaded when its box is opened, and not before.
document.addEventListener("toggle", ({ target }) => {
  const box = /** @type {HTMLDetailsElement} */ (target);
  if (!(box instanceof HTMLDetailsElement) || box.dataset.syEmbed === undefined) return;
  box.querySelector("iframe, video")?.remove();
  if (!box.open) return;
  const player = box.dataset.syEmbed;
  const address = player || (box.querySelector("a")?.href ?? "");
  if (box.dataset.syVideo !== undefined && !player) {
    box.append(symposiumMake("video", { src: address, controls: true }));
    return;
  }
  box.append(symposiumMake("iframe", {
    title: box.querySelector("summary")?.textContent ?? "", allow: "fullscreen; picture-in-picture; encrypted-media",
    sandbox: player ? "allow-scripts allow-same-origin allow-presentation allow-popups" : null, src: address,
  }));
}, true);
