// The numbers of what is selected.
import type { SceneDocument, Vector } from "../scene/schema";
import type { Frame, Source } from "../source/port";
import { moves, type PageStore } from "../state/page";
import type { ContactView } from "../world/contacts";
import type { Thing } from "../world/layer";
import type { World } from "../world/world";
import { type CurveInfo, type CurveTable, shownIn } from "./curves";
import { el, number, vector } from "./dom";
import type { Plots } from "./plots";

type Row = [string, string | Node];

const rows = (...pairs: (Row | false | null)[]) =>
  el("dl", {}, ...pairs.filter((pair): pair is Row => Boolean(pair)).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
const heading = (text: string) => el("h3", {}, text);
const kept = (nodes: (Node | false | null)[]): Node[] => nodes.filter((node): node is Node => Boolean(node));

export interface Inspected {
  doc: SceneDocument;
  store: PageStore;
  source: Source;
  curves: CurveTable;
  plots: Plots;
  /** None where the browser cannot draw. */
  world: World | null;
  /** What is shown now. */
  now(): Frame;
}

export class Inspector {
  readonly root = el("div", { class: "inspector" });
  /** Brings the numbers of this moment up to date. */
  live: () => void = () => {};

  constructor(private readonly page: Inspected) {
    page.store.watch(["selected", "degrees"], () => this.build());
  }

  build(): void {
    const selected = this.page.store.get("selected");
    this.live = () => {};
    if (!selected) this.root.replaceChildren(...this.overview());
    else if (selected.type === "body") this.root.replaceChildren(...this.body(selected.index));
    else this.root.replaceChildren(...this.connection(selected.index));
    this.live();
  }

  private link(thing: Thing): HTMLElement {
    const list = thing.type === "body" ? this.page.doc.bodies : this.page.doc.connections;
    return el("button", { class: "link", onclick: () => this.page.store.set("selected", thing) }, list[thing.index].name);
  }

  private overview(): Node[] {
    const { doc, source, world } = this.page;
    const mass = doc.bodies.slice(1).reduce((sum, body) => sum + body.mass, 0);
    const [start, end] = source.range();
    const parts: Node[] = [
      heading(doc.name),
      rows(
        ["Bodies", String(doc.bodies.length - 1)],
        ["Connections", String(doc.connections.length)],
        ["Mass", `${number(mass)} kg`],
        end > start && ["Time", `${number(start)} … ${number(end)} s`],
        doc.channels.length > 0 && ["Channels", String(doc.channels.length)],
        doc.modes.length > 0 && ["Modes", String(doc.modes.length)],
        doc.happened.given > 0 && ["Happened", this.happened()],
      ),
    ];
    if (source.kind === "recorded" && end > start) {
      const shown = doc.poses.times.shape[0];
      parts.push(
        el(
          "p",
          { class: "quiet" },
          `${shown} of ${doc.poses.given} samples are shown; between them nothing is farther off than ${number(doc.poses.tolerance, 2)} m.`,
        ),
      );
    }
    const open = (world?.symbols.drawings ?? []).flatMap((symbol, k) => (symbol.isOpen ? [k] : []));
    if (open.length) {
      parts.push(
        el("h4", {}, "Not closed"),
        el("p", { class: "links" }, ...open.map((index) => this.link({ type: "connection", index }))),
        el(
          "p",
          { class: "quiet" },
          "Their conditions are not met in the first pose (red lines between ends that should meet): assemble the model first.",
        ),
      );
    }
    parts.push(el("p", { class: "quiet" }, "Pick a body or a connection, in the picture or in the list, to see its numbers."));
    return parts;
  }

  /** How many impacts, changes and events there were. */
  private happened(): string {
    const { marks, given } = this.page.doc.happened;
    const count = (kind: string) => {
      const n = marks.filter((mark) => mark.kind === kind).length;
      return n ? `${n} ${kind}${n > 1 ? "s" : ""}` : null;
    };
    const told = ["impact", "change", "event"].map(count).filter(Boolean).join(", ");
    return given > marks.length ? `${told} on the time line, of ${given}` : told;
  }

  private body(b: number): Node[] {
    const { doc, source } = this.page;
    const part = doc.bodies[b];
    const joined = doc.connections.flatMap((c, index) => (c.ends.some((end) => end.body === b) ? [index] : []));
    const moving = moves(source) && b > 0;
    const [position, attitude, speed, spin] = Array.from({ length: 4 }, () => el("span", {}));
    this.live = () => {
      const { poses, velocities } = this.page.now();
      position.textContent = `${vector(poses.subarray(7 * b, 7 * b + 3))} m`;
      attitude.textContent = vector(poses.subarray(7 * b + 3, 7 * b + 7));
      if (!moving || !velocities) return;
      speed.textContent = `${vector(velocities.subarray(6 * b + 3, 6 * b + 6), 3)} m/s`;
      const { factor, unit } = shownIn("rad/s", this.page.store.get("degrees"));
      spin.textContent = `${vector(
        velocities.subarray(6 * b, 6 * b + 3).map((w) => factor * w),
        3,
      )} ${unit}`;
    };
    const how = doc.differences ? "rates are differences of the poses given" : "rates are those of the run";
    return kept([
      heading(part.name),
      b === 0
        ? el("p", { class: "quiet" }, "The ground does not move.")
        : rows(["Mass", `${number(part.mass)} kg`], ["Centre of mass", `${vector(part.com)} m`], ["Inertia", this.tensor(part.inertia)]),
      b > 0 && el("h4", {}, "Now"),
      b > 0 && rows(["Position", position], ["Attitude", attitude], moving && ["Velocity", speed], moving && ["Angular vel.", spin]),
      b > 0 &&
        el(
          "p",
          { class: "quiet" },
          moving
            ? `Of the body frame, in world axes; ${how}. The attitude is in Euler parameters.`
            : "Of the body frame, in world axes; the attitude is in Euler parameters.",
        ),
      this.bodyCurves(part.name),
      joined.length > 0 && el("h4", {}, "Connected by"),
      el("p", { class: "links" }, ...joined.map((index) => this.link({ type: "connection", index }))),
    ]);
  }

  /** Channels of a body, to be plotted. */
  private bodyCurves(name: string): HTMLElement | null {
    const own = this.page.curves.all.filter((curve) => curve.group === name);
    if (!own.length) return null;
    return el(
      "details",
      {},
      el("summary", {}, `Plot one of its ${own.length} channels`),
      el("p", { class: "links" }, ...own.map((curve) => this.plotButton(curve, curve.key.slice(name.length + 1)))),
    );
  }

  private tensor(lines: [Vector, Vector, Vector]): HTMLElement {
    const table = el("table", { class: "tensor" }, ...lines.map((row) => el("tr", {}, ...row.map((x) => el("td", {}, number(x, 4))))));
    return el("div", {}, table, el("span", { class: "quiet" }, "kg·m², about the centre of mass"));
  }

  private connection(k: number): Node[] {
    const { doc, store, world, curves, source } = this.page;
    const part = doc.connections[k];
    const apart = el("span", {});
    const own = curves.all
      .filter((curve) => curve.group === part.name || curve.key.startsWith(`${part.name}.`))
      .map((curve) => ({ curve, value: el("span", {}) }));
    const arrows = doc.arrows.flatMap((arrow, j) => (arrow.name === part.name ? [{ arrow, j, value: el("span", {}) }] : []));
    const touching = (world?.contacts.views ?? [])
      .filter((view) => view.part.connection === k)
      .map((view) => ({ view, value: el("span", {}) }));
    this.live = () => {
      // Between the samples that were kept, ends that coincide may be shown a little apart.
      const [length, blur] = [world?.symbols.drawings[k].length ?? 0, moves(source) ? 2 * doc.poses.tolerance : 1e-9];
      apart.textContent = length < blur ? "no" : `${number(length)} m`;
      const t = store.get("t");
      own.forEach(({ curve, value }) => {
        const { factor, unit } = shownIn(curve.unit, store.get("degrees"));
        value.textContent = `${number(factor * curves.value(curve, t))} ${unit}`;
      });
      touching.forEach(({ view, value }) => {
        value.textContent = touch(view, t);
      });
      const { loads } = this.page.now();
      arrows.forEach(({ arrow, j, value }) => {
        value.textContent = `${vector(loads.subarray(3 * j, 3 * j + 3))} ${arrow.kind === "force" ? "N" : "N·m"}`;
      });
    };
    const ends = part.ends.map(
      (end, i): Row => [i ? "and" : "Between", el("span", {}, this.link({ type: "body", index: end.body }), ` at ${vector(end.position)}`)],
    );
    const within = (name: string) => name.slice(part.name.length + 1);
    return kept([
      heading(part.name),
      rows(["Kind", part.kind], ...ends, part.ends.length === 2 && ["Ends apart", apart]),
      arrows.length > 0 && this.arrowButton(part.name),
      own.length + arrows.length + touching.length > 0 && el("h4", {}, "Now"),
      rows(
        ...own.map(({ curve, value }): Row => [within(curve.key), el("span", { class: "with-plot" }, value, this.plotButton(curve))]),
        ...arrows.map(({ arrow, value }): Row => [`${arrow.kind} (world)`, value]),
        ...touching.map(({ view, value }): Row => [view.part.name === part.name ? "touches" : within(view.part.name), value]),
      ),
      el("h4", {}, "As given"),
      el("p", { class: "code" }, part.about),
    ]);
  }

  /** Arrows are drawn while a connection is selected; this keeps them. */
  private arrowButton(name: string): HTMLElement {
    const { store } = this.page;
    const button = el(
      "button",
      { class: "chip", title: "Arrows of the load on the second end stay when something else is selected" },
      "keep its arrows",
    );
    const tell = () => button.setAttribute("aria-pressed", String(store.get("arrows").includes(name)));
    button.addEventListener("click", () => {
      const others = store.get("arrows").filter((other) => other !== name);
      store.set("arrows", others.length < store.get("arrows").length ? others : [...others, name]);
      tell();
    });
    tell();
    return el("p", { class: "links" }, button);
  }

  private plotButton(curve: CurveInfo, text = "plot"): HTMLElement {
    const { store, plots } = this.page;
    const isOn = () => store.get("shown").includes(curve.key);
    const button = el("button", { class: "chip", "aria-label": `Plot ${curve.key}`, "aria-pressed": String(isOn()) }, text);
    button.addEventListener("click", () => {
      plots.show(curve.key, !isOn());
      button.setAttribute("aria-pressed", String(isOn()));
    });
    return button;
  }
}

/** What bodies do at a point of a contact now. */
function touch(view: ContactView, t: number): string {
  const { state, normal, friction } = view.at(t);
  if (state !== "closed") return state === "hit" ? "impact" : "no";
  const [pressing, sliding] = [normal, friction].map((v) => Math.hypot(...v));
  if (!pressing) return "impact";
  return `${number(pressing, 4)} N${sliding > 1e-9 * pressing ? `, friction ${number(sliding, 4)} N` : ""}`;
}
