// A correction by a reader: a form with the facts of a record, the diff of one of them, and the way to
// the forge or the mail that the link on the page names. symposium.js imports it when it is used.

import { button } from "./symposium-my-list.js";

const make = symposiumMake;
const { _, pieces } = symposiumTexts;
const MOST = { forge: 6000, mail: 1800 }; // characters of an address that forges and programs of mail take
// What the API adds to the facts of a file, and what has more of them than a field of a form.
const OTHERS = new Set([
  "id", "url", "origin", "state", "inferred", "because", "corrections", "sources", "records", "utc_offset", "cited_on", "coauthors",
]);
const COMPUTED = new Set(["events", "papers", "people", "posters", "talks"]);

// What the address of the link tells: the forge, the file and the line; those of an issue name no file.
/** @param {string} href */
export function target(href) {
  const [, repository, style, path = "", line = ""] = /^(.*?)\/(-\/edit|_edit|edit)\/[^/]+\/([^#]*)(?:#L(\d+))?$/.exec(href) ?? [];
  if (repository) {
    const gitlab = style.startsWith("-");
    const keys = gitlab ? ["issue[title]", "issue[description]"] : ["title", "body"];
    return { message: `${repository}/${gitlab ? "-/" : ""}issues/new`, keys, file: decodeURIComponent(path), line, editor: href };
  }
  const [message, query = ""] = href.split("?");
  const given = query.split("&").map((pair) => pair.split("=").map(decodeURIComponent));
  const keys = message.startsWith("mailto:") ? ["subject", "body"] : message.includes("/-/issues/") ? ["issue[title]", "issue[description]"] : ["title", "body"];
  const place = given.find(([key]) => key === keys[1])?.[1] ?? "";
  const [, file, at] = /^(.*?)(?::(\d+))?$/.exec(place) ?? ["", "", ""];
  return { message, keys, file, line: at ?? "", editor: "" };
}

// The fields of an entry as its page shows it, each on a line of its own.
/** @param {string} text */
export function ofEntry(text) {
  return [...text.matchAll(/^ {2}([^\s=]+) *= (?:\{(.*)\}|"(.*)"|(.*?)),?$/gm)].map(([, name, braced, quoted, bare]) => (
    { name, value: braced ?? quoted ?? bare, entry: true }
  ));
}

// The facts of an object of the API that its file holds: texts, numbers, and lists of texts.
/** @param {any} object @param {string} above @returns {{name: string, value: string}[]} */
export function ofObject(object, above = "") {
  return Object.entries(object).flatMap(([key, value]) => {
    if (value === null || OTHERS.has(key) || (!above && Array.isArray(value) && COMPUTED.has(key))) return [];
    const name = above ? `${above}.${key}` : key;
    if (typeof value !== "object") return [{ name, value: String(value) }];
    if (Array.isArray(value) && value.length && value.every((part) => typeof part === "string")) return [{ name, value: value.join(", ") }];
    return ofObject(value, name);
  });
}

// What changes, line by line: what both have at the beginning and the end is left out.
/** @param {{name: string, value: string, entry?: boolean}} field @param {string} now */
export function diff({ name, value, entry }, now) {
  const linesOf = (text) => (name ? entry ? `${name} = {${text}}` : `${name}: ${text}` : text).split("\n");
  const [before, after] = [value || name ? linesOf(value) : [], linesOf(now)];
  while (before.length && after.length && before[0] === after[0]) [before, after].forEach((lines) => lines.shift());
  while (before.length && after.length && before.at(-1) === after.at(-1)) [before, after].forEach((lines) => lines.pop());
  return [...before.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)].join("\n");
}

// The address of a new issue or mail. What is too long for one is not in it: then `whole` is false.
/** @param {ReturnType<typeof target>} to @param {string} title @param {string[]} facts @param {string} changed */
export function message(to, title, facts, changed) {
  const mail = to.message.startsWith("mailto:");
  const address = (text) => {
    const [first, second] = to.keys;
    return `${to.message}?${first}=${encodeURIComponent(title)}&${second}=${encodeURIComponent(text)}`;
  };
  const head = facts.join(mail ? "\n" : "  \n");
  const href = address(mail ? `${head}\n\n${changed}\n` : `${head}\n\n~~~diff\n${changed}\n~~~\n`);
  if (href.length <= (mail ? MOST.mail : MOST.forge)) return { href, whole: true };
  const ask = _("Please paste the copied diff here.");
  return { href: address(`${head}\n\n${ask}\n`), whole: false };
}

// The file of a table with the record of an id: in its name, the first binary digits of the id's CRC-32.
/** @param {string[]} files @param {string} id */
export function fileOf(files, id) {
  let code = -1;
  for (let bit = 0; bit < 8 * id.length; bit += 1) {
    if (bit % 8 === 0) code ^= id.charCodeAt(bit / 8);
    code = (code >>> 1) ^ (code & 1 && 0xedb88320);
  }
  const digits = (~code >>> 0).toString(2).padStart(32, "0");
  return files.find((file) => digits.startsWith(file.replace(/[^01]/g, "")));
}

// The facts of the record: of a work as its entry has them, which is on the page; else those of the API.
/** @param {URL} root */
async function facts(root) {
  const entry = document.querySelector(".sy-bibtex")?.textContent;
  if (entry) {
    const abstract = document.querySelector("#abstract .sy-abstract")?.textContent?.trim().replace(/\s+/g, " ");
    return [...ofEntry(entry), ...(abstract ? [{ name: "abstract", value: abstract, entry: true }] : [])];
  }
  const [, folder = "", name = ""] = /^(.*?)\/(.*?)(\/index)?(\.html|\/)?$/.exec(location.pathname.slice(root.pathname.length)) ?? [];
  const table = folder === "events" && name.includes("/") ? "talks" : folder;
  const id = folder === "talks" ? `talks/${name}` : name;
  const loaded = (/** @type {string} */ file) => fetch(new URL(`api/v1/${file}`, root)).then((answer) => answer.json());
  try {
    const file = fileOf((await loaded("index.json")).files[table], id) ?? "";
    return ofObject((await loaded(file)).find((/** @type {{id: string}} */ row) => row.id === id));
  } catch {
    return []; // a site may have no API
  }
}

/** @param {HTMLAnchorElement} link @param {Awaited<ReturnType<typeof facts>>} known */
function build(link, known) {
  const to = target(link.getAttribute("href") ?? "");
  const mail = to.message.startsWith("mailto:");
  const fields = [...known, { name: "", value: "" }]; // the last is what is no field
  const page = document.querySelector("h1")?.textContent?.trim() ?? document.title;
  const address = document.querySelector("link[rel=canonical]")?.getAttribute("href") ?? location.href.split("#")[0];

  const choice = make("select", { id: "sy-correct-field" }, ...fields.map(({ name }, i) => make("option", { value: String(i) }, name || _("Something else"))));
  const text = make("textarea", { id: "sy-correct-text", rows: "4" });
  const shown = make("pre", { class: "sy-correct-diff", tabindex: "0", "aria-label": _("What changes") });
  const status = make("p", { class: "sy-small", role: "status" });
  const go = make("a", { class: "sy-button sy-tool-main", target: "_blank", rel: "noopener" }, mail ? _("Write a mail") : _("Open an issue"));
  const copy = button(_("Copy the diff"), () => take());
  const actions = make("p", { class: "sy-correct-actions" }, go, copy);
  const close = button(_("Close"), () => dialog.close());
  const file = to.editor && make("a", { href: to.editor, target: "_blank", rel: "noopener" }, to.file);
  const place = make("p", { class: "sy-small" }, ...(file ? pieces(_("Or edit {file} yourself."), { file }) : [to.file]));
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { class: "sy-correct-form", "aria-labelledby": "sy-correct-title" },
    make("h2", { id: "sy-correct-title" }, _("Suggest a correction")),
    make("label", { for: "sy-correct-field" }, _("What is wrong")), choice,
    make("label", { for: "sy-correct-text" }, _("What it should be")), text,
    shown, actions, status, place, close));

  const field = () => fields[Number(choice.value)];
  const changed = () => (text.value.trim() === field().value.trim() ? "" : diff(field(), text.value.trim()));
  const take = async () => {
    const done = await symposiumCopy(changed(), dialog).then(() => true, () => false);
    status.textContent = done ? _("Copied") : _("Not copied");
    return done;
  };
  const update = () => {
    const lines = changed();
    shown.replaceChildren(...lines.split("\n").flatMap((line) => [make(line.startsWith("-") ? "del" : "ins", {}, line), "\n"]));
    shown.hidden = !lines;
    actions.hidden = !lines;
    status.textContent = lines ? "" : _("Nothing is changed yet.");
    if (!lines) return;
    const { name } = field();
    const line = to.line && _("line {line}", { line: to.line });
    const told = [_("Page: {address}", { address }), to.file && _("File: {file}", { file: [to.file, line].filter(Boolean).join(", ") }), name && _("Field: {field}", { field: name })];
    const { href, whole } = message(to, [_("Correction: {page}", { page }), name].filter(Boolean).join(", "), told.filter(Boolean), lines);
    go.setAttribute("href", href);
    if (!whole) status.textContent = _("This is long: copy the diff, and paste it there.");
  };
  choice.addEventListener("change", () => {
    text.value = field().value;
    update();
  });
  text.addEventListener("input", update);
  dialog.addEventListener("close", () => dialog.remove());
  text.value = field().value;
  update();
  return dialog;
}

/** Shows the form. @param {HTMLAnchorElement} link @param {URL} root */
export async function open(link, root) {
  const styles = new URL("symposium-correct.css", import.meta.url).href;
  const [known] = await Promise.all([facts(root), new Promise((done) => {
    if (document.querySelector(`link[href="${styles}"]`)) done(null);
    document.head.append(make("link", { rel: "stylesheet", href: styles, load: done, error: done }));
  })]);
  const dialog = build(link, known);
  document.body.append(dialog);
  dialog.showModal();
}
