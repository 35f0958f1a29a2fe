// The keyboard does everything the pointer does.
import { Quaternion, Vector3 } from "three";
import { changeSpeed } from "./timeline.js";

const STEPS = 200; // of an arrow key, from start to end

const [X, Y, Z] = [new Vector3(1, 0, 0), new Vector3(0, -1, 0), new Vector3(0, 0, 1)];

/** Where one looks from along an axis: from above where that is the vertical one. */
function along(axis, up) {
  if (Math.abs(axis.dot(up)) < 0.5) return axis.clone();
  return up.clone().addScaledVector(Math.abs(up.y) < 0.5 ? Y : Z, 0.0001);
}

/** Directions of views by their keys. */
export const VIEWS = {
  1: (up) => along(X, up), 2: (up) => along(Y, up), 3: (up) => along(Z, up),
  0: (up) => new Vector3(0.75, -1, 0.6).applyQuaternion(new Quaternion().setFromUnitVectors(Z, up)),
};

export function bindKeys({ store, world, motion, help }) {
  const seek = (t) => store.set("t", Math.min(Math.max(t, motion.start), motion.end));
  const step = (by) => seek(store.get("t") + (by * (motion.end - motion.start)) / STEPS);
  const view = (key) => world?.fit(VIEWS[key](world.up));
  const actions = {
    " ": () => store.toggle("playing"),
    ArrowRight: (event) => step(event.shiftKey ? 10 : 1),
    ArrowLeft: (event) => step(event.shiftKey ? -10 : -1),
    ArrowUp: () => changeSpeed(store, 1),
    ArrowDown: () => changeSpeed(store, -1),
    Home: () => seek(motion.start), End: () => seek(motion.end),
    l: () => store.toggle("loop"), f: () => world?.fit(), w: () => store.toggle("wire"), n: () => store.toggle("names"),
    a: () => store.toggle("frames"), t: () => store.toggle("traces"), g: () => store.toggle("ghost"), p: () => store.toggle("plots"),
    d: () => store.set("theme", store.get("theme") === "dark" ? "light" : "dark"),
    "[": () => store.toggle("left"), "]": () => store.toggle("right"),
    1: () => view(1), 2: () => view(2), 3: () => view(3), 0: () => view(0),
    ",": () => world?.nudge(-0.12, 0, 1), ".": () => world?.nudge(0.12, 0, 1),
    PageUp: () => world?.nudge(0, 0.1, 1), PageDown: () => world?.nudge(0, -0.1, 1),
    "+": () => world?.nudge(0, 0, 0.9), "=": () => world?.nudge(0, 0, 0.9), "-": () => world?.nudge(0, 0, 1 / 0.9),
    Escape: () => store.set("selected", null), "?": () => help.showModal(),
  };
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.matches("input[type=search], select, textarea")) return;
    // Controls keep the keys that they use themselves.
    if (target.matches("button, input[type=checkbox]") && [" ", "Enter"].includes(event.key)) return;
    if (target.matches("input[type=range]") && /^(Arrow|Home|End|Page)/.test(event.key)) return;
    if (target.matches("pre") && /^(Arrow|Home|End|Page| $)/.test(event.key)) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
