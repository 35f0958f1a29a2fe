// A living page's own pane: sliders, what they did, and the certificate of the run as it is.
import type { PanelPart } from "../scene/schema";
import type { LiveSource } from "../source/live";
import type { ControlPart, LiveCertificate } from "../source/program";
import type { PageStore } from "../state/page";
import { el, number } from "./dom";

const STEPS = 1000; // of a slider
const LINGER = 1500; // milliseconds that the run before stays after a slider was let go

/** The pane; `began` is called when something is about to change. */
export function makeControls(source: LiveSource, began: () => void): HTMLElement {
  const { program, news } = source;
  const sliders = program.controls.map((control) => makeSlider(control, source, began));
  const reset = el(
    "button",
    {
      class: "chip",
      title: "The model's own values, from the start",
      onclick: () => {
        began();
        source.reset();
      },
    },
    "Reset",
  );
  const pin = el(
    "button",
    {
      class: "chip",
      title: "This run stays as a ghost, and its curves dashed, while sliders make others",
      onclick: () => (source.pinned ? source.unpin() : source.pin()),
    },
    "Pin this run",
  );
  const compared = el("p", { class: "quiet", role: "status" });
  const certificate = el("div", { class: "certificate", "aria-label": "Certificate" });
  const root = el(
    "div",
    { class: "controls" },
    el("h3", {}, "Controls"),
    ...sliders.map(({ row }) => row),
    !sliders.length && el("p", { class: "quiet" }, "This page has no sliders."),
    el("p", { class: "links" }, reset, pin),
    compared,
    el("p", { class: "quiet" }, "Drag a body to pull it while the model plays, or to move it by hand while it pauses."),
    el("h3", {}, "Certificate"),
    certificate,
    el("p", { class: "quiet" }, program.sentence),
  );
  const tell = () => {
    for (const { show } of sliders) show();
    pin.setAttribute("aria-pressed", String(source.pinned !== null));
    compared.textContent = comparison(source);
    certificate.replaceChildren(
      ...(news.certificate ? certified(news.certificate) : [el("p", { class: "quiet" }, "The first run is being computed.")]),
    );
  };
  source.watch(tell);
  tell();
  return root;
}

/** What controls were in the run that is pinned, and are now. */
function comparison({ pinned, news, program }: LiveSource): string {
  if (!pinned) return "";
  const others = program.controls.filter(({ name }) => pinned[name] !== news.values[name]);
  const told = others.map(({ name, unit }) => `${name} ${number(pinned[name], 4)} → ${number(news.values[name], 4)} ${unit}`.trim());
  return told.length ? `Pinned run → now: ${told.join("; ")}` : "Pinned. Move a slider to compare.";
}

interface Slider {
  row: HTMLElement;
  show(): void;
}

function makeSlider({ name, low, high, value: own, unit, kind }: ControlPart, source: LiveSource, began: () => void): Slider {
  const told = unit ? `${name} (${unit})` : name;
  const worth = () => Math.min(high, low + (Number(range.value) / STEPS) * (high - low)); // 0.3 + (0.9 − 0.3) is more than 0.9
  let isMoving = false;
  let waits: ReturnType<typeof setTimeout> | undefined;
  const move = (x: number) => {
    clearTimeout(waits);
    source.remember();
    began();
    source.set({ [name]: x });
  };
  const settle = () => {
    isMoving = false;
    clearTimeout(waits);
    waits = setTimeout(() => source.forget(), LINGER);
    if (source.news.sentence) show(); // refused while it moved: back to the value in force
  };
  const range: HTMLInputElement = el("input", {
    type: "range",
    min: 0,
    max: STEPS,
    step: 1,
    "aria-label": told,
    class: "scrub",
    oninput: () => {
      isMoving = true;
      paint(worth());
      move(worth());
    },
    onchange: settle,
  });
  const field: HTMLInputElement = el("input", {
    type: "number",
    step: "any",
    "aria-label": `${told}, as a number`,
    class: "value",
    onchange: () => {
      if (field.value !== "") {
        move(Number(field.value));
        settle();
      }
    },
  });
  const paint = (x: number) => {
    range.style.setProperty("--done", `${(100 * (x - low)) / (high - low)}%`);
    if (document.activeElement !== field) field.value = String(Number(x.toPrecision(5)));
  };
  const title = `${kind === "start" ? "where runs begin" : "a number of the model"}; ${number(low, 4)} to ${number(high, 4)}, ${number(own, 4)} in the model`;
  const row = el(
    "label",
    { class: "control", title },
    el("span", { class: "name" }, ...name.split(/(?<=\.)/).flatMap((part) => [part, el("wbr")])),
    field,
    el("span", { class: "kind" }, unit),
    range,
  );
  const show = () => {
    const x = source.news.values[name];
    if (isMoving) return;
    range.value = String(Math.round(((x - low) / (high - low)) * STEPS));
    if (document.activeElement === field) field.blur();
    paint(x);
  };
  return { row, show };
}

function certified(c: LiveCertificate): HTMLElement[] {
  const share = c.energyScale > 0 ? ` (${number(c.energyError / c.energyScale, 2)} of ${number(c.energyScale, 3)} J)` : "";
  const rows: [string, string][] = [
    ["energy", `off its balance by ${number(c.energyError, 2)} J${share}`],
    ["constraints", `open by ${number(c.open, 2)}`],
    ...(c.depth === null ? [] : [["contacts", `bodies enter each other by up to ${number(c.depth, 2)} m in a step`] as [string, string]]),
    ["speed", c.factor === null ? "–" : `${number(c.factor, 3)} × real time`],
    ["steps", `${c.steps} by ${c.method}, ${c.rejected} rejected`],
  ];
  return [
    el("p", { class: `verdict ${c.level}`, role: "status" }, c.level),
    ...c.reasons.map((reason) => el("p", { class: "reason" }, `${reason}.`)),
    el("dl", {}, ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
  ];
}

/** A word in the corner of the picture that leads to the reason why the page replays a run and computes none. */
export function makeReplayChip(note: string, panels: readonly PanelPart[], store: PageStore): HTMLElement {
  const place = panels.findIndex((panel) => panel.text.includes(note));
  const read = () => {
    if (place >= 0) store.set("tab", place + 1); // the first tab is the selection
    store.set("right", true);
  };
  return el("button", { class: "chip replay", title: note, onclick: read }, "replay");
}

/** What a living page has to say, above the picture: why nothing changed, or that its run is bad. */
export function makeNotice(source: LiveSource): HTMLElement {
  const text = el("span");
  const close = el(
    "button",
    {
      class: "plain",
      "aria-label": "Close",
      title: "Close",
      onclick: () => {
        root.hidden = true;
      },
    },
    "×",
  );
  const root = el("div", { class: "notice", role: "alert" }, text, close);
  let told = "";
  const tell = () => {
    const { certificate, sentence: said } = source.news;
    const sentence = said || (certificate?.level === "bad" ? `The run is bad: ${certificate.reasons.join("; ")}.` : "");
    if (sentence !== told || !text.textContent) {
      text.textContent = sentence;
      root.hidden = !sentence;
    }
    told = sentence;
  };
  source.watch(tell);
  tell();
  return root;
}
