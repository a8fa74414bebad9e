// My list: the works that a reader wants to cite. The browser keeps their ids, the newest last.

const make = symposiumMake;
const { _, number, pgettext, plural, pieces } = symposiumTexts;
const LIMIT = 500;
export const list = symposiumIds("symposium-list", /^(?=.{1,200}$)[a-z0-9]+(?:-[a-z0-9]+)*$/, LIMIT);

export const button = (text, pressed, main = false) => (
  make("button", { type: "button", class: main ? "sy-button sy-tool-main" : "sy-button", click: pressed }, text)
);

/** The way to the list, with its length. @param {string} href */
function link(href) {
  const count = make("span");
  const show = () => { count.textContent = number(list.all().length); };
  list.follow(show);
  show();
  return make("a", { href }, ...pieces(_("My list ({count})"), { count }));
}

/** The button on the page of a work. @param {HTMLElement} place */
export function offer(place) {
  const id = String(place.dataset.syWork);
  const pressed = button("", () => list.toggle(id));
  const show = () => {
    pressed.textContent = list.all().includes(id) ? _("Remove from my list") : _("Add to my list");
  };
  list.follow(show);
  show();
  place.querySelector("summary + *")?.prepend(make("p", { class: "sy-my-list-add" }, pressed, " ", link(String(place.dataset.syList))));
}

/** Adds the works of a list, and says so. @param {string[]} ids @param {HTMLElement} status @param {string} href */
export function addAll(ids, status, href) {
  const before = list.all().length;
  list.add(ids);
  const added = list.all().length - before;
  const told = [plural(added, "{count} work added.", "{count} works added.")];
  if (list.all().length === LIMIT) told.push(_("The list is full."));
  status.replaceChildren(told.join(" "), " ", link(href));
}

/** Two buttons, which share what is kept as a link and empty it, and tell what came of it.
 * @param {KeptIds} kept @param {(...parts: any[]) => void} tell @param {(text: string, pressed: () => void) => HTMLElement} press */
export function sharing(kept, tell, press = button) {
  const copy = async () => {
    const link = `${location.href.split("#")[0]}#add=${kept.all().join(",").replaceAll("#", "~")}`;
    const done = await symposiumCopy(link, document.body).then(() => true, () => false);
    tell(done ? _("Link copied: whoever opens it can take over the list.") : _("Not copied"));
  };
  const clear = () => {
    const before = kept.all();
    kept.set([]);
    const undo = press(_("Undo"), () => {
      kept.set([...before, ...kept.all()]);
      tell();
    });
    tell(undo);
    undo.focus();
  };
  return [press(_("Copy link"), () => symposiumBusy(copy())), press(pgettext("all that is kept", "Clear"), clear)];
}

/** Offers what comes with a link and is not kept: nothing is added before somebody says so.
 * @param {KeptIds} kept @param {HTMLElement} place @param {string} heading @param {(count: number) => string} text */
export function receiving(kept, place, heading, text) {
  const receive = () => {
    const [, given] = /^#add=([\w\-/~,]+)$/.exec(location.hash.replace(/%2[CF]|%7E/gi, decodeURIComponent)) ?? [];
    if (!given) return;
    const fresh = kept.lacking(given.replaceAll("~", "#").split(","));
    const done = () => {
      history.replaceState(null, "", location.pathname + location.search);
      place.hidden = true;
    };
    const add = () => {
      kept.add(fresh);
      done();
    };
    if (!fresh.length) return done();
    place.replaceChildren(
      make("h2", {}, heading), make("p", {}, text(fresh.length)),
      make("p", {}, button(_("Add"), add, true), " ", button(_("No, thanks"), done)),
    );
    place.hidden = false;
  };
  addEventListener("hashchange", receive);
  receive();
}
