// The page: reads its scene, builds what is seen, and keeps it in step with the state.
import { Attitude, ModeShape, Motion } from "./data.js";
import { el, icon } from "./dom.js";
import { Inspector } from "./inspector.js";
import { bindKeys } from "./keys.js";
import { Overlay } from "./overlay.js";
import { makeHelp, makeTabs, makeTree } from "./panels.js";
import { Plots } from "./plots.js";
import { Store } from "./store.js";
import { makeTimeline, speedsFor } from "./timeline.js";
import { World } from "./world.js";
import plotStyle from "uplot/dist/uPlot.min.css";
import style from "./style.css";

const VERSION = 2;
const NARROW = window.matchMedia("(max-width: 900px)"); // as in style.css: side panels lie over the picture
const SWAY = 0.22; // of the model's size: a mode at full amplitude

function adopt(...texts) {
  document.adoptedStyleSheets = texts.map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}

function makeStore(doc, motion) {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const wide = !NARROW.matches;
  return new Store({
    t: motion.start, playing: false, loop: true, ...speedsFor(motion.end - motion.start || 1), selected: null, hovered: null,
    mode: motion.moves || !doc.modes.length ? -1 : 0, amplitude: 0.5, phase: 0, theme: dark ? "dark" : "light", wire: false,
    names: false, frames: false, traces: true, ghost: true, plots: true, left: wide, right: wide, tab: 0, shown: [],
  });
}

function toggleButton(store, name, label, key, picture) {
  const button = el("button", { class: "plain toggle", "aria-label": label, title: `${label} (${key})`, onclick: () => store.toggle(name) }, icon(picture));
  store.watch([name], () => button.setAttribute("aria-pressed", store.get(name)));
  return button;
}

function makeHeader(doc, store, world, help) {
  const act = (label, key, picture, action) => el("button", { class: "plain", "aria-label": label, title: `${label} (${key})`, onclick: action }, icon(picture));
  const button = (...args) => toggleButton(store, ...args);
  return el("header", {},
    button("left", "Model list", "[", "left"),
    el("span", { class: "brand" }, "linkwork"), el("h1", { title: doc.name }, doc.name), el("span", { class: "spring" }),
    el("div", { class: "tools", role: "toolbar", "aria-label": "Picture" },
      world && act("Fit", "F", "fit", () => world.fit()),
      world && button("wire", "Wireframe", "W", "wire"), world && button("names", "Names", "N", "names"), world && button("frames", "Axes", "A", "frames"),
      doc.traces.length ? button("traces", "Traces", "T", "traces") : null, doc.ghost ? button("ghost", "Ghost", "G", "ghost") : null,
      doc.channels.length ? button("plots", "Plots", "P", "plots") : null),
    act("Light or dark", "D", "theme", () => store.set("theme", store.get("theme") === "dark" ? "light" : "dark")),
    act("Keys", "?", "help", () => help.showModal()),
    button("right", "Details", "]", "right"));
}

/** The picture, or a sentence where the browser cannot draw one. */
function makeWorld(stage, doc, motion) {
  try {
    return new World(stage, doc, motion);
  } catch (error) {
    stage.append(el("p", { class: "failed", role: "alert" }, `The picture cannot be drawn here (${error.message}). Numbers, plots and texts are complete.`));
    return null;
  }
}

function bindPointer(world, store) {
  const { canvas } = world;
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `Picture of ${world.doc.name}. Press question mark for the keys.`);
  let down = null;
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return world.pick(event.clientX - box.left, event.clientY - box.top);
  };
  canvas.addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; });
  canvas.addEventListener("pointerup", (event) => {
    if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4 || event.button !== 0) return;
    store.set("selected", at(event));
    if (store.get("selected")) store.set("tab", 0);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons) return;
    const found = at(event);
    const known = store.get("hovered");
    if (found?.type === known?.type && found?.index === known?.index) return;
    canvas.style.cursor = found ? "pointer" : "";
    store.set("hovered", found);
  });
  canvas.addEventListener("pointerleave", () => store.set("hovered", null));
}

