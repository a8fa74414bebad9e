// Keeps programmes for where there is no network. The build puts before it what is kept:
// `symposiumKept`, whose version is made of the content. What is not kept is left to the browser.

const worker = /** @type {any} */ (globalThis);
const PREFIX = `symposium ${worker.registration.scope} `;
const NAME = PREFIX + symposiumKept.version;
const WAIT = 4000; // milliseconds, after which a slow network counts as none
const kept = new Set(symposiumKept.files.map((path) => new URL(path, location.href).href));

async function forget(all = false) {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && (all || name !== NAME));
  await Promise.all(names.map((name) => caches.delete(name)));
}

// A version is kept as a whole or not at all: what fails is tried again at the next visit.
worker.addEventListener("install", (event) => {
  const load = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll([...kept].map((url) => new Request(url, { cache: "no-cache" })));
    await worker.skipWaiting();
  };
  event.waitUntil(load());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forget().then(() => worker.clients.claim()));
});

/** The address that something is kept by: filters of a page stand in its query. @param {string} asked */
function keyOf(asked) {
  const url = asked.split("#")[0];
  const page = url.split("?")[0];
  return [url, page, page.replace(/\/$/, "/index.html"), page.replace(/\/index\.html$/, "/")].find((one) => kept.has(one));
}

// What the network says counts, if it says it soon; of a file with its version in the address, any copy is the same.
async function answer(request, key) {
  const copy = () => caches.match(key, { cacheName: NAME });
  if (key.includes("?v=")) return (await copy()) ?? fetch(request);
  const asked = fetch(request, { cache: "no-cache" }); // what the browser remembers may be old
  const late = new Promise((done) => setTimeout(done, WAIT));
  return (await Promise.race([asked.catch(() => null), late])) ?? (await copy()) ?? asked;
}

// A site that publishes this worker no more wants it gone.
async function look() {
  const own = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!own || ![404, 410].includes(own.status)) return;
  await worker.registration.unregister();
  await forget(true);
}

worker.addEventListener("fetch", (event) => {
  const key = event.request.method === "GET" && keyOf(event.request.url);
  if (!key) return;
  event.respondWith(answer(event.request, key));
  if (event.request.mode === "navigate") event.waitUntil(look());
});
