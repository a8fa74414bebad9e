// My list: the works that a reader wants to cite. The browser keeps their ids, the newest last.

const make = symposiumMake;
const { _, number, plural, pieces } = symposiumTexts;
const KEY = "symposium-list";
const ID = /^(?=.{1,200}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MOST = 500;

/** What cannot be kept lasts until the page is left. @type {string[] | null} */
let here = null;

// What was kept, or came with a link, may be anything.
export function valid(ids) {
  if (!Array.isArray(ids)) return [];
  return [...new Set(ids.filter((id) => typeof id === "string" && ID.test(id)))].slice(-MOST);
}

export function all() {
  if (here) return here;
  try {
    return valid(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return [];
  }
}

export function set(ids) {
  const made = valid(ids);
  try {
    localStorage.setItem(KEY, JSON.stringify(made));
  } catch {
    here = made;
  }
  dispatchEvent(new CustomEvent(KEY));
}

addEventListener("storage", ({ key }) => { if (key === KEY) dispatchEvent(new CustomEvent(KEY)); });

/** Calls back whenever the list changes. @param {() => void} callback */
export const follow = (callback) => addEventListener(KEY, callback);

/** Adds works as far as there is room, and returns how many are new. @param {string[]} ids */
export function add(ids) {
  const before = all();
  const fresh = valid(ids).filter((id) => !before.includes(id)).slice(0, MOST - before.length);
  set([...before, ...fresh]);
  return fresh.length;
}

export const button = (text, pressed, main = false) => (
  make("button", { type: "button", class: main ? "sy-button sy-tool-main" : "sy-button", click: pressed }, text)
);

/** The way to the list, with its length. @param {string} href */
export function link(href) {
  const count = make("span");
  const show = () => { count.textContent = number(all().length); };
  follow(show);
  show();
  return make("a", { href }, ...pieces(_("My list ({count})"), { count }));
}

/** The button on the page of a work. @param {HTMLElement} place */
export function offer(place) {
  const id = String(place.dataset.syWork);
  const pressed = button("", () => set(all().includes(id) ? all().filter((one) => one !== id) : [...all(), id]));
  const show = () => {
    const has = all().includes(id);
    pressed.textContent = has ? _("Remove from my list") : _("Add to my list");
  };
  follow(show);
  show();
  place.querySelector("summary + *")?.prepend(make("p", { class: "sy-my-list-add" }, pressed, " ", link(String(place.dataset.syList))));
}

/** Adds the works of a list, and says so. @param {string[]} ids @param {HTMLElement} status @param {string} href */
export function addAll(ids, status, href) {
  const added = add(ids);
  const said = [plural(added, "{count} work added.", "{count} works added.")];
  if (all().length === MOST) said.push(_("The list is full."));
  status.replaceChildren(said.join(" "), " ", link(href));
}
