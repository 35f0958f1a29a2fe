// Time: play, pause, scrub, speed, loop; and modes with their amplitude.
import { el, icon, number } from "./dom.js";

const EXPONENTS = Array.from({ length: 19 }, (_, k) => k - 9);
const SPEEDS = EXPONENTS.flatMap((power) => [1, 2, 5].map((f) => Number(`${f}e${power}`)));
const AROUND = 6; // speeds to choose from, slower and faster than the pleasant one
const PLEASANT = 10; // seconds on the screen of a run that is much shorter or longer than that
const STEPS = 10000; // of the slider
const SWING = 2; // seconds of one swing of a mode on the screen

/** Speeds to choose from; in the middle the one at which a run of this many seconds takes a pleasant time to watch. */
export function speedsFor(duration) {
  const wanted = duration >= 1 && duration <= 60 ? 1 : duration / PLEASANT;
  const off = (s) => Math.abs(Math.log(s / wanted));
  const middle = SPEEDS.reduce((best, s, k) => (off(s) < off(SPEEDS[best]) ? k : best), 0);
  const first = Math.min(Math.max(middle - AROUND, 0), SPEEDS.length - 2 * AROUND - 1);
  return { speeds: SPEEDS.slice(first, first + 2 * AROUND + 1), speed: SPEEDS[middle] };
}

export function makeTimeline(store, doc, motion) {
  const bar = el("div", { class: "timeline", role: "group", "aria-label": "Time" });
  if (!motion.moves && !doc.modes.length) {
    bar.append(el("p", { class: "quiet" }, "One attitude: the model before any run."));
    return { bar, step() {} };
  }
  const controls = [];
  if (motion.moves) controls.push(...makeScrubber(store, motion));
  else controls.push(makePlay(store), el("span", { class: "spring" }));
  if (doc.modes.length) controls.push(makeModes(store, doc, motion));
  bar.append(...controls);
  return { bar, step: makeStep(store, motion) };
}

function makePlay(store) {
  const play = el("button", { class: "round", "data-act": "play", onclick: () => store.toggle("playing") });
  store.watch(["playing"], () => {
    const on = store.get("playing");
    play.replaceChildren(icon(on ? "pause" : "play"));
    play.setAttribute("aria-label", on ? "Pause" : "Play");
    play.title = `${on ? "Pause" : "Play"} (space)`;
  });
  return play;
}

function makeScrubber(store, motion) {
  const { start, end } = motion;
  const toStart = el("button", { class: "plain", "aria-label": "To the start", title: "To the start (Home)", onclick: () => store.set("t", start) }, icon("start"));
  const slider = el("input", {
    type: "range", min: 0, max: STEPS, value: 0, step: 1, "aria-label": "Time", class: "scrub",
    oninput: () => store.set("t", start + (slider.value / STEPS) * (end - start)),
  });
  const clock = el("output", { class: "clock", "aria-live": "off" });
  store.watch(["t"], () => {
    const t = store.get("t");
    slider.value = Math.round(((t - start) / (end - start)) * STEPS);
    slider.style.setProperty("--done", `${((t - start) / (end - start)) * 100}%`);
    slider.setAttribute("aria-valuetext", `${number(t, 4)} seconds`);
    const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(end - start))));
    clock.textContent = Math.abs(end) < 1e6 ? `${t.toFixed(digits)} / ${end.toFixed(digits)} s` : `${number(t)} / ${number(end)} s`;
  });
  const speed = el("select", { "aria-label": "Speed", title: "Speed (↑ ↓)", onchange: () => store.set("speed", Number(speed.value)) },
    ...store.get("speeds").map((s) => el("option", { value: s }, `${number(s)}×`)));
  store.watch(["speed"], () => { speed.value = String(store.get("speed")); });
  const loop = el("button", { class: "plain toggle", "aria-label": "Loop", title: "Loop (L)", onclick: () => store.toggle("loop") }, icon("loop"));
  store.watch(["loop"], () => loop.setAttribute("aria-pressed", store.get("loop")));
  const inMode = () => [slider, toStart, speed, loop].forEach((control) => { control.disabled = store.get("mode") >= 0; });
  store.watch(["mode"], inMode);
  return [toStart, makePlay(store), slider, clock, speed, loop];
}

function makeModes(store, doc, motion) {
  const name = (mode, k) => {
    const parts = [mode.name || `mode ${k + 1}`];
    if (mode.frequency != null) parts.push(`${number(mode.frequency, 4)} Hz`);
    if (mode.damping != null) parts.push(`ζ ${number(mode.damping, 3)}`);
    return parts.join(" · ");
  };
  const none = motion.moves ? "Motion" : "At rest";
  const choice = el("select", { "aria-label": "Mode", class: "mode", onchange: () => store.set("mode", Number(choice.value)) },
    el("option", { value: -1 }, none), ...doc.modes.map((mode, k) => el("option", { value: k }, name(mode, k))));
  const amplitude = el("input", {
    type: "range", min: 0, max: 1, step: 0.01, "aria-label": "Amplitude of the mode", title: "Amplitude", class: "amplitude",
    oninput: () => store.set("amplitude", Number(amplitude.value)),
  });
  store.watch(["mode", "amplitude"], () => {
    choice.value = String(store.get("mode"));
    amplitude.value = store.get("amplitude");
    amplitude.style.setProperty("--done", `${100 * store.get("amplitude")}%`);
    amplitude.disabled = store.get("mode") < 0;
  });
  return el("div", { class: "modes" }, choice, amplitude);
}

/** What happens in a moment of `seconds` while it plays. */
function makeStep(store, motion) {
  return (seconds) => {
    if (store.get("mode") >= 0) {
      store.set("phase", (store.get("phase") + (2 * Math.PI * seconds) / SWING) % (2 * Math.PI));
      return;
    }
    const { start, end } = motion;
    let t = store.get("t") + seconds * store.get("speed");
    if (t > end) {
      if (store.get("loop")) t = start + ((t - start) % (end - start));
      else { t = end; store.set("playing", false); }
    }
    store.set("t", t);
  };
}

export function changeSpeed(store, by) {
  const speeds = store.get("speeds");
  store.set("speed", speeds[Math.min(Math.max(speeds.indexOf(store.get("speed")) + by, 0), speeds.length - 1)]);
}
