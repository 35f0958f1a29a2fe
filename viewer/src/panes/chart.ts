// One plot: lines over time, lines over another curve, or areas on top of each other.
import uPlot from "uplot";
import { THEMES, type ThemeName } from "../world/colors";
import { el, number } from "./dom";
import { stacked } from "./stack";

export interface PlotLine {
  name: string;
  color: string;
  isDashed?: boolean;
  /** Of a run before: seen, not named. */
  isFaint?: boolean;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  /** Where it is at a time. */
  at(t: number): [number, number];
}

export interface PlotSpec {
  kind: "time" | "over" | "stack";
  title: string;
  unit: string;
  /** Of what is across; of time "s". */
  across: string;
  lines: PlotLine[];
}

export interface PlotHooks {
  theme: ThemeName;
  now(): number;
  seek(t: number): void;
  /** Shows a part of time; null shows all of it. */
  zoom(window: readonly [number, number] | null): void;
}

const FONT = "11px system-ui, sans-serif";
const LONG_TICK = 5; // letters
const LOWEST = 70; // pixels
const WHEEL = 1.2; // of a turn of the wheel: how much more time is shown

const gaps = (values: ArrayLike<number>) => Array.from(values, (v) => (Number.isFinite(v) ? v : null));

function dataOf(spec: PlotSpec): uPlot.AlignedData {
  if (spec.kind === "over") return [null, ...spec.lines.map((line) => [gaps(line.x), gaps(line.y)])] as unknown as uPlot.AlignedData;
  if (spec.kind === "stack") {
    const { above, below } = stacked(spec.lines.map((line) => line.y));
    return [Array.from(spec.lines[0]?.x ?? []), ...above, ...below] as uPlot.AlignedData;
  }
  // A line that has no points yet has a gap.
  return uPlot.join(spec.lines.map((line) => (line.x.length ? [Array.from(line.x), gaps(line.y)] : [[0], [null]]) as uPlot.AlignedData));
}

/** Lines between points in the order in which they are, whichever way they go. */
const inOrder: uPlot.Series.PathBuilder = (chart, k) => {
  const [xs, ys] = chart.data[k] as unknown as (number | null)[][];
  const stroke = new Path2D();
  let isDown = false;
  xs.forEach((x, j) => {
    const y = ys[j];
    if (x === null || y === null) {
      isDown = false;
      return;
    }
    const [px, py] = [chart.valToPos(x, "x", true), chart.valToPos(y, "y", true)];
    if (isDown) stroke.lineTo(px, py);
    else stroke.moveTo(px, py);
    isDown = true;
  });
  return { stroke, fill: null, clip: null, band: null, gaps: null, flags: 0 } as unknown as uPlot.Series.Paths;
};

function seriesOf(spec: PlotSpec): uPlot.Series[] {
  const dash = (line: PlotLine) => (line.isDashed ? [6, 4] : undefined);
  if (spec.kind === "over") {
    return [
      {},
      ...spec.lines.map((line) => ({
        stroke: line.color,
        width: 1.6,
        dash: dash(line),
        paths: inOrder,
        facets: [
          { scale: "x", auto: true },
          { scale: "y", auto: true },
        ],
      })),
    ];
  }
  const plain = spec.lines.map((line) => ({
    stroke: line.isFaint ? `${line.color}59` : line.color,
    width: spec.kind === "stack" ? 0.8 : 1.6,
    dash: dash(line),
    pxAlign: 0,
    points: { show: false },
  }));
  return spec.kind === "stack" ? [{}, ...plain, ...plain.map((one) => ({ ...one }))] : [{}, ...plain];
}

/** Areas between one edge and the next, the first of which begins at zero. */
function bandsOf(spec: PlotSpec): uPlot.Band[] {
  if (spec.kind !== "stack") return [];
  const count = spec.lines.length;
  return spec.lines.flatMap((line, k) =>
    k === 0
      ? []
      : [
          { series: [k + 1, k] as [number, number], fill: `${line.color}66` },
          { series: [count + k, count + k + 1] as [number, number], fill: `${line.color}66`, dir: 1 as const },
        ],
  );
}

export class Chart {
  readonly holder: HTMLElement;
  private readonly legend = el("div", { class: "legend" });
  private readonly plot: uPlot;

