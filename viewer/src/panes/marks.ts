// Marks on the time line: impacts tall, other events and changes short; what happened is said beside the pointer.
import type { TimeMark } from "../scene/schema";
import type { Source } from "../source/port";
import type { PageStore } from "../state/page";
import { el, svg } from "./dom";

const NEAR = 6; // pixels from the pointer
const SAME = 1e-9; // of the whole time: marks that are one moment
const THUMB = 7; // pixels: half of the slider's, which does not leave the line
const WIDE = 10000;
const TALL = { impact: [0, 10], event: [4, 10], change: [5, 10] };

function ticks(marks: readonly TimeMark[], place: (t: number) => number): SVGElement {
  const paths = (["change", "event", "impact"] as const).map((kind) => {
    const [from, to] = TALL[kind];
    const d = marks
      .filter((mark) => mark.kind === kind)
      .map((mark) => `M${(WIDE * place(mark.t)).toFixed(1)} ${from}V${to}`)
      .join("");
    return svg("path", { class: kind, d, "vector-effect": "non-scaling-stroke" });
  });
  return svg("svg", { class: "ticks", viewBox: `0 0 ${WIDE} 10`, preserveAspectRatio: "none", "aria-hidden": "true" }, ...paths);
}

/** The next mark after a time, or the last before it. */
export function nextMark(marks: readonly TimeMark[], source: Source, t: number, forward: boolean): TimeMark | undefined {
  const [start, end] = source.range();
  const apart = SAME * (end - start);
  return forward ? marks.find((mark) => mark.t > t + apart) : marks.findLast((mark) => mark.t < t - apart);
}

/** What has happened so far: as the source finds out, or as the scene says. */
export const marksOf = (source: Source, recorded: readonly TimeMark[]): readonly TimeMark[] => source.marks?.() ?? recorded;

/** The slider with marks over it. */
export function withMarks(slider: HTMLElement, store: PageStore, recorded: readonly TimeMark[], source: Source): HTMLElement {
  let marks = marksOf(source, recorded);
  if (!marks.length && !source.marks?.()) return slider;
  let [start, end] = source.range();
  const place = (t: number) => (t - start) / (end - start || 1);
  const said = el("output", { class: "said", role: "status" });
  let drawn = ticks(marks, place);
  const track = el("div", { class: "track" }, slider, drawn, said);
  let pointed: TimeMark | null = null;
  const across = () => Math.max(track.clientWidth - 2 * THUMB, 1);
  const under = (event: MouseEvent) => {
    const x = event.clientX - track.getBoundingClientRect().left - THUMB;
    const far = (mark: TimeMark) => Math.abs(place(mark.t) * across() - x);
    const near = marks.reduce<TimeMark | null>((best, mark) => (best && far(best) <= far(mark) ? best : mark), null);
    return near && far(near) <= NEAR ? near : null;
  };
  const tell = () => {
    const t = pointed?.t ?? store.get("t");
    const now = marks.filter((mark) => Math.abs(mark.t - t) <= SAME * (end - start));
    said.hidden = now.length === 0;
    said.textContent = now.map((mark) => mark.sentence).join("\n");
    if (said.hidden) return;
    const half = said.offsetWidth / 2;
    const x = THUMB + place(t) * across();
    said.style.left = `${Math.min(Math.max(x, half), Math.max(track.clientWidth - half, half)).toFixed(1)}px`;
  };
  const point = (mark: TimeMark | null) => {
    if (mark !== pointed) {
      pointed = mark;
      tell();
    }
  };
  track.addEventListener("pointermove", (event) => point(event.buttons ? null : under(event)));
  track.addEventListener("pointerleave", () => point(null));
  // A click beside a mark is meant for it.
  track.addEventListener("click", (event) => {
    const mark = under(event);
    if (mark && event.detail) store.set("t", mark.t);
  });
  store.watch(["grown"], () => {
    [marks, [start, end]] = [marksOf(source, recorded), source.range()];
    const next = ticks(marks, place);
    drawn.replaceWith(next);
    drawn = next;
    tell();
  });
  store.watch(["t"], tell);
  return track;
}
