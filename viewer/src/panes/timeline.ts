// Time: play, pause, scrub, speed, loop; and modes with their amplitude.
import type { ModePart, SceneDocument } from "../scene/schema";
import type { Source } from "../source/port";
import { moves, type PageStore } from "../state/page";
import { el, icon, number } from "./dom";
import { withMarks } from "./marks";

const EXPONENTS = Array.from({ length: 19 }, (_, k) => k - 9);
const SPEEDS = EXPONENTS.flatMap((power) => [1, 2, 5].map((f) => Number(`${f}e${power}`)));
const AROUND = 6; // speeds to choose from, slower and faster than the pleasant one
const PLEASANT = 10; // seconds on the screen of a run that is much shorter or longer than that
const STEPS = 10000; // of the slider
const AHEAD = 2; // seconds on the screen by which a source that can go on is asked to be ahead
const SWING = 2; // seconds of one swing of a mode on the screen

/** Speeds to choose from; in the middle the one at which a run of this many seconds takes a pleasant time to watch. */
export function speedsFor(duration: number): { speeds: number[]; speed: number } {
  const wanted = duration >= 1 && duration <= 60 ? 1 : duration / PLEASANT;
  const off = (s: number) => Math.abs(Math.log(s / wanted));
  const middle = SPEEDS.reduce((best, s, k) => (off(s) < off(SPEEDS[best]) ? k : best), 0);
  const first = Math.min(Math.max(middle - AROUND, 0), SPEEDS.length - 2 * AROUND - 1);
  return { speeds: SPEEDS.slice(first, first + 2 * AROUND + 1), speed: SPEEDS[middle] };
}

/** The bar, and what happens in a moment of so many seconds while it plays. */
export interface Timeline {
  bar: HTMLElement;
  step(seconds: number): void;
  changeSpeed(by: number): void;
}

export function makeTimeline(store: PageStore, doc: SceneDocument, source: Source): Timeline {
  const bar = el("div", { class: "timeline", role: "group", "aria-label": "Time" });
  const [start, end] = source.range();
  const { speeds } = speedsFor(source.span ?? (end - start || 1));
  const changeSpeed = (by: number) => {
    const place = Math.min(Math.max(speeds.indexOf(store.get("speed")) + by, 0), speeds.length - 1);
    store.set("speed", speeds[place]);
  };
  if (!moves(source) && !doc.modes.length) {
    bar.append(el("p", { class: "quiet" }, "One position: there is no motion to play."));
    return { bar, step() {}, changeSpeed };
  }
  if (moves(source)) bar.append(...makeScrubber(store, doc, source, speeds));
  else bar.append(makePlay(store), el("span", { class: "spring" }));
  if (doc.modes.length) bar.append(makeModes(store, doc.modes, moves(source)));
  return { bar, step: makeStep(store, source), changeSpeed };
}

function makePlay(store: PageStore): HTMLElement {
  const play = el("button", { class: "round", "data-act": "play", onclick: () => store.toggle("playing") });
  store.watch(["playing"], () => {
    const on = store.get("playing");
    play.replaceChildren(icon(on ? "pause" : "play"));
    play.setAttribute("aria-label", on ? "Pause" : "Play");
    play.title = `${on ? "Pause" : "Play"} (space)`;
  });
  return play;
}

function makeScrubber(store: PageStore, doc: SceneDocument, source: Source, speeds: number[]): HTMLElement[] {
  const seek = (part: number) => {
    const [start, end] = source.range();
    store.set("t", start + part * (end - start));
  };
  const toStart = el(
    "button",
    { class: "plain", "aria-label": "To the start", title: "To the start (Home)", onclick: () => seek(0) },
    icon("start"),
  );
  const slider: HTMLInputElement = el("input", {
    type: "range",
    min: 0,
    max: STEPS,
    value: 0,
    step: 1,
    "aria-label": "Time",
    class: "scrub",
    oninput: () => seek(Number(slider.value) / STEPS),
  });
  const clock = el("output", { class: "clock", "aria-live": "off" });
  store.watch(["t", "grown"], () => {
    const [[start, end], t] = [source.range(), store.get("t")];
    const done = end > start ? (t - start) / (end - start) : 1;
    slider.value = String(Math.round(done * STEPS));
    slider.style.setProperty("--done", `${done * 100}%`);
    slider.setAttribute("aria-valuetext", `${number(t, 4)} seconds`);
    const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(end - start || 1))));
    clock.textContent = Math.abs(end) < 1e6 ? `${t.toFixed(digits)} / ${end.toFixed(digits)} s` : `${number(t)} / ${number(end)} s`;
  });
  const speed: HTMLSelectElement = el(
    "select",
    { "aria-label": "Speed", title: "Speed (↑ ↓)", onchange: () => store.set("speed", Number(speed.value)) },
    ...speeds.map((s) => el("option", { value: s }, `${number(s)}×`)),
  );
  store.watch(["speed"], () => {
    speed.value = String(store.get("speed"));
  });
  const loop = el(
    "button",
    { class: "plain toggle", "aria-label": "Loop", title: "Loop (L)", onclick: () => store.toggle("loop") },
    icon("loop"),
  );
  store.watch(["loop"], () => loop.setAttribute("aria-pressed", String(store.get("loop"))));
  store.watch(["mode"], () => {
    for (const control of [slider, toStart, speed, loop]) control.disabled = store.get("mode") >= 0;
  });
  return [toStart, makePlay(store), withMarks(slider, store, doc.happened.marks, source), clock, speed, ...(source.reach ? [] : [loop])];
}

function makeModes(store: PageStore, modes: readonly ModePart[], inMotion: boolean): HTMLElement {
  const name = (mode: ModePart, k: number) => {
    const parts = [mode.name || `mode ${k + 1}`];
    if (mode.frequency != null) parts.push(`${number(mode.frequency, 4)} Hz`);
    if (mode.damping != null) parts.push(`ζ ${number(mode.damping, 3)}`);
    return parts.join(" · ");
  };
  const choice: HTMLSelectElement = el(
    "select",
    { "aria-label": "Mode", class: "mode", onchange: () => store.set("mode", Number(choice.value)) },
    el("option", { value: -1 }, inMotion ? "Motion" : "At rest"),
    ...modes.map((mode, k) => el("option", { value: k }, name(mode, k))),
  );
  const amplitude: HTMLInputElement = el("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.01,
    "aria-label": "Amplitude of the mode",
    title: "Amplitude",
    class: "amplitude",
    oninput: () => store.set("amplitude", Number(amplitude.value)),
  });
  store.watch(["mode", "amplitude"], () => {
    choice.value = String(store.get("mode"));
    amplitude.value = String(store.get("amplitude"));
    amplitude.style.setProperty("--done", `${100 * store.get("amplitude")}%`);
    amplitude.disabled = store.get("mode") < 0;
  });
  return el("div", { class: "modes" }, choice, amplitude);
}

function makeStep(store: PageStore, source: Source): (seconds: number) => void {
  return (seconds) => {
    if (store.get("mode") >= 0) {
      store.set("phase", (store.get("phase") + (2 * Math.PI * seconds) / SWING) % (2 * Math.PI));
      return;
    }
    const [start, end] = source.range();
    let t = store.get("t") + seconds * store.get("speed");
    if (source.reach) {
      source.reach(t + AHEAD * store.get("speed"));
      t = Math.min(t, end);
    } else if (t > end) {
      if (store.get("loop")) t = start + ((t - start) % (end - start));
      else {
        t = end;
        store.set("playing", false);
      }
    }
    store.set("t", t);
  };
}
