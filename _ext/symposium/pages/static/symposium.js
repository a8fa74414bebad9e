// Copy buttons: one for each element with data-sy-copy, said aloud when it has copied.
// Nothing else on these pages needs a script.
for (const box of document.querySelectorAll("[data-sy-copy]")) {
  const what = box.dataset.syCopy;
  const button = document.createElement("button");
  const status = document.createElement("span");
  button.type = "button";
  button.className = "sy-copy-button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy ${what}`);
  status.className = "sy-hidden";
  status.setAttribute("role", "status");

  const say = (shown, spoken) => {
    button.textContent = shown;
    status.textContent = spoken;
    setTimeout(() => {
      button.textContent = "Copy";
      status.textContent = "";
    }, 2000);
  };

  const copyBySelection = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "sy-hidden";
    box.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    button.focus();
    return done;
  };

  button.addEventListener("click", async () => {
    const text = box.querySelector("pre").textContent;
    let done = false;
    try {
      await navigator.clipboard.writeText(text);
      done = true;
    } catch {
      // No clipboard without https or permission: the old way still works.
      done = copyBySelection(text);
    }
    say(done ? "Copied" : "Press Ctrl+C", done ? `${what} copied` : `${what} could not be copied`);
  });
  box.append(button, status);
}
