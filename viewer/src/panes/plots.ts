// The dock of plots: which curves, over what, how much of time, and their numbers to take away.
import { curveAt } from "../source/curve";
import type { Source } from "../source/port";
import type { PageState, PageStore } from "../state/page";
import { curveColor, makeChannelList } from "./channel_list";
import { Chart, type PlotLine, type PlotSpec } from "./chart";
import { type CurveInfo, CurveTable, shownIn } from "./curves";
import { el } from "./dom";
import { csv, download, fileName } from "./save";

const FIRST = 3; // curves shown to begin with, of one unit
const ENERGIES = ["kinetic_energy", "gravity_energy", "stored_energy"];
const ZOOM = 0.5; // of the part of time that is shown
const ACROSS = 260; // pixels that a plot has at least

/** Another run that is plotted beside the first. */
export interface OtherRun {
  label: string;
  source: Source;
}

export interface PlotOptions {
  /** What files are called. */
  name: string;
  /** Ids of the channels to begin with. */
  first: readonly string[];
  /** What the first run is called beside others. */
  label: string;
  others: readonly OtherRun[];
}

export class Plots {
  readonly root: HTMLElement;
  private readonly area = el("div", { class: "plots" });
  private charts: Chart[] = [];
  private readonly others: { label: string; curves: CurveTable }[];

  constructor(
    private readonly curves: CurveTable,
    private readonly store: PageStore,
    private readonly source: Source,
    private readonly options: PlotOptions,
  ) {
    this.others = options.others.map((other) => ({ label: other.label, curves: new CurveTable(other.source) }));
    const list = makeChannelList(curves, store, (key, on) => this.show(key, on));
    this.root = el("section", { class: "dock", "aria-label": "Plots" }, list, el("div", { class: "plot-side" }, this.makeBar(), this.area));
    if (!store.get("shown").length) store.set("shown", this.begin(options.first));
    store.watch(["shown", "theme", "degrees", "plotKind", "difference"], () => this.build());
    store.watch(["grown"], () => this.grow());
    store.watch(["window"], () => {
      for (const chart of this.charts) chart.show(store.get("window"));
    });
    store.watch(["t"], () => {
      for (const chart of this.charts) chart.redraw();
    });
    new ResizeObserver(() => this.resize()).observe(this.area);
  }

  /** Curves to begin with: those of the channels, or of their numbers, that the scene names, or the first of one unit. */
  private begin(first: readonly string[]): string[] {
    const named = this.curves.all.filter((curve) => first.includes(curve.channel.id) || first.includes(curve.key));
    const unit = this.curves.all[0]?.unit;
    return (named.length ? named : this.curves.all.filter((curve) => curve.unit === unit).slice(0, FIRST)).map((curve) => curve.key);
  }

  show(key: string, on: boolean): void {
    const shown = this.store.get("shown").filter((other) => other !== key);
    this.store.set("shown", on ? [...shown, key] : shown);
    if (on && ["energy", "power"].includes(this.store.get("plotKind"))) this.store.set("plotKind", "time");
  }

  private makeBar(): HTMLElement {
    const { store, curves } = this;
    const powers = curves.all.filter((curve) => curve.unit === "W");
    const kind: HTMLSelectElement = el(
      "select",
      { "aria-label": "What is plotted", onchange: () => store.set("plotKind", kind.value as PageState["plotKind"]) },
      el("option", { value: "time" }, "over time"),
      curves.pick(ENERGIES).length > 1 && el("option", { value: "energy" }, "energies, stacked"),
      powers.length > 0 && el("option", { value: "power" }, "powers, stacked"),
      el(
        "optgroup",
        { label: "over a channel" },
        ...curves.all.map((curve) => el("option", { value: `over ${curve.key}` }, `over ${curve.key}`)),
      ),
    );
    store.watch(["plotKind"], () => {
      kind.value = store.get("plotKind");
    });
    const chip = (label: string, title: string, action: () => void) => el("button", { class: "chip", title, onclick: action }, label);
    const toggle = (name: "degrees" | "difference", label: string, title: string) => {
      const button = chip(label, title, () => store.toggle(name));
      store.watch([name], () => button.setAttribute("aria-pressed", String(store.get(name))));
      return button;
    };
    const hasAngles = curves.all.some((curve) => shownIn(curve.unit, true).factor !== 1);
    return el(
      "div",
      { class: "plot-bar", role: "toolbar", "aria-label": "Plots" },
      kind,
      hasAngles && toggle("degrees", "degrees", "Angles in degrees (O)"),
      this.others.length > 0 && toggle("difference", "difference", `Other runs less "${this.options.label}"`),
      chip("zoom in", "Less of time, about the cursor; also the wheel, or drag with Shift", () => this.zoomBy(ZOOM)),
      chip("zoom out", "More of time", () => this.zoomBy(1 / ZOOM)),
      chip("all", "All of time; also a double click", () => store.set("window", null)),
      chip("CSV", "Save the numbers of these plots", () => this.save()),
    );
  }

