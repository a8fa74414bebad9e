// A page that has nothing: what scripts need of one to be tested without a browser.
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

export const STATIC = new URL("../../_ext/symposium/web/static/", import.meta.url);

class Element {
  constructor(name) {
    Object.assign(this, { localName: name, attributes: {}, children: [], dataset: {} });
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  toggleAttribute(name, on) {
    if (on) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }

  addEventListener() {}

  append(...children) {
    this.children.push(...children);
  }

  get textContent() {
    return this.children.map((one) => one.textContent ?? one).join("");
  }
}

globalThis.document = {
  body: new Element("body"),
  documentElement: new Element("html"),
  addEventListener() {},
  createElement: (name) => new Element(name),
  currentScript: null,
  getElementById: () => null,
  querySelector: () => null,
  querySelectorAll: () => [],
  readyState: "complete",
};
globalThis.location = new URL("file:///site/index.html");
globalThis.addEventListener = () => {};

// Runs a script of a page, which is no module.
export function run(name) {
  runInThisContext(readFileSync(new URL(name, STATIC), "utf8"), name);
}

// Runs a script once more, whose names stand in a block then.
export function again(name) {
  runInThisContext(`{ ${readFileSync(new URL(name, STATIC), "utf8")} }`, name);
}

// Elements in a list of texts and elements are shown in brackets.
export const shown = (parts) => parts.map((one) => (one.localName ? `[${one.textContent}]` : one)).join("");

run("symposium.js"); // the texts of all others
