// The page: reads its scene, builds what is seen, and keeps it in step with the state.
import plotStyle from "uplot/dist/uPlot.min.css";
import { bindKeys } from "./keys";
import { bindLiving, makeLiving } from "./living";
import { outside } from "./outside";
import { makeNotice, makeReplayChip } from "./panes/controls";
import { CurveTable } from "./panes/curves";
import { el } from "./panes/dom";
import { makeHeader } from "./panes/header";
import { makeHelp } from "./panes/help";
import { Inspector } from "./panes/inspector";
import { makePedals } from "./panes/pedals";
import { type OtherRun, Plots } from "./panes/plots";
import { makeSaveDialog } from "./panes/save_dialog";
import { makeShapeBox } from "./panes/shape_box";
import { makeTabs } from "./panes/tabs";
import { makeTimeline, speedsFor } from "./panes/timeline";
import { makeTree } from "./panes/tree";
import { bindPointer } from "./pointer";
import { completed, FORMAT, type SceneDocument, VERSION } from "./scene/schema";
import { LiveSource } from "./source/live";
import { makeSource } from "./source/make";
import { ModeShape } from "./source/modes";
import { copyFrame, emptyFrame, type Frame, type Source } from "./source/port";
import { RecordedSource } from "./source/recorded";
import { makeStore, moves, type PageStore } from "./state/page";
import { keepWritten, read, restore, written } from "./state/url";
import style from "./style.css";
import { otherColor } from "./world/colors";
import { Overlay } from "./world/overlay";
import { ghostFrame, World } from "./world/world";

// As in style.css: the list lies over the picture; details stand where plots do; a figure of a text has no room for plots.
const [NARROW, PHONE, LOW] = ["(max-width: 900px)", "(max-width: 560px)", "(max-height: 600px)"].map((query) => window.matchMedia(query));
const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
const SWAY = 0.22; // of the model's size: a mode at full amplitude
const LONGEST_STEP = 0.1; // seconds on the screen of one frame, also after a pause of the browser

function adopt(...texts: string[]): void {
  document.adoptedStyleSheets = texts.map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}

/** The picture, or a sentence where the browser cannot draw one. */
function makeWorld(stage: HTMLElement, doc: SceneDocument, source: Source): World | null {
  try {
    return new World(stage, doc, source);
  } catch (error) {
    stage.append(
      el(
        "p",
        { class: "failed", role: "alert" },
        `The picture cannot be drawn here (${(error as Error).message}). Numbers, plots and texts are complete.`,
      ),
    );
    return null;
  }
}

/** What is to be seen now: the motion, or a mode that swings about the ghost or the start. */
function makeFrames(doc: SceneDocument, store: PageStore, source: Source): (radius: number) => Frame {
  const shapes = doc.modes.map(
    (mode) =>
      new ModeShape(
        mode,
        doc.bodies.map((body) => body.size),
      ),
  );
  const start = source.frame(source.range()[0]);
  const room = () => {
    const made = emptyFrame(doc.bodies.length, start.deformation.length, doc.arrows.length);
    if (!start.velocities) made.velocities = null;
    return made;
  };
  const [reference, swinging] = [copyFrame(ghostFrame(doc) ?? start, room()), room()];
  return (radius) => {
    const shape = shapes[store.get("mode")];
    if (!shape) return source.frame(store.get("t"));
    return shape.apply(reference, SWAY * radius * store.get("amplitude"), store.get("phase"), swinging);
  };
}

