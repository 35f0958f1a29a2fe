// What is written over the picture: names, the axes in the corner, the grid's cell.
import { Vector3 } from "three";
import { AXES } from "./colors.js";
import { el, number } from "./dom.js";

const MOST = 80; // names shown at once
const SPACE = "http://www.w3.org/2000/svg";

export class Overlay {
  constructor(doc, store, world) {
    Object.assign(this, { doc, store, world });
    this.labels = doc.bodies.map((body, b) => this.label("body", b, body.name));
    this.pins = doc.connections.map((c, k) => this.label("connection", k, c.name));
    this.triad = document.createElementNS(SPACE, "svg");
    this.triad.setAttribute("class", "triad");
    this.triad.setAttribute("viewBox", "-32 -32 64 64");
    this.triad.setAttribute("aria-hidden", "true");
    this.lines = ["x", "y", "z"].map((name, k) => {
      const line = document.createElementNS(SPACE, "line");
      const text = document.createElementNS(SPACE, "text");
      text.textContent = name;
      line.setAttribute("stroke", AXES[k]);
      text.setAttribute("fill", AXES[k]);
      this.triad.append(line, text);
      return { line, text };
    });
    this.cell = el("span", { class: "cell" });
    this.root = el("div", { class: "overlay" }, ...this.labels, ...this.pins, this.triad, this.cell);
    const ghost = doc.ghost && el("span", { class: "ghost-note" }, el("span", { class: "swatch faint" }), doc.ghost.label);
    if (ghost) {
      this.root.append(ghost);
      store.watch(["ghost"], () => { ghost.hidden = !store.get("ghost"); });
    }
    store.watch(["names", "selected", "hovered"], () => this.update());
  }

  label(type, index, name) {
    const node = el("span", { class: `label ${type}` }, name.length > 60 ? `${name.slice(0, 60)}…` : name);
    node.hidden = true;
    return node;
  }

  update() {
    if (!this.world.attitude) return;
    const [names, selected, hovered] = ["names", "selected", "hovered"].map((name) => this.store.get(name));
    const is = (thing, type, index) => thing?.type === type && thing.index === index;
    const place = (node, type, index, point) => {
      const on = is(selected, type, index) || is(hovered, type, index) || (names && index < MOST && !(type === "body" && index === 0));
      const at = on ? this.world.project(point) : null;
      node.hidden = !at;
      node.classList.toggle("selected", is(selected, type, index));
      if (at) node.style.transform = `translate(${at[0].toFixed(1)}px, ${at[1].toFixed(1)}px) translate(-50%, ${type === "body" ? "-160%" : "60%"})`;
    };
    this.labels.forEach((node, b) => place(node, "body", b, this.world.attitude.point(b, new Vector3(...this.doc.bodies[b].com))));
    this.pins.forEach((node, k) => { if (this.world.symbols[k].places.length) place(node, "connection", k, this.world.symbols[k].places[0]); });
    const grid = `grid ${number(this.world.cell)} m`;
    if (this.cell.textContent !== grid) this.cell.textContent = grid;
    this.turnTriad();
  }

  turnTriad() {
    const view = this.world.camera.quaternion.clone().conjugate();
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]].forEach((axis, k) => {
      const p = new Vector3(...axis).applyQuaternion(view);
      const { line, text } = this.lines[k];
      line.setAttribute("x2", (20 * p.x).toFixed(2));
      line.setAttribute("y2", (-20 * p.y).toFixed(2));
      text.setAttribute("x", (27 * p.x).toFixed(2));
      text.setAttribute("y", (-27 * p.y + 3).toFixed(2));
    });
  }
}
