// What is written over the picture: names, the axes in the corner, the grid's cell.
import { Vector3 } from "three";
import { el, number, svg } from "../panes/dom";
import type { PageStore } from "../state/page";
import { AXES, otherColor } from "./colors";
import { isSame, type Thing } from "./layer";
import type { World } from "./world";

const MOST = 80; // names shown at once
const LONGEST = 60; // letters of one

export class Overlay {
  readonly root: HTMLElement;
  private readonly labels: HTMLElement[];
  private readonly pins: HTMLElement[];
  private readonly lines: { line: SVGElement; text: SVGElement }[];
  private readonly sizes = new Map<HTMLElement, [number, number]>();
  private taken: { left: number; top: number; right: number; bottom: number }[] = [];
  private readonly distance = el("output", { class: "label distance", hidden: true });
  private readonly cell = el("span", { class: "cell" });

  constructor(
    private readonly store: PageStore,
    private readonly world: World,
  ) {
    const { doc } = world;
    const label = (type: string, name: string) =>
      el("span", { class: `label ${type}`, hidden: true }, name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);
    this.labels = doc.bodies.map((body) => label("body", body.name));
    this.pins = doc.connections.map((connection) => label("connection", connection.name));
    this.lines = AXES.map((color, k) => {
      const text = svg("text", { fill: color });
      text.textContent = "xyz"[k];
      return { line: svg("line", { stroke: color }), text };
    });
    const triad = svg(
      "svg",
      { class: "triad", viewBox: "-32 -32 64 64", "aria-hidden": "true" },
      ...this.lines.flatMap(({ line, text }) => [line, text]),
    );
    this.root = el("div", { class: "overlay" }, ...this.labels, ...this.pins, triad, this.cell, this.distance);
    const notes = el("div", { class: "ghost-note" });
    if (doc.ghost) notes.append(el("span", { class: "swatch faint" }), doc.ghost.label);
    doc.others.forEach((other, k) => {
      const swatch = el("span", { class: "swatch" });
      swatch.style.background = otherColor(k);
      notes.append(swatch, other.label);
    });
    this.root.append(notes);
    store.watch(["ghost"], () => {
      notes.hidden = !store.get("ghost");
    });
    store.watch(["floor"], () => {
      this.cell.hidden = !store.get("floor");
    });
    store.watch(["names", "selected", "hovered"], () => this.update());
  }

  update(): void {
    const { doc, pose, symbols } = this.world;
    const centre = new Vector3();
    this.taken = [];
    this.tellDistance();
    this.labels.forEach((node, index) =>
      this.place(node, { type: "body", index }, () => pose.point(index, centre.set(...doc.bodies[index].com), centre)),
    );
    this.pins.forEach((node, index) => {
      if (symbols.drawings[index].places.length) this.place(node, { type: "connection", index }, () => symbols.drawings[index].places[0]);
    });
    const grid = `grid ${number(this.world.ground.cell)} m`;
    if (this.cell.textContent !== grid) this.cell.textContent = grid;
    this.turnTriad();
  }

  private place(node: HTMLElement, thing: Thing, point: () => Vector3): void {
    const isSelected = isSame(this.store.get("selected"), thing);
    const isNamed = this.store.get("names") && thing.index < MOST && !(thing.type === "body" && thing.index === 0);
    const at = isSelected || isNamed || isSame(this.store.get("hovered"), thing) ? this.world.stage.project(point()) : null;
    node.classList.toggle("selected", isSelected);
    node.hidden = !at || !(this.hasRoom(node, at, thing.type === "body" ? -1.6 : 0.6) || isSelected);
    if (at && !node.hidden)
      node.style.transform = `translate(${at[0].toFixed(1)}px, ${at[1].toFixed(1)}px) translate(-50%, ${thing.type === "body" ? "-160%" : "60%"})`;
  }

  /** Whether a label would cover none that is there already; it then has its place. */
  private hasRoom(node: HTMLElement, [x, y]: [number, number], above: number): boolean {
    let size = this.sizes.get(node);
    if (!size) {
      node.hidden = false;
      size = [node.offsetWidth, node.offsetHeight];
      if (size[0]) this.sizes.set(node, size);
    }
    const box = { left: x - size[0] / 2, top: y + above * size[1], right: x + size[0] / 2, bottom: y + (above + 1) * size[1] };
    if (this.taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom))
      return false;
    this.taken.push(box);
    return true;
  }

  private tellDistance(): void {
    const { measure, stage } = this.world;
    const distance = measure.distance;
    const at = distance === null ? null : stage.project(measure.ends[0].clone().add(measure.ends[1]).multiplyScalar(0.5));
    this.distance.hidden = !at;
    if (!at) return;
    this.distance.textContent = `${number(distance)} m`;
    this.distance.style.transform = `translate(${at[0].toFixed(1)}px, ${at[1].toFixed(1)}px) translate(-50%, -150%)`;
  }

  private turnTriad(): void {
    const view = this.world.stage.camera.quaternion.clone().conjugate();
    this.lines.forEach(({ line, text }, k) => {
      const p = new Vector3().setComponent(k, 1).applyQuaternion(view);
      line.setAttribute("x2", (20 * p.x).toFixed(2));
      line.setAttribute("y2", (-20 * p.y).toFixed(2));
      text.setAttribute("x", (27 * p.x).toFixed(2));
      text.setAttribute("y", (-27 * p.y + 3).toFixed(2));
    });
  }
}
