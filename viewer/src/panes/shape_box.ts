// How what deforms is shown: how much larger than it is, and what its colours mean.
import type { PageStore } from "../state/page";
import { GRADIENT } from "../world/color_scale";
import type { Coloring } from "../world/elastic";
import type { World } from "../world/world";
import { el, number } from "./dom";

const MOST = 2; // powers of ten of the exaggeration
const STEPS = 100;
const UNITS: Record<Coloring, string> = { plain: "", displacement: "m", strain: "", stress: "Pa" };
const WORDS: Record<Coloring, string> = { plain: "plain", displacement: "displacement", strain: "surface strain", stress: "stress" };

/** None where there is nothing to choose. */
export function makeShapeBox(world: World, store: PageStore): HTMLElement | null {
  const isModal = world.doc.deformation.length > 0;
  if (!isModal && world.elastic.colorings.length < 2) return null;
  const factor = el("output", {});
  const slider: HTMLInputElement = el("input", {
    type: "range",
    min: 0,
    max: STEPS,
    step: 1,
    "aria-label": "Exaggeration of the deformation",
    oninput: () => store.set("exaggeration", 10 ** ((MOST * Number(slider.value)) / STEPS)),
  });
  store.watch(["exaggeration"], () => {
    const part = Math.log10(store.get("exaggeration")) / MOST;
    slider.value = String(Math.round(STEPS * part));
    slider.style.setProperty("--done", `${100 * part}%`);
    factor.textContent = `× ${number(store.get("exaggeration"), 2)}`;
  });
  const choice: HTMLSelectElement = el(
    "select",
    { "aria-label": "Colours", onchange: () => store.set("coloring", choice.value as Coloring) },
    ...world.elastic.colorings.map((coloring) =>
      el("option", { value: coloring }, coloring === "stress" && isModal ? "stress (von Mises)" : WORDS[coloring]),
    ),
  );
  const bar = el("span", { class: "color-bar", "aria-hidden": "true" });
  bar.style.background = GRADIENT;
  const largest = el("output", {});
  const scale = el("div", { class: "color-scale" }, "0", bar, largest);
  store.watch(["coloring", "t", "exaggeration"], () => {
    const coloring = store.get("coloring");
    choice.value = coloring;
    scale.hidden = coloring === "plain";
    largest.textContent = `${number(world.elastic.largest, 3)} ${UNITS[coloring]}`;
  });
  return el(
    "div",
    { class: "shape-box", role: "group", "aria-label": "Deformation" },
    isModal && el("label", {}, "Deformation", slider, factor),
    world.elastic.colorings.length > 1 && el("label", {}, "Colours", choice),
    scale,
  );
}
