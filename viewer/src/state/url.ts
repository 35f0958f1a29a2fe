// View, time and selection in the address, so that a link shows what one saw.
import type { SceneDocument } from "../scene/schema";
import type { ControlPart } from "../source/program";
import type { Thing } from "../world/layer";
import type { PageState, PageStore } from "./page";

const SWITCHES = ["wire", "names", "frames", "floor", "traces", "ghost", "contacts", "plots", "degrees", "follow", "difference"] as const;
const LATER = 300; // milliseconds after the last change

/** What an address keeps of a page; numbers are rounded to what can be seen. */
export interface Kept {
  t?: number;
  view?: number[];
  pick?: Thing | null;
  mode?: number;
  shown?: string[];
  kind?: PageState["plotKind"];
  theme?: PageState["theme"];
  coloring?: PageState["coloring"];
  /** Values of controls that are not the model's own. */
  values?: Record<string, number>;
  on: Partial<Record<(typeof SWITCHES)[number], boolean>>;
}

const nameOf = (doc: SceneDocument, { type, index }: Thing) => (type === "body" ? doc.bodies : doc.connections)[index].name;

/** The fragment of an address, without its sign. */
export function written(
  doc: SceneDocument,
  state: Pick<PageState, "t" | "selected" | "mode" | "shown" | "plotKind" | "theme" | "coloring" | (typeof SWITCHES)[number]>,
  view: number[] | null,
  first: PageState,
  controls: readonly ControlPart[] = [],
  chosen: Readonly<Record<string, number>> = {},
): string {
  const found = new URLSearchParams();
  found.set("t", String(Number(state.t.toPrecision(9))));
  if (view) found.set("view", view.map((x) => Number(x.toPrecision(5))).join(","));
  if (state.selected) found.set(state.selected.type, nameOf(doc, state.selected));
  if (state.mode !== first.mode) found.set("mode", String(state.mode));
  for (const key of state.shown) found.append("plot", key);
  if (state.plotKind !== "time") found.set("kind", state.plotKind);
  if (state.theme !== first.theme) found.set("theme", state.theme);
  if (state.coloring !== "plain") found.set("color", state.coloring);
  for (const name of SWITCHES) if (state[name] !== first[name]) found.set(name, state[name] ? "1" : "0");
  for (const { name, value } of controls) if (chosen[name] !== value) found.append("set", `${name}=${chosen[name]}`);
  return found.toString();
}

/** What a fragment says; what it says of things that are not there, or that are no numbers, is left out. */
export function read(doc: SceneDocument, fragment: string, controls: readonly ControlPart[] = []): Kept {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const found: Kept = { on: {} };
  const t = Number(given.get("t") ?? NaN);
  if (Number.isFinite(t)) found.t = t;
  const view = (given.get("view") ?? "").split(",").map(Number);
  if (view.length === 6 && view.every(Number.isFinite)) found.view = view;
  for (const [type, list] of [
    ["body", doc.bodies],
    ["connection", doc.connections],
  ] as const) {
    const index = given.has(type) ? list.findIndex((thing) => thing.name === given.get(type)) : -1;
    if (index >= 0) found.pick = { type, index };
  }
  const mode = Number(given.get("mode") ?? NaN);
  if (Number.isInteger(mode) && mode >= -1 && mode < doc.modes.length) found.mode = mode;
  if (given.has("plot")) found.shown = given.getAll("plot");
  const kind = given.get("kind");
  if (kind === "energy" || kind === "power" || kind?.startsWith("over ")) found.kind = kind as PageState["plotKind"];
  const theme = given.get("theme");
  if (theme === "light" || theme === "dark") found.theme = theme;
  const coloring = given.get("color");
  if (coloring === "displacement" || coloring === "strain" || coloring === "stress") found.coloring = coloring;
  for (const name of SWITCHES) if (given.has(name)) found.on[name] = given.get(name) === "1";
  for (const text of given.getAll("set")) {
    const [name, x] = [text.slice(0, text.lastIndexOf("=")), Number(text.slice(text.lastIndexOf("=") + 1))];
    const control = controls.find((one) => one.name === name);
    if (control && x >= control.low && x <= control.high) found.values = { ...found.values, [name]: x };
  }
  return found;
}

/** Takes over what the address says, within what there is. */
export function restore(store: PageStore, kept: Kept, [start, end]: [number, number], known: (key: string) => boolean): void {
  if (kept.t !== undefined) store.set("t", Math.min(Math.max(kept.t, start), end));
  if (kept.pick) store.set("selected", kept.pick);
  if (kept.mode !== undefined) store.set("mode", kept.mode);
  if (kept.shown) store.set("shown", kept.shown.filter(known));
  if (kept.kind && (!kept.kind.startsWith("over ") || known(kept.kind.slice(5)))) store.set("plotKind", kept.kind);
  if (kept.theme) store.set("theme", kept.theme);
  if (kept.coloring) store.set("coloring", kept.coloring);
  for (const [name, on] of Object.entries(kept.on)) store.set(name as (typeof SWITCHES)[number], on);
}

/** Calls `write` some time after the last change, never while the page plays. */
export function keepWritten(store: PageStore, write: () => void): () => void {
  let timer = 0;
  const ask = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (!store.get("playing")) write();
    }, LATER);
  };
  store.watch(["t", "selected", "mode", "shown", "plotKind", "theme", "coloring", "playing", ...SWITCHES], ask);
  return ask;
}