function keepInStep(world: World, store: PageStore, doc: SceneDocument, others: readonly OtherRun[]): void {
  const copies = others.map((other, k) => world.beside(other.source, otherColor(k)));
  store.watch(["theme"], () => world.stage.theme(store.get("theme")));
  store.watch(["wire"], () => world.wire(store.get("wire")));
  for (const name of ["frames", "floor", "traces", "ghost"] as const) store.watch([name], () => world.show(name, store.get(name)));
  store.watch(["contacts", "mode"], () => world.show("contacts", store.get("contacts") && store.get("mode") < 0));
  store.watch(["selected", "hovered"], () => world.mark(store.get("selected"), store.get("hovered")));
  store.watch(["ghost"], () => {
    for (const copy of copies) copy.show(store.get("ghost"));
  });
  store.watch(["arrows", "selected"], () => world.arrows.choose([...store.get("arrows"), ...selectedConnection(doc, store)]));
  store.watch(["measured", "measuring"], () => {
    world.measure.points = store.get("measuring") ? store.get("measured") : [];
  });
  store.watch(["follow", "selected"], () => {
    world.followed = store.get("follow") ? followed(doc, store) : null;
  });
  store.watch(["exaggeration"], () => world.exaggerate(store.get("exaggeration")));
  store.watch(["coloring", "exaggeration"], () => world.color(store.get("coloring")));
  world.stage.container.append(...[makeShapeBox(world, store)].filter((box) => box !== null));
  const overlay = new Overlay(store, world);
  world.stage.container.append(overlay.root);
  world.stage.onrender = () => overlay.update();
  bindPointer(world, store, doc);
}

const selectedConnection = (doc: SceneDocument, store: PageStore): string[] => {
  const thing = store.get("selected");
  return thing?.type === "connection" ? [doc.connections[thing.index].name] : [];
};

/** The body that the camera goes with: the one selected, or the first that moves. */
function followed(doc: SceneDocument, store: PageStore): number | null {
  const thing = store.get("selected");
  const body = thing?.type === "body" ? thing.index : thing ? doc.connections[thing.index].ends.at(-1)?.body : undefined;
  return body || doc.followed[0] || (doc.bodies.length > 1 ? 1 : null);
}

/** The address says what is seen, and a page that is opened with one shows it; false where it says no moment. */
function keepAddress(doc: SceneDocument, store: PageStore, world: World | null, source: Source, known: (key: string) => boolean): boolean {
  if (window.location.protocol === "about:") return false; // a page inside another, in a notebook, has no address of its own
  const living = source instanceof LiveSource ? source : null;
  const kept = read(doc, window.location.hash, living?.program.controls);
  const first = store.all();
  restore(store, kept, source.range(), known);
  if (kept.view && world) world.stage.view = kept.view;
  if (kept.values) living?.set(kept.values);
  const write = () =>
    window.history.replaceState(
      null,
      "",
      `#${written(doc, store.all(), world?.stage.view ?? null, first, living?.program.controls, living?.news.chosen)}`,
    );
  const ask = keepWritten(store, write);
  living?.watch(ask);
  world?.stage.controls.addEventListener("end", ask);
  return kept.t !== undefined;
}

