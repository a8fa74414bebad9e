// What is wrong with the project, in a corner of each page while it is served. The page is loaded
// again after each build, so this asks once.
const STYLE = `
  :host { all: initial; color-scheme: light dark; }
  :host([theme="light"]) { color-scheme: light; }
  :host([theme="dark"]) { color-scheme: dark; }
  details {
    position: fixed; inset: auto 0.75rem 0.75rem auto; z-index: 99999; box-sizing: border-box;
    max-inline-size: min(44rem, 100vw - 1.5rem); max-block-size: min(28rem, 60vh); overflow: auto;
    border: 1px solid light-dark(#b3261e, #f2b8b5); border-radius: 0.6rem;
    background: light-dark(#fff8f7, #2b1513); color: light-dark(#1d1b20, #f4e9e8);
    box-shadow: 0 0.3rem 1.2rem rgb(0 0 0 / 35%); font: 0.9rem/1.45 system-ui, sans-serif;
  }
  summary {
    position: sticky; inset-block-start: 0; padding: 0.7rem 1rem; background: inherit; cursor: pointer;
    color: light-dark(#8c1d18, #ffb4ab); font-weight: 600;
  }
  summary:focus-visible { outline: 2px solid currentColor; outline-offset: -4px; border-radius: 0.6rem; }
  ol { margin: 0; padding: 0 1rem 0.5rem; list-style: none; }
  li { padding-block: 0.5rem; border-block-start: 1px solid light-dark(#e7c9c6, #5a3532); overflow-wrap: anywhere; }
  code { font: 600 0.85rem ui-monospace, monospace; }
  p { margin: 0.15rem 0 0; white-space: pre-wrap; }
`;

const made = (name, text, ...children) => {
  const element = document.createElement(name);
  element.textContent = text;
  element.append(...children);
  return element;
};

const show = (problems) => {
  const host = document.createElement("symposium-problems");
  const theme = () => host.setAttribute("theme", document.documentElement.dataset.theme || "");
  theme();
  new MutationObserver(theme).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const count = problems.length === 1 ? "1 problem" : `${problems.length.toLocaleString("en")} problems`;
  const list = made("ol", "");
  for (const [path, line, message] of problems.slice(0, 200)) {
    const place = path ? `${path}${line ? `:${line}` : ""}` : "The build stopped";
    list.append(made("li", "", made("code", place), made("p", message)));
  }
  const box = made("details", "", made("summary", count), list);
  box.open = sessionStorage.getItem("symposium-serve") !== "closed";
  box.addEventListener("toggle", () => sessionStorage.setItem("symposium-serve", box.open ? "open" : "closed"));
  host.attachShadow({ mode: "open" }).append(made("style", STYLE), box);
  document.body.append(host);
};

fetch("/symposium-serve.json")
  .then((answer) => (answer.ok ? answer.json() : []))
  .then((problems) => problems.length && show(problems));
