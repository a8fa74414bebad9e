// The menu of small screens holds what the header holds on large ones. It is copied here, before the
// theme's script looks for the buttons in it.
for (const menu of document.querySelectorAll("[data-sy-menu]")) {
  for (const part of ["center", "end"]) {
    const made = document.createElement("div");
    made.className = `sidebar-header-items__${part}`;
    const items = `.bd-header .navbar-header-items__${part} > .navbar-item:not(.navbar-persistent--container)`;
    made.append(...[...document.querySelectorAll(items)].map((item) => item.cloneNode(true)));
    menu.append(made);
  }
}

// Light or dark: the theme's script changes it, this says which is on.
const modes = document.querySelectorAll(".sy-modes button");
const showMode = () => {
  for (const button of modes) {
    button.setAttribute("aria-pressed", button.dataset.mode === document.documentElement.dataset.mode);
  }
};
document.addEventListener("click", showMode);
showMode();

// The way back to the top shows while one scrolls up.
const upwards = document.getElementById("pst-back-to-top");
if (upwards) {
  let last = 0;
  addEventListener("scroll", () => {
    upwards.style.display = scrollY < last && scrollY > innerHeight / 4 ? "block" : "none";
    last = scrollY;
  }, { passive: true });
  upwards.addEventListener("click", () => scrollTo(0, 0));
}

// Copy buttons: one for each element with data-sy-copy, said aloud when it has copied.
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
