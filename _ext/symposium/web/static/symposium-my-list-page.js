// The page My list: the works that a reader has chosen.
//
// What is known of a work is read from its own page: title, names, entry, references, files. So the
// page works on a site of any size, and asks for one page a work.

import { button, list, receiving, sharing } from "./symposium-my-list.js";
import { load } from "./symposium-page.js";

const make = symposiumMake;
const { _, plural } = symposiumTexts;

/**
 * @typedef {{id: string, key: string, entry: string, url: string, title: Node[], names: string, where: string,
 *   references: Map<string, string>, files: Map<string, string>}} Work
 */

/** @param {HTMLElement} home */
export function start(home) {
  const index = new URL(String(home.dataset.syMyList), location.href).href;
  const address = (id) => index.endsWith("/") ? `${index}${id}/` : index.replace(/index(\.\w+)$/, `${id}$1`);
  /** @type {Map<string, Promise<Work | null>>} */
  const readings = new Map();

  const mine = make("div", { class: "sy-my-list-works" });
  const offered = make("div", { class: "sy-offer", hidden: "" });
  const bar = make("p", { class: "sy-my-list-tools" });
  const status = make("p", { role: "status" });
  const tell = (/** @type {any[]} */ ...parts) => status.replaceChildren(...parts);
  home.replaceChildren(offered, bar, status, mine);

  /** A work as its page tells; nothing where there is none. @param {string} address @returns {Promise<Work | null>} */
  async function read(address) {
    const loaded = await load(address);
    if (!loaded) return null;
    const { page, url } = loaded;
    const bar = page.querySelector("[data-sy-work]");
    const entry = bar?.querySelector(".sy-bibtex")?.textContent?.trim();
    if (!bar || !entry) return null;
    const text = (/** @type {string} */ part) => {
      const shown = page.querySelector(`.sy-header ${part}`);
      for (const element of shown?.querySelectorAll(".sy-hidden, .sy-mark") ?? []) element.remove();
      return (shown?.textContent ?? "").replace(/\s+/g, " ").trim();
    };
    const rows = [...bar.querySelectorAll("p[data-sy-copy]")];
    const files = [...bar.querySelectorAll("a[download]")];
    return {
      id: String(bar.dataset.syWork), key: /^@[^{]*\{([^,\n]*)/.exec(entry)?.[1].trim() ?? "", entry, url,
      title: [...(page.querySelector("h1")?.childNodes ?? [])].filter((node) => !(node instanceof Element && node.matches(".headerlink")))
        .map((node) => document.importNode(node, true)),
      names: text(".sy-byline"), where: text(".sy-where"),
      references: new Map(rows.map((row) => [String(row.dataset.syCopy), row.textContent?.trim() ?? ""])),
      files: new Map(files.map((link) => [link.textContent ?? "", String(link.getAttribute("href"))])),
    };
  }

  /** @param {string} id */
  function work(id) {
    const reading = readings.get(id) ?? read(address(id));
    reading.catch(() => readings.delete(id)); // it may be there the next time
    readings.set(id, reading);
    return reading;
  }

  /** @param {Work[]} works @param {string} format */
  async function exported(works, format) {
    if (format === "BibTeX") return `${works.map((paper) => paper.entry).join("\n\n")}\n`;
    const [{ references }] = works;
    if (references.has(format)) return `${works.map((paper) => paper.references.get(format) ?? "").join("\n\n")}\n`;
    const texts = await Promise.all(works.map(async (paper) => {
      const answer = await fetch(String(paper.files.get(format)));
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.text();
    }));
    if (format !== "CSL-JSON") return texts.join("\n");
    return `${JSON.stringify(texts.flatMap((text) => JSON.parse(text)), null, 1)}\n`;
  }

  const ENDINGS = { BibTeX: "bib", RIS: "ris", "CSL-JSON": "json" };

  /** What can be done with works. @param {Work[]} works */
  function tools(works) {
    const [{ references, files }] = works;
    const formats = [...new Set(["BibTeX", ...files.keys(), ...references.keys()])];
    const choice = make("select", {}, ...formats.map((name) => make("option", {}, name)));
    const guarded = (act) => async () => {
      tell();
      try {
        await act(await exported(works, choice.value), choice.value);
      } catch {
        tell(_("The files of the works could not be loaded."));
      }
    };
    const save = guarded((text, format) => symposiumSave(text, "text/plain", `my-list.${ENDINGS[format] ?? "txt"}`));
    const copy = guarded(async (text) => {
      await symposiumCopy(text, home);
      tell(_("Copied"));
    });
    return [make("label", {}, _("Format"), " ", choice), button(_("Download"), save, true), button(_("Copy"), copy), ...sharing(list, tell)];
  }

  /** @param {string[]} ids */
  const remove = (ids) => list.set(list.all().filter((id) => !ids.includes(id)));

  /** @param {Work[]} works */
  function rows(works) {
    return make("ol", { class: "sy-items" }, ...works.map((paper) => {
      const title = make("a", { href: paper.url }, ...paper.title.map((part) => part.cloneNode(true)));
      const row = make("li", { class: "sy-item" }, make("p", { class: "sy-item-title" }, title), make("p", { class: "sy-item-people" }, paper.names), make("p", { class: "sy-item-where" }, paper.where));
      const out = button(_("Remove"), () => remove([paper.id]));
      out.setAttribute("aria-label", _("Remove {what} from my list", { what: title.textContent }));
      row.append(out);
      return row;
    }));
  }

  let asked = 0; // how often the list has changed: what was read for an earlier one is dropped

  const draw = () => symposiumBusy(drawAll());

  async function drawAll() {
    const ids = list.all();
    const current = ++asked;
    /** @type {(Work | null)[]} */
    let answers;
    try {
      answers = await Promise.all(ids.map(work));
    } catch {
      mine.replaceChildren(make("p", { role: "alert" }, _("The works could not be loaded. Are you offline?"), " ", button(_("Try again"), draw)));
      return;
    }
    if (current !== asked) return;
    const works = answers.filter((paper) => paper !== null);
    const renamed = ids.map((id, at) => answers[at]?.id ?? id);
    if (renamed.some((id, at) => id !== ids[at])) return list.set(renamed);
    const lost = ids.filter((_id, at) => !answers[at]);
    const focused = mine.contains(document.activeElement);
    bar.replaceChildren(...(works.length ? tools(works) : []));
    mine.replaceChildren(...(works.length
      ? [rows(works)]
      : [make("p", {}, _("No work is in the list yet. “Cite” on the page of a work adds it.")), make("p", {}, make("a", { href: index }, _("Papers")))]));
    if (lost.length) {
      mine.append(make("p", {}, _("No longer here: {ids}", { ids: lost.join(", ") }), " ", button(_("Remove"), () => remove(lost))));
    }
    if (focused) mine.querySelector("button")?.focus();
  }

  list.follow(draw);
  draw();
  receiving(list, offered, _("Works from a link"), (count) => plural(count, "The link holds {count} work that is not in your list.", "The link holds {count} works that are not in your list."));
}