function keepInStep({ doc, store, motion, world, overlay, inspector }) {
  const attitude = new Attitude(doc.bodies.length);
  const reference = new Attitude(doc.bodies.length);
  const shapes = doc.modes.map((mode) => new ModeShape(mode, doc.bodies.map((body) => body.size)));
  reference.copy(world.ghostPose ?? motion.frame(0, reference));
  store.watch(["t", "mode", "amplitude", "phase"], () => {
    const shape = shapes[store.get("mode")];
    if (shape) shape.apply(reference, SWAY * world.radius * store.get("amplitude"), store.get("phase"), attitude);
    else motion.at(store.get("t"), attitude);
    world.pose(attitude, store.get("t"));
    inspector.live();
  });
  world.onrender = () => overlay.update();
  store.watch(["theme"], () => world.setTheme(store.get("theme")));
  store.watch(["wire", "theme"], () => world.setWire(store.get("wire")));
  for (const name of ["frames", "traces", "ghost"]) store.watch([name], () => world.show(name, store.get(name)));
  store.watch(["selected", "hovered"], () => world.mark(store.get("selected"), store.get("hovered")));
  bindPointer(world, store);
  new ResizeObserver(() => world.resize()).observe(world.container);
  world.resize();
  world.fit();
  inspector.build();
}

function run(store, step, took) {
  let last = null;
  const tick = (now) => {
    if (!store.get("playing")) return;
    if (last !== null) {
      step(Math.min((now - last) / 1000, 0.1));
      took(now - last);
    }
    last = now;
    requestAnimationFrame(tick);
  };
  store.watch(["playing"], () => {
    if (!store.get("playing")) return;
    last = null;
    requestAnimationFrame(tick);
  });
}

function start(doc) {
  const motion = new Motion(doc.poses, doc.bodies.length);
  const store = makeStore(doc, motion);
  store.watch(["theme"], () => { document.documentElement.dataset.theme = store.get("theme"); });
  const help = makeHelp();
  const stage = el("main", { class: "stage", "aria-label": "Picture" });
  const world = makeWorld(stage, doc, motion);
  const plots = new Plots(doc, store, motion);
  const inspector = new Inspector(doc, store, world ?? { arrows: [], symbols: doc.connections.map(() => ({})), attitude: motion.frame(0, new Attitude(doc.bodies.length)) }, motion, plots);
  const { bar, step } = makeTimeline(store, doc, motion);
  const left = el("aside", { class: "side left", "aria-label": "Model" }, makeTree(doc, store));
  const right = makeTabs(doc.panels, inspector.root, store);
  const app = el("div", { class: "app" }, makeHeader(doc, store, world, help), left, stage, right,
    el("footer", {}, bar, doc.channels.length ? plots.root : null), help);
  document.body.append(app);
  // Where panels lie over the picture there is room for one; what was picked in the list is shown in the other.
  for (const [name, other] of [["left", "right"], ["right", "left"]]) {
    store.watch([name], () => { if (NARROW.matches && store.get(name)) store.set(other, false); });
  }
  left.addEventListener("click", (event) => {
    if (!event.target.closest(".entry")) return;
    store.set("tab", 0);
    if (NARROW.matches) store.set("right", true);
  });
  store.watch(["left", "right", "plots"], () => {
    left.hidden = !store.get("left");
    right.hidden = !store.get("right");
    plots.root.hidden = !store.get("plots");
  });
  if (world) {
    const overlay = new Overlay(doc, store, world);
    stage.append(overlay.root);
    keepInStep({ doc, store, motion, world, overlay, inspector });
  }
  run(store, step, (duration) => world?.took(duration));
  store.watch(["playing"], () => { if (store.get("playing") && store.get("mode") < 0 && store.get("t") >= motion.end) store.set("t", motion.start); });
  bindKeys({ store, world, motion, help });
  // For tests, and for pages that embed this one.
  window.linkwork = {
    get: (name) => store.get(name),
    set: (name, value) => store.set(name, value),
    select: (name) => {
      const find = (type, list) => { const index = list.findIndex((thing) => thing.name === name); return index < 0 ? null : { type, index }; };
      store.set("selected", find("body", doc.bodies) ?? find("connection", doc.connections));
    },
    place: (name) => world.project(world.attitude.positions[doc.bodies.findIndex((body) => body.name === name)]),
    position: (name) => world.attitude.positions[doc.bodies.findIndex((body) => body.name === name)].toArray(),
    pick: (x, y) => world.pick(x, y),
    took: (duration) => world.took(duration),
    saved: () => world.saved,
    frames: () => world.drawn,
    picture: () => world.picture(),
    settled: () => !world.asked,
    camera: () => world.camera.position.toArray(),
    floor: () => world.floor,
    reach: (name) => world.symbols[doc.connections.findIndex((c) => c.name === name)].reach(),
    project: (x, y, z) => world.project(world.centre.clone().set(x, y, z)),
  };
}

adopt(plotStyle, style);
const doc = JSON.parse(document.getElementById("scene").textContent);
if (doc.format !== "linkwork-scene" || doc.version !== VERSION) {
  document.body.append(el("p", { role: "alert" }, `This viewer reads scenes of version ${VERSION}.`));
} else {
  start(doc);
}
