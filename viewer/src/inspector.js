// The numbers of what is selected.
import { Rates } from "./data.js";
import { el, number, vector } from "./dom.js";

const rows = (...pairs) => el("dl", {}, ...pairs.filter(Boolean).flatMap(([name, value]) => [el("dt", {}, name), value instanceof Node ? el("dd", {}, value) : el("dd", {}, value)]));
const heading = (text) => el("h3", {}, text);

export class Inspector {
  constructor(doc, store, world, motion, plots) {
    Object.assign(this, { doc, store, world, motion, plots });
    this.root = el("div", { class: "inspector" });
    this.live = () => {};
    this.rates = new Rates(doc.rates);
    store.watch(["selected"], () => this.build());
  }

  build() {
    const selected = this.store.get("selected");
    this.live = () => {};
    if (!selected) this.root.replaceChildren(...this.overview());
    else if (selected.type === "body") this.root.replaceChildren(...this.body(selected.index));
    else this.root.replaceChildren(...this.connection(selected.index));
    this.live();
  }

  link(type, index) {
    const list = type === "body" ? this.doc.bodies : this.doc.connections;
    return el("button", { class: "link", onclick: () => this.store.set("selected", { type, index }) }, list[index].name);
  }

  overview() {
    const { doc, motion } = this;
    const mass = doc.bodies.slice(1).reduce((sum, body) => sum + body.mass, 0);
    const parts = [
      heading(doc.name),
      rows(["Bodies", String(doc.bodies.length - 1)], ["Connections", String(doc.connections.length)], ["Mass", `${number(mass)} kg`],
        motion.moves && ["Time", `${number(motion.start)} … ${number(motion.end)} s`],
        doc.channels.length > 0 && ["Channels", String(doc.channels.length)],
        doc.modes.length > 0 && ["Modes", String(doc.modes.length)]),
    ];
    if (motion.moves) {
      const kept = doc.poses.times.shape[0];
      parts.push(el("p", { class: "quiet" }, `${kept} of ${doc.poses.given} samples are shown; between them nothing is farther off than ${number(doc.poses.tolerance, 2)} m.`));
    }
    const open = this.world.symbols.flatMap((symbol, k) => (symbol.isOpen ? [k] : []));
    if (open.length) {
      parts.push(el("h4", {}, "Not closed"), el("p", { class: "links" }, ...open.map((k) => this.link("connection", k))),
        el("p", { class: "quiet" }, "Their conditions are not met in the first pose (red lines between ends that should meet): assemble the model first."));
    }
    parts.push(el("p", { class: "quiet" }, "Pick a body or a connection, in the picture or in the list, to see its numbers."));
    return parts;
  }

  body(b) {
    const part = this.doc.bodies[b];
    const joined = this.doc.connections.map((c, k) => (c.ends.some((end) => end.body === b) ? k : -1)).filter((k) => k >= 0);
    const moving = this.motion.moves && b > 0;
    const [position, attitude, speed, spin] = Array.from({ length: 4 }, () => el("span", {}));
    this.live = () => {
      const now = this.world.attitude;
      position.textContent = `${vector(now.positions[b])} m`;
      const q = now.quaternions[b];
      attitude.textContent = vector([q.w, q.x, q.y, q.z]);
      if (!moving) return;
      const rates = this.rates.at(b, this.store.get("t"));
      speed.textContent = `${vector(rates.v, 3)} m/s`;
      spin.textContent = `${vector(rates.w, 3)} rad/s`;
    };
    const how = this.doc.differences ? "rates are differences of the poses given" : "rates are those of the run";
    return [
      heading(part.name),
      b === 0 ? el("p", { class: "quiet" }, "The ground does not move.") : rows(
        ["Mass", `${number(part.mass)} kg`], ["Centre of mass", `${vector(part.com)} m`], ["Inertia", this.tensor(part.inertia)]),
      b > 0 && el("h4", {}, "Now"),
      b > 0 && rows(["Position", position], ["Attitude", attitude], moving && ["Velocity", speed], moving && ["Angular vel.", spin]),
      b > 0 && el("p", { class: "quiet" }, moving ? `Of the body frame, in world axes; ${how}. The attitude is in Euler parameters.`
        : "Of the body frame, in world axes; the attitude is in Euler parameters."),
      joined.length > 0 && el("h4", {}, "Connected by"),
      el("p", { class: "links" }, ...joined.map((k) => this.link("connection", k))),
    ].filter(Boolean);
  }

  tensor(rows3) {
    const table = el("table", { class: "tensor" }, ...rows3.map((row) => el("tr", {}, ...row.map((x) => el("td", {}, number(x, 4))))));
    return el("div", {}, table, el("span", { class: "quiet" }, "kg·m², about the centre of mass"));
  }

  connection(k) {
    const part = this.doc.connections[k];
    const apart = el("span", {});
    const own = this.plots.channels.map((c, j) => (c.name.startsWith(`${part.name}.`) ? j : -1)).filter((j) => j >= 0);
    const values = own.map((j) => ({ j, value: el("span", {}) }));
    const arrows = this.world.arrows.filter((arrow) => arrow.part.name === part.name).map((arrow) => ({ arrow, value: el("span", {}) }));
    this.live = () => {
      // Between the samples that were kept, ends that coincide may be shown a little apart.
      const [length, blur] = [this.world.symbols[k].length ?? 0, this.motion.moves ? 2 * this.doc.poses.tolerance : 1e-9];
      apart.textContent = length < blur ? "no" : `${number(length)} m`;
      values.forEach(({ j, value }) => { value.textContent = `${number(this.plots.value(j))} ${this.plots.channels[j].unit}`; });
      arrows.forEach(({ arrow, value }) => { value.textContent = `${vector(arrow.at(this.store.get("t")))} ${arrow.part.kind === "force" ? "N" : "N·m"}`; });
    };
    const ends = part.ends.map((end, i) => [i ? "and" : "Between", el("span", {}, this.link("body", end.body), ` at ${vector(end.position)}`)]);
    return [
      heading(part.name),
      rows(["Kind", part.kind], ...ends, part.ends.length === 2 && ["Ends apart", apart]),
      values.length + arrows.length > 0 && el("h4", {}, "Now"),
      rows(...values.map(({ j, value }) => [this.plots.channels[j].name.slice(part.name.length + 1), el("span", { class: "with-plot" }, value, this.plotButton(j))]),
        ...arrows.map(({ arrow, value }) => [arrow.part.kind, value])),
      el("h4", {}, "As given"), el("p", { class: "code" }, part.about),
    ].filter(Boolean);
  }

  plotButton(j) {
    const button = el("button", { class: "chip", onclick: () => this.plots.show(j, !this.store.get("shown").includes(j)) }, "plot");
    button.setAttribute("aria-label", `Plot ${this.plots.channels[j].name}`);
    button.setAttribute("aria-pressed", this.store.get("shown").includes(j));
    button.addEventListener("click", () => button.setAttribute("aria-pressed", this.store.get("shown").includes(j)));
    return button;
  }
}
