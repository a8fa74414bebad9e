// Lets node take modules from the folder of a site as a browser takes them from its address.

import { readFile } from "node:fs/promises";
import path from "node:path";

let host = "";
let folders = {};

export async function initialize(data) {
  ({ host, folders } = data);
}

export async function resolve(name, context, next) {
  const from = context.parentURL?.startsWith(host) ? context.parentURL : undefined;
  const address = URL.canParse(name, from) ? new URL(name, from).href : "";
  return address.startsWith(host) ? { url: address, shortCircuit: true } : next(name, context);
}

export async function load(address, context, next) {
  if (!address.startsWith(host)) return next(address, context);
  const source = await readFile(place(address, host, folders));
  return { format: "module", source, shortCircuit: true };
}

// Where an address lies on disk: in the folder of the site, or in another for what begins so.
export function place(address, root, { site, modules }) {
  const name = decodeURIComponent(new URL(address).pathname.slice(new URL(root).pathname.length));
  const own = "_static/";
  return name.startsWith(own) ? path.join(modules, name.slice(own.length)) : path.join(site, name);
}
