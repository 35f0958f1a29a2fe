// What the keys do.
import { el } from "./dom";

const KEYS = [
  ["Space", "play, pause"],
  ["← →", "a step back, forward; ten with Shift"],
  ["Home, End", "to the start, to the end"],
  ["↑ ↓", "faster, slower"],
  ["L", "loop"],
  ["F", "fit the picture"],
  ["1 2 3 0", "look along x, y, z; at an angle"],
  [", .", "turn the picture"],
  ["Page ↑ ↓", "tilt it"],
  ["+ −", "zoom"],
  ["W", "wireframe"],
  ["N", "names"],
  ["A", "axes"],
  ["B", "floor"],
  ["T", "traces"],
  ["G", "ghost"],
  ["C", "contacts"],
  ["M", "to the next mark on the time line; back with Shift"],
  ["P", "plots"],
  ["V", "follow what is selected"],
  ["R", "measure: click two points"],
  ["O", "degrees"],
  ["S", "save a picture, a film, numbers"],
  ["[ ]", "side panels"],
  ["D", "light, dark"],
  ["Esc", "nothing selected"],
  ["?", "this help"],
];

export function makeHelp(): HTMLDialogElement {
  const close = el("button", { class: "chip", onclick: () => dialog.close() }, "Close");
  const dialog: HTMLDialogElement = el(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    el("h2", {}, "Keys"),
    el("dl", {}, ...KEYS.flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
    el(
      "p",
      { class: "quiet" },
      "Drag to turn, drag with the right button to shift, wheel to zoom, click to pick. Drag on a plot to move in time; the wheel there shows less of it, a double click all.",
    ),
    close,
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
