// The keyboard does everything the pointer does.
import { Quaternion, Vector3 } from "three";
import { marksOf, nextMark } from "./panes/marks";
import type { TimeMark } from "./scene/schema";
import type { Source } from "./source/port";
import type { PageStore } from "./state/page";
import type { World } from "./world/world";

const STEPS = 200; // of an arrow key, from start to end

const [X, Y, Z] = [new Vector3(1, 0, 0), new Vector3(0, -1, 0), new Vector3(0, 0, 1)];

/** Where one looks from along an axis: from above where that is the vertical one. */
function along(axis: Vector3, up: Vector3): Vector3 {
  if (Math.abs(axis.dot(up)) < 0.5) return axis.clone();
  return up.clone().addScaledVector(Math.abs(up.y) < 0.5 ? Y : Z, 0.0001);
}

/** Directions of views by their keys. */
const VIEWS: Record<string, (up: Vector3) => Vector3> = {
  1: (up) => along(X, up),
  2: (up) => along(Y, up),
  3: (up) => along(Z, up),
  0: (up) => new Vector3(0.75, -1, 0.6).applyQuaternion(new Quaternion().setFromUnitVectors(Z, up)),
};

/** A key by its name; letters are small ones. */
export const keyOf = ({ key }: KeyboardEvent): string => (key.length === 1 ? key.toLowerCase() : key);

export interface Keyed {
  store: PageStore;
  source: Source;
  world: World | null;
  marks: readonly TimeMark[];
  help: HTMLDialogElement;
  save: HTMLDialogElement;
  changeSpeed(by: number): void;
}

export function bindKeys({ store, source, world, marks, help, save, changeSpeed }: Keyed): void {
  const seek = (t: number) => {
    const [start, end] = source.range();
    store.set("t", Math.min(Math.max(t, start), end));
  };
  const step = (by: number) => {
    const [start, end] = source.range();
    seek(store.get("t") + (by * (end - start)) / STEPS);
  };
  const toMark = (forward: boolean) => seek(nextMark(marksOf(source, marks), source, store.get("t"), forward)?.t ?? store.get("t"));
  const nudge = (around: number, tilt: number, zoom: number) => () => world?.stage.nudge(around, tilt, zoom);
  const actions: Record<string, (event: KeyboardEvent) => void> = {
    " ": () => store.toggle("playing"),
    ArrowRight: (event) => step(event.shiftKey ? 10 : 1),
    ArrowLeft: (event) => step(event.shiftKey ? -10 : -1),
    ArrowUp: () => changeSpeed(1),
    ArrowDown: () => changeSpeed(-1),
    Home: () => seek(source.range()[0]),
    End: () => seek(source.range()[1]),
    l: () => store.toggle("loop"),
    f: () => world?.fit(),
    w: () => store.toggle("wire"),
    n: () => store.toggle("names"),
    a: () => store.toggle("frames"),
    t: () => store.toggle("traces"),
    g: () => store.toggle("ghost"),
    c: () => store.toggle("contacts"),
    p: () => store.toggle("plots"),
    m: (event) => toMark(!event.shiftKey),
    d: () => store.set("theme", store.get("theme") === "dark" ? "light" : "dark"),
    "[": () => store.toggle("left"),
    "]": () => store.toggle("right"),
    ...Object.fromEntries(Object.entries(VIEWS).map(([key, view]) => [key, () => world?.fit(view(world.extent.up))])),
    ",": nudge(-0.12, 0, 1),
    ".": nudge(0.12, 0, 1),
    PageUp: nudge(0, 0.1, 1),
    PageDown: nudge(0, -0.1, 1),
    "+": nudge(0, 0, 0.9),
    "=": nudge(0, 0, 0.9),
    "-": nudge(0, 0, 1 / 0.9),
    b: () => store.toggle("floor"),
    v: () => store.toggle("follow"),
    r: () => store.toggle("measuring"),
    o: () => store.toggle("degrees"),
    s: () => save.showModal(),
    Escape: () => {
      store.set("selected", null);
      store.set("measuring", false);
    },
    "?": () => help.showModal(),
  };
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || save.open || keepsKey(event)) return;
    const action = actions[keyOf(event)];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}

/** Whether the control that has the focus uses the key itself. */
export function keepsKey(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.matches("input:not([type=checkbox], [type=range]), select, textarea")) return true;
  if (target.matches("button, input[type=checkbox], summary")) return [" ", "Enter"].includes(event.key);
  if (target.matches("input[type=range]")) return /^(Arrow|Home|End|Page)/.test(event.key);
  return target.matches("pre") && /^(Arrow|Home|End|Page| $)/.test(event.key);
}
