// The sides: the list of bodies and connections, tabs with the numbers and the texts, help.
import { BODIES } from "./colors.js";
import { el } from "./dom.js";

const FILTER = 14; // entries above which there is a filter

export function makeTree(doc, store) {
  const entries = [];
  const entry = (type, index, name, kind, color) => {
    const swatch = el("span", { class: type === "body" ? "swatch" : "swatch ring" });
    if (color) swatch.style.background = color;
    const button = el("button", { class: "entry", onclick: () => store.set("selected", { type, index }) },
      swatch, el("span", { class: "name" }, name), el("span", { class: "kind" }, kind));
    button.title = name;
    store.watch(["selected"], () => {
      const selected = store.get("selected");
      const on = selected?.type === type && selected.index === index;
      button.setAttribute("aria-current", on);
      if (on) button.scrollIntoView({ block: "nearest" });
    });
    const item = el("li", {}, button);
    entries.push({ item, text: `${name} ${kind}`.toLowerCase() });
    return item;
  };
  const bodies = doc.bodies.map((body, b) => entry("body", b, body.name, b ? "" : "fixed", b ? BODIES[(b - 1) % BODIES.length] : "#9aa5af"));
  const connections = doc.connections.map((c, k) => entry("connection", k, c.name, c.kind));
  const filter = el("input", {
    type: "search", placeholder: "Filter", "aria-label": "Filter bodies and connections",
    oninput: () => entries.forEach(({ item, text }) => { item.hidden = !text.includes(filter.value.toLowerCase()); }),
  });
  return el("nav", { class: "tree", "aria-label": "Model" },
    entries.length > FILTER ? filter : null,
    el("h2", {}, `Bodies`, el("span", { class: "count" }, String(bodies.length - 1))), el("ul", {}, ...bodies),
    el("h2", {}, `Connections`, el("span", { class: "count" }, String(connections.length))), el("ul", {}, ...connections));
}

/** Tabs: the inspector first, then the texts of the scene. */
export function makeTabs(panels, inspector, store) {
  const all = [["Selection", inspector], ...panels.map(({ title, text }) => [title, el("pre", { tabindex: 0 }, text)])];
  const buttons = all.map(([title], k) => el("button", {
    role: "tab", id: `tab-${k}`, "aria-controls": `panel-${k}`, onclick: () => store.set("tab", k),
    onkeydown: (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      store.set("tab", (k + by + all.length) % all.length);
      buttons[store.get("tab")].focus();
    },
  }, title));
  const sheets = all.map(([, content], k) => el("div", { role: "tabpanel", id: `panel-${k}`, "aria-labelledby": `tab-${k}`, class: "sheet" }, content));
  const side = el("aside", { class: "side right", "aria-label": "Details" }, el("div", { role: "tablist", "aria-label": "Details", class: "tabs" }, ...buttons), ...sheets);
  store.watch(["tab"], () => {
    const tab = store.get("tab");
    buttons.forEach((button, k) => { button.setAttribute("aria-selected", k === tab); button.tabIndex = k === tab ? 0 : -1; });
    sheets.forEach((sheet, k) => { sheet.hidden = k !== tab; });
    side.classList.toggle("wide", tab > 0); // reports are written for lines longer than numbers need
  });
  return side;
}

const KEYS = [
  ["Space", "play, pause"], ["← →", "a step back, forward; ten with Shift"], ["Home, End", "to the start, to the end"],
  ["↑ ↓", "faster, slower"], ["L", "loop"], ["F", "fit the picture"], ["1 2 3 0", "look along x, y, z; at an angle"],
  [", .", "turn the picture"], ["Page ↑ ↓", "tilt it"], ["+ −", "zoom"], ["W", "wireframe"], ["N", "names"], ["A", "axes"],
  ["T", "traces"], ["G", "ghost"], ["P", "plots"], ["[ ]", "side panels"], ["D", "light, dark"], ["Esc", "nothing selected"], ["?", "this help"],
];

export function makeHelp() {
  const close = el("button", { class: "chip", onclick: () => dialog.close() }, "Close");
  const dialog = el("dialog", { class: "help", "aria-label": "Keys" },
    el("h2", {}, "Keys"), el("dl", {}, ...KEYS.flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
    el("p", { class: "quiet" }, "Drag to turn, drag with the right button to shift, wheel to zoom, click to pick. Drag on a plot to move in time."), close);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  return dialog;
}
