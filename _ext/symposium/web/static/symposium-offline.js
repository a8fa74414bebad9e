// Where there is no network: the worker that keeps programmes for then, and a note that there is none.

(() => {
  const own = document.currentScript?.getAttribute("src") ?? "";
  const worker = new URL("../symposium-worker.js", new URL(own, document.baseURI));
  const registering = navigator.serviceWorker?.register(worker, { updateViaCache: "none" });
  if (registering) symposiumBusy(registering).catch(() => {}); // a page that is opened as a file
  const note = symposiumMake("p", { role: "status", class: "sy-offline" });
  document.querySelector("main h1")?.after(note);
  function tell() {
    note.textContent = navigator.onLine ? "" : symposiumTexts._("No network: the pages are as they were when you last had one.");
  }
  addEventListener("online", tell);
  addEventListener("offline", tell);
  tell();
})();