/** Calls `step` with the seconds since the last frame while the page plays. */
function run(store: PageStore, step: (seconds: number) => void, took: (milliseconds: number) => void): void {
  let last: number | null = null;
  const tick = (now: number) => {
    if (!store.get("playing")) return;
    if (last !== null) {
      step(Math.min((now - last) / 1000, LONGEST_STEP));
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

/** Which panels are open to begin with: as many as leave the picture most of the room. */
const firstPanels = (isLiving: boolean) => ({
  left: !NARROW.matches,
  right: !NARROW.matches || (isLiving && !(PHONE.matches && LOW.matches)),
  plots: !LOW.matches && !(isLiving && PHONE.matches),
});

/** Where there is room for one panel, another closes it; what was picked in the list is shown in the details. */
function arrange(store: PageStore, isLiving: boolean, left: HTMLElement, right: HTMLElement, plots: HTMLElement): void {
  // A window that becomes narrow or low, or a tablet that is turned, begins with the panels that it has room for.
  for (const query of [NARROW, PHONE, LOW])
    query.addEventListener("change", () => {
      for (const [name, on] of Object.entries(firstPanels(isLiving))) store.set(name as "left" | "right" | "plots", on);
    });
  const rivals = [
    ["left", "right", NARROW],
    ["right", "left", NARROW],
    ["right", "plots", PHONE],
    ["plots", "right", PHONE],
  ] as const;
  for (const [name, other, where] of rivals)
    store.watch([name], () => {
      if (where.matches && store.get(name)) store.set(other, false);
    });
  left.addEventListener("click", (event) => {
    if (!(event.target as Element).closest(".entry")) return;
    store.set("tab", 0);
    if (NARROW.matches) store.set("right", true);
  });
  store.watch(["left", "right", "plots"], () => {
    left.hidden = !store.get("left");
    right.hidden = !store.get("right");
    plots.hidden = !store.get("plots");
  });
}

function start(doc: SceneDocument, source: Source): void {
  const [first, last] = source.range();
  const living = source instanceof LiveSource ? source : null;
  const store = makeStore({
    t: first,
    speed: speedsFor(source.span ?? (last - first || 1)).speed,
    tab: living ? 1 : 0,
    mode: moves(source) || !doc.modes.length ? -1 : 0,
    floor: doc.floor,
    follow: doc.followed.length > 0,
    arrows: doc.arrows.filter((arrow) => arrow.shown).map((arrow) => arrow.name),
    ...firstPanels(living !== null),
  });
  store.watch(["theme"], () => {
    document.documentElement.dataset.theme = store.get("theme");
  });
  const help = makeHelp();
  const stage = el("main", { class: "stage", "aria-label": "Picture" });
  const world = makeWorld(stage, doc, source);
  const curves = new CurveTable(source);
  const others = doc.others.map((other) => ({ label: other.label, source: new RecordedSource(other, doc.bodies.length) }));
  const plots = new Plots(curves, store, source, { name: doc.name, first: doc.plots, label: doc.label, others });
  const frames = makeFrames(doc, store, source);
  const now = () => frames(world?.extent.radius ?? 1);
  const inspector = new Inspector({ doc, store, source, curves, plots, world, now: () => world?.pose.frame ?? now() });
  const { bar, step, changeSpeed } = makeTimeline(store, doc, source);
  const left = el("aside", { class: "side left", "aria-label": "Model" }, makeTree(doc, store));
  const right = makeTabs(doc.panels, inspector.root, store, living ? makeLiving(living, store) : []);
  const save = makeSaveDialog(doc.name, store, source, world, plots);
  if (living) stage.append(makeNotice(living), ...[makePedals(living, store)].filter((pedals) => pedals !== null));
  else if (doc.note) stage.append(makeReplayChip(doc.note, doc.panels, store));
  document.body.append(
    el(
      "div",
      { class: "app" },
      makeHeader(doc, store, world, help, save, source.channels.length),
      left,
      stage,
      right,
      el("footer", {}, bar, source.channels.length > 0 && plots.root),
      help,
      save,
    ),
  );
  arrange(store, living !== null, left, right, plots.root);
  if (world) keepInStep(world, store, doc, others);
  if (world && living) bindLiving(living, store, world);
  store.watch(["t", "mode", "amplitude", "phase", "arrows", "selected", "measured", "measuring", "exaggeration", "grown"], () => {
    world?.place(now(), store.get("t"));
    inspector.live();
  });
  source.subscribe(() => {
    const [begin, end] = source.range();
    store.set("grown", store.get("grown") + 1);
    store.set("t", Math.min(Math.max(store.get("t"), begin), end));
  });
  world?.stage.resize();
  world?.fit();
  const isAtMoment = keepAddress(doc, store, world, source, (key) => curves.find(key) !== undefined);
  inspector.build();
  run(store, step, (duration) => world?.stage.took(duration));
  store.watch(["playing"], () => {
    if (store.get("playing") && source.kind === "recorded" && store.get("mode") < 0 && store.get("t") >= last) store.set("t", first);
  });
  bindKeys({ store, source, world, marks: doc.happened.marks, help, save, changeSpeed });
  // What a hand does once is answered at once; what comes in streams waits for the next frame.
  for (const kind of ["click", "keydown", "change", "pointerup"]) window.addEventListener(kind, () => store.flush());
  window.linkwork = outside(doc, store, world, plots, living);
  // Something that moves opens moving, but for those who asked their system for less motion, and at the moment of a link.
  store.set("playing", (moves(source) || doc.modes.length > 0) && !isAtMoment && !STILL.matches);
}

adopt(plotStyle, style);
const doc = JSON.parse(document.getElementById("scene")!.textContent!) as SceneDocument;
if (doc.format !== FORMAT || doc.version !== VERSION) {
  document.body.append(el("p", { role: "alert" }, `This viewer reads scenes of version ${VERSION}.`));
} else {
  const whole = completed(doc);
  start(whole, makeSource(whole));
}