  private zoomBy(factor: number): void {
    const [start, end] = this.source.range();
    const [low, high] = this.store.get("window") ?? [start, end];
    const t = Math.min(Math.max(this.store.get("t"), low), high);
    this.zoom([t - factor * (t - low), t + factor * (high - t)]);
  }

  private zoom(window: readonly [number, number] | null): void {
    const [start, end] = this.source.range();
    if (!window) {
      this.store.set("window", null);
      return;
    }
    const [low, high] = [Math.max(window[0], start), Math.min(window[1], end)];
    if (high - low < 1e-9 * (end - start)) return;
    this.store.set("window", high - low > (1 - 1e-6) * (end - start) ? null : [low, high]);
  }

  /** The plots as they are asked for now. */
  private specs(): PlotSpec[] {
    const { store, curves } = this;
    const kind = store.get("plotKind");
    if (kind === "energy") return [this.stack("energies over time", curves.pick(ENERGIES))];
    if (kind === "power")
      return [
        this.stack(
          "powers over time",
          curves.all.filter((curve) => curve.unit === "W"),
        ),
      ];
    const over = kind.startsWith("over ") ? curves.find(kind.slice(5)) : undefined;
    const units = new Map<string, CurveInfo[]>();
    for (const curve of curves.pick(store.get("shown"))) units.set(curve.unit, [...(units.get(curve.unit) ?? []), curve]);
    return [...units].map(([unit, own]) => ({
      kind: over ? "over" : "time",
      title: over ? `over ${over.key}` : "over time",
      unit: shownIn(unit, store.get("degrees")).unit,
      across: over ? shownIn(over.unit, store.get("degrees")).unit : "s",
      lines: own.flatMap((curve) => this.lines(curve, over, curveColor(store.get("shown").indexOf(curve.key)))),
    }));
  }

  /** A curve of the first run and of all others, or their differences. */
  private lines(curve: CurveInfo, over: CurveInfo | undefined, color: string): PlotLine[] {
    const { store } = this;
    const [{ factor }, across] = [shownIn(curve.unit, store.get("degrees")), over ? shownIn(over.unit, store.get("degrees")).factor : 1];
    const isDifference = store.get("difference") && this.others.length > 0;
    const line = (table: CurveTable, own: CurveInfo, name: string, isDashed: boolean, less: CurveTable | null): PlotLine => {
      const x = over && table.find(over.key);
      const times = table.union([own, ...(x ? [x] : [])]);
      const less0 = (t: number) => (less ? less.value(curve, t) : 0);
      return {
        name,
        color,
        isDashed,
        x: x ? table.at(x, times, across) : times,
        y: table.at(own, times, factor).map((y, k) => y - factor * less0(times[k])),
        at: (t) => [x ? across * table.value(x, t) : t, factor * (table.value(own, t) - less0(t))],
      };
    };
    const others = this.others.flatMap(({ label, curves }) => {
      const own = curves.find(curve.key);
      return own
        ? [
            line(
              curves,
              own,
              `${curve.key} (${label}${isDifference ? ` − ${this.options.label}` : ""})`,
              !isDifference,
              isDifference ? this.curves : null,
            ),
          ]
        : [];
    });
    const mine = line(this.curves, curve, this.others.length ? `${curve.key} (${this.options.label})` : curve.key, false, null);
    const before = over ? null : this.curves.remembered(curve);
    const y = before ? Array.from(before.y, (value) => factor * value) : [];
    const at = (t: number): [number, number] => [t, before && this.source.isPinned ? factor * curveAt(before.t, before.y, t) : NaN];
    const how = this.source.isPinned ? { name: `${curve.key} (pinned)`, isDashed: true } : { name: curve.key, isFaint: true };
    const faint: PlotLine[] = before ? [{ ...how, color, x: before.t, y, at }] : [];
    return isDifference ? others : [mine, ...others, ...faint];
  }

