// Channels over time: one plot for each unit, a cursor that is the time, and a list to choose from.
import uPlot from "uplot";
import { CURVES, THEMES } from "./colors.js";
import { curveAt, unpack } from "./data.js";
import { el, number } from "./dom.js";

const FIRST = 3; // channels shown to begin with, of one unit
const FILTER = 8; // channels above which there is a filter

export class Plots {
  constructor(doc, store, motion) {
    Object.assign(this, { store, motion });
    this.channels = doc.channels.map((part) => ({ ...part, times: unpack(part.times), values: unpack(part.values) }));
    this.plots = [];
    this.area = el("div", { class: "plots" });
    this.root = el("section", { class: "dock", "aria-label": "Plots" }, this.makeList(), this.area);
    const unit = this.channels[0]?.unit;
    store.set("shown", this.channels.map((c, k) => (c.unit === unit ? k : -1)).filter((k) => k >= 0).slice(0, FIRST));
    store.watch(["shown", "theme"], () => this.build());
    store.watch(["t"], () => this.follow());
    new ResizeObserver(() => this.resize()).observe(this.area);
  }

  value(k, t = this.store.get("t")) {
    const { times, values } = this.channels[k];
    return curveAt(times, values, t);
  }

  color(k) { return CURVES[k % CURVES.length]; }

  show(k, on) {
    const shown = this.store.get("shown").filter((other) => other !== k);
    this.store.set("shown", on ? [...shown, k].sort((a, b) => a - b) : shown);
  }

  makeList() {
    const rows = this.channels.map((channel, k) => {
      const box = el("input", { type: "checkbox", onchange: () => this.show(k, box.checked) });
      const value = el("span", { class: "value" });
      const swatch = el("span", { class: "swatch" });
      swatch.style.background = this.color(k);
      const row = el("label", { class: "channel", title: channel.name }, box, swatch, el("span", { class: "name" }, channel.name), value);
      this.store.watch(["shown"], () => { box.checked = this.store.get("shown").includes(k); row.classList.toggle("on", box.checked); });
      return { row, value, k };
    });
    const tell = () => rows.forEach(({ value, k }) => { value.textContent = `${number(this.value(k), 4)} ${this.channels[k].unit}`; });
    this.store.watch(["t"], tell);
    const list = el("div", { class: "channels", role: "group", "aria-label": "Channels" }, ...rows.map(({ row }) => row));
    if (rows.length <= FILTER) return el("div", { class: "choose" }, list);
    const filter = el("input", {
      type: "search", placeholder: `${rows.length} channels: filter`, "aria-label": "Filter channels",
      oninput: () => rows.forEach(({ row, k }) => { row.hidden = !this.channels[k].name.toLowerCase().includes(filter.value.toLowerCase()); }),
    });
    return el("div", { class: "choose" }, filter, list);
  }

  /** Plots anew: channels of one unit share axes. */
  build() {
    this.plots.forEach((plot) => plot.destroy());
    const units = new Map();
    for (const k of this.store.get("shown")) {
      const { unit } = this.channels[k];
      units.set(unit, [...(units.get(unit) ?? []), k]);
    }
    this.area.replaceChildren();
    this.plots = [...units].map(([unit, shown]) => this.makePlot(unit, shown));
    if (!this.plots.length) this.area.append(el("p", { class: "quiet" }, "Tick channels to plot them."));
    this.resize();
  }

  makePlot(unit, shown) {
    const theme = THEMES[this.store.get("theme")];
    const names = shown.map((k) => this.channels[k].name).join(", ");
    const holder = el("div", { class: "plot", role: "img", "aria-label": `${names} over time${unit ? `, in ${unit}` : ""}` });
    this.area.append(holder);
    const gap = (values) => Array.from(values, (v) => (Number.isFinite(v) ? v : null));
    const data = uPlot.join(shown.map((k) => [Array.from(this.channels[k].times), gap(this.channels[k].values)]));
    const axis = { stroke: theme.axis, font: "11px system-ui, sans-serif", grid: { stroke: theme.line, width: 1 }, ticks: { stroke: theme.line, width: 1, size: 4 } };
    const options = {
      width: 300, height: 150, legend: { show: false }, padding: [22, 12, 0, 0],
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
      scales: { x: { time: false } },
      series: [{}, ...shown.map((k) => ({ stroke: this.color(k), width: 1.6, pxAlign: 0, points: { show: false } }))],
      axes: [
        { ...axis, size: 24, values: (_, ticks) => ticks.map((x, k) => (k === ticks.length - 1 ? `${number(x, 6)} s` : number(x, 6))) },
        { ...axis, size: 58, values: (_, ticks) => ticks.map((x) => number(x, 4)) },
      ],
      hooks: { draw: [(plot) => this.drawCursor(plot)] },
    };
    const plot = new uPlot(options, data, holder);
    holder.append(el("span", { class: "unit" }, unit || "–"));
    this.scrubOn(plot);
    return plot;
  }

  /** The pointer on a plot moves time. */
  scrubOn(plot) {
    const seek = (event) => {
      const x = event.clientX - plot.over.getBoundingClientRect().left;
      this.store.set("t", Math.min(Math.max(plot.posToVal(x, "x"), this.motion.start), this.motion.end));
    };
    plot.over.addEventListener("pointerdown", (event) => { plot.over.setPointerCapture(event.pointerId); seek(event); });
    plot.over.addEventListener("pointermove", (event) => { if (event.buttons) seek(event); });
  }

  drawCursor(plot) {
    const t = this.store.get("t");
    const { ctx, bbox } = plot;
    const x = Math.round(plot.valToPos(t, "x", true)) + 0.5;
    if (x < bbox.left || x > bbox.left + bbox.width + 1) return;
    const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent");
    ctx.save();
    ctx.strokeStyle = accent;
    ctx.lineWidth = window.devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    for (const [j, k] of [...this.shownIn(plot)].entries()) {
      const value = this.value(k);
      if (!Number.isFinite(value)) continue;
      ctx.fillStyle = plot.series[j + 1].stroke();
      ctx.beginPath();
      ctx.arc(x, plot.valToPos(value, "y", true), 3.2 * window.devicePixelRatio, 0, 2 * Math.PI);
      ctx.fill();
    }
    ctx.restore();
  }

  * shownIn(plot) {
    const unit = plot.root.parentNode?.querySelector(".unit")?.textContent;
    for (const k of this.store.get("shown")) if ((this.channels[k].unit || "–") === unit) yield k;
  }

  follow() { this.plots.forEach((plot) => plot.redraw(false, false)); }

  resize() {
    const count = this.plots.length;
    if (!count || !this.area.clientWidth) return;
    const columns = Math.min(count, Math.max(1, Math.floor(this.area.clientWidth / 260)));
    const rows = Math.ceil(count / columns);
    const width = Math.floor(this.area.clientWidth / columns) - 4;
    const height = Math.max(Math.floor(this.area.clientHeight / Math.min(rows, 2)), 90);
    this.plots.forEach((plot) => plot.setSize({ width, height }));
  }
}
