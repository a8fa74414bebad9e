// Another page of the site, read for what a script shows of it.

/** A page as a document, whose links lead where they lead there, and its address: of one that has moved,
 * where it moved to; nothing where none is.
 * @param {string} address @param {RequestInit} [options] @returns {Promise<{page: Document, url: string} | null>} */
export async function load(address, options, hops = 3) {
  const answer = await fetch(address, options);
  if (answer.status === 404 || answer.status === 410) return null;
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const moved = page.querySelector('meta[http-equiv="refresh"]')?.getAttribute("content")?.split("url=")[1];
  const next = moved && new URL(moved, answer.url);
  if (next && next.origin === location.origin && hops) return load(next.href, options, hops - 1);
  for (const name of ["href", "src"]) {
    for (const element of page.querySelectorAll(`[${name}]`)) {
      const value = element.getAttribute(name) ?? "";
      if (URL.canParse(value, answer.url)) element.setAttribute(name, new URL(value, answer.url).href);
    }
  }
  return { page, url: answer.url };
}