  constructor(
    private spec: PlotSpec,
    private readonly hooks: PlotHooks,
  ) {
    const theme = THEMES[hooks.theme];
    this.holder = el("div", {
      class: "plot",
      role: "img",
      "aria-label": `${spec.lines
        .filter((line) => !line.isFaint)
        .map((line) => line.name)
        .join(", ")} ${spec.title}${spec.unit ? `, in ${spec.unit}` : ""}`,
    });
    this.holder.append(this.legend);
    const axis = {
      stroke: theme.axis,
      font: FONT,
      grid: { stroke: theme.line, width: 1 },
      ticks: { stroke: theme.line, width: 1, size: 4 },
    };
    const withUnit = (ticks: number[]) => ticks.map((x, k) => (k === ticks.length - 1 ? `${number(x, 6)} ${spec.across}` : number(x, 6)));
    const series = seriesOf(spec);
    if (spec.kind === "stack")
      series.slice(1).forEach((one, k) => {
        if (k % spec.lines.length === 0) one.fill = `${spec.lines[0].color}66`;
      });
    this.plot = new uPlot(
      {
        mode: spec.kind === "over" ? 2 : 1,
        width: 300,
        height: 150,
        legend: { show: false },
        // Half of the last number with its unit stands beyond the end of the axis.
        padding: [8, 12 + 3.2 * (LONG_TICK + spec.across.length), 0, 0],
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
        select: { show: true, left: 0, top: 0, width: 0, height: 0 },
        scales: { x: { time: false }, y: {} },
        series,
        bands: bandsOf(spec),
        axes: [
          { ...axis, size: 24, values: (_, ticks) => withUnit(ticks) },
          { ...axis, size: 58, values: (_, ticks) => ticks.map((x) => number(x, 4)) },
        ],
        hooks: { draw: [() => this.drawCursor()] },
      },
      dataOf(spec),
      this.holder,
    );
    const names = spec.lines
      .filter((line) => !line.isFaint)
      .map((line) => {
        const name = el("span", { class: line.isDashed ? "dashed" : null }, line.name);
        name.style.setProperty("--own", line.color);
        return name;
      });
    this.legend.append(el("b", {}, spec.unit || "–"), ...names);
    if (spec.kind !== "over") this.bind();
  }

  private bind(): void {
    const { over } = this.plot;
    let from: number | null = null;
    const x = (event: PointerEvent | WheelEvent) => event.clientX - over.getBoundingClientRect().left;
    const t = (event: PointerEvent | WheelEvent) => this.plot.posToVal(x(event), "x");
    over.addEventListener("pointerdown", (event) => {
      over.setPointerCapture(event.pointerId);
      if (event.shiftKey) from = x(event);
      else this.hooks.seek(t(event));
    });
    over.addEventListener("pointermove", (event) => {
      if (!event.buttons) return;
      if (from === null) this.hooks.seek(t(event));
      else
        this.plot.setSelect({ left: Math.min(from, x(event)), width: Math.abs(x(event) - from), top: 0, height: over.clientHeight }, false);
    });
    over.addEventListener("pointerup", (event) => {
      if (from !== null && Math.abs(x(event) - from) > 4)
        this.hooks.zoom([this.plot.posToVal(Math.min(from, x(event)), "x"), this.plot.posToVal(Math.max(from, x(event)), "x")]);
      from = null;
      this.plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
    });
    over.addEventListener("dblclick", () => this.hooks.zoom(null));
    over.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const [low, high] = this.range;
        const factor = event.deltaY > 0 ? WHEEL : 1 / WHEEL;
        this.hooks.zoom([t(event) - factor * (t(event) - low), t(event) + factor * (high - t(event))]);
      },
      { passive: false },
    );
  }

  /** The part of time that is shown. */
  get range(): [number, number] {
    return [this.plot.scales.x.min ?? 0, this.plot.scales.x.max ?? 1];
  }

  show(window: readonly [number, number] | null): void {
    const times = this.plot.data[0] as ArrayLike<number> | null;
    if (!times?.length) return;
    this.plot.setScale("x", window ? { min: window[0], max: window[1] } : { min: times[0], max: times[times.length - 1] });
  }

  /** Takes other numbers for the same lines; false where the lines are others. */
  take(spec: PlotSpec): boolean {
    const named = ({ kind, lines }: PlotSpec) => [kind, ...lines.map((line) => `${line.name} ${line.isFaint}`)].join("\n");
    if (named(spec) !== named(this.spec)) return false;
    this.spec = spec;
    this.plot.setData(dataOf(spec));
    return true;
  }

  private drawCursor(): void {
    const { spec, plot } = this;
    const { ctx, bbox } = plot;
    const t = this.hooks.now();
    const dots =
      spec.kind === "stack" ? [] : spec.lines.filter((line) => !line.isFaint).map((line) => ({ color: line.color, at: line.at(t) }));
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left - 4, bbox.top - 4, bbox.width + 8, bbox.height + 8);
    ctx.clip();
    if (spec.kind !== "over") {
      const x = Math.round(plot.valToPos(t, "x", true)) + 0.5;
      ctx.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent");
      ctx.lineWidth = window.devicePixelRatio;
      ctx.setLineDash([]);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    for (const { color, at } of dots) {
      if (!at.every(Number.isFinite)) continue;
      ctx.fillStyle = color;
      ctx.beginPath();
      ctx.arc(plot.valToPos(at[0], "x", true), plot.valToPos(at[1], "y", true), 3.4 * window.devicePixelRatio, 0, 2 * Math.PI);
      ctx.fill();
    }
    ctx.restore();
  }

  redraw(): void {
    this.plot.redraw(false, false);
  }

  resize(width: number, height: number): void {
    this.holder.style.width = `${width}px`;
    this.plot.setSize({ width, height: Math.max(height - this.legend.offsetHeight, LOWEST) });
  }

  destroy(): void {
    this.plot.destroy();
  }
}