  /** Curves on top of each other. Energies of gravity have no zero of their own: the lowest is taken. */
  private stack(title: string, own: CurveInfo[]): PlotSpec {
    const times = this.curves.union(own);
    const lines = own.map((curve, k): PlotLine => {
      const values = this.curves.at(curve, times);
      const lowest =
        curve.key === "gravity_energy" ? values.reduce((least, x) => (Number.isNaN(x) ? least : Math.min(x, least)), Infinity) : 0;
      const zero = Number.isFinite(lowest) ? lowest : 0;
      return {
        name: zero ? `${curve.key} above its lowest` : curve.key,
        color: curveColor(k),
        x: times,
        y: values.map((y) => y - zero),
        at: (t) => [t, this.curves.value(curve, t) - zero],
      };
    });
    return { kind: "stack", title, unit: own[0]?.unit ?? "", across: "s", lines };
  }

  private build(): void {
    for (const chart of this.charts) chart.destroy();
    const hooks = {
      theme: this.store.get("theme"),
      now: () => this.store.get("t"),
      zoom: (window: readonly [number, number] | null) => this.zoom(window),
      seek: (t: number) => {
        const [start, end] = this.source.range();
        this.store.set("t", Math.min(Math.max(t, start), end));
      },
    };
    this.charts = this.specs()
      .filter((spec) => spec.lines.length)
      .map((spec) => new Chart(spec, hooks));
    this.area.replaceChildren(...this.charts.map((chart) => chart.holder));
    if (!this.charts.length) this.area.append(el("p", { class: "quiet" }, "Tick channels to plot them."));
    this.resize();
    if (this.store.get("window")) for (const chart of this.charts) chart.show(this.store.get("window"));
  }

  /** Takes up what the source has got since. */
  private grow(): void {
    const specs = this.specs().filter((spec) => spec.lines.length);
    if (specs.length !== this.charts.length || !this.charts.every((chart, k) => chart.take(specs[k]))) this.build();
    else if (this.store.get("window")) for (const chart of this.charts) chart.show(this.store.get("window"));
  }

  /** All plotted numbers at common times, as text. */
  table(): string {
    const specs = this.specs();
    const lines = specs.flatMap((spec) => spec.lines.filter((line) => !line.isFaint).map((line) => ({ line, unit: spec.unit })));
    const times = Float64Array.from(
      new Set(this.curves.pick(this.store.get("shown")).flatMap((curve) => [...this.curves.times(curve)])),
    ).sort();
    const all = times.length ? times : Float64Array.from(lines[0]?.line.x ?? []);
    const over = specs.find((spec) => spec.kind === "over");
    const heads = [
      "t [s]",
      ...(over ? [`${over.title.slice(5)} [${over.across}]`] : []),
      ...lines.map(({ line, unit }) => `${line.name} [${unit || "1"}]`),
    ];
    const at = (line: PlotLine, k: 0 | 1) => Array.from(all, (t) => line.at(t)[k]);
    return csv(heads, [all, ...(over ? [at(over.lines[0], 0)] : []), ...lines.map(({ line }) => at(line, 1))]);
  }

  private save(): void {
    download(new Blob([this.table()], { type: "text/csv" }), fileName(this.options.name, "csv"));
  }

  private resize(): void {
    const count = this.charts.length;
    if (!count || !this.area.clientWidth) return;
    const columns = Math.min(count, Math.max(1, Math.floor(this.area.clientWidth / ACROSS)));
    const rows = Math.ceil(count / columns);
    const width = Math.floor(this.area.clientWidth / columns) - 4;
    const height = Math.max(Math.floor(this.area.clientHeight / Math.min(rows, 2)), 90);
    for (const chart of this.charts) chart.resize(width, height);
  }
}
