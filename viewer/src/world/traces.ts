// Paths of points: the whole way faint, the way so far strong. They grow with their source.
import { Vector3 } from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import type { TracePart } from "../scene/schema";
import type { Source } from "../source/port";
import { CURVES } from "./colors";
import { discard, type Layer } from "./layer";
import { Pose } from "./pose";

const SMOOTH = 4000; // points of a trace

interface Path {
  part: TracePart;
  point: Vector3;
  whole: Line2;
  past: Line2;
  flat: number[];
}

export class Traces implements Layer {
  readonly objects: Line2[];
  private readonly paths: Path[];
  private times: number[] = [];
  private readonly here: Pose;
  private readonly leave: () => void;
  private visible = true;

  constructor(
    parts: readonly TracePart[],
    private readonly source: Source,
    count: number,
  ) {
    this.here = new Pose(count);
    this.paths = parts.map((part, k) => {
      const make = (opacity: number, linewidth: number) => {
        const line = new Line2(
          new LineGeometry(),
          new LineMaterial({ color: CURVES[k % CURVES.length], linewidth, transparent: true, opacity }),
        );
        line.frustumCulled = false;
        return line;
      };
      return { part, point: new Vector3(...part.point), whole: make(0.3, 1.4), past: make(1, 2.2), flat: [] };
    });
    this.objects = this.paths.flatMap(({ whole, past }) => [whole, past]);
    this.grow();
    this.leave = source.subscribe((change) => {
      if (change === "anew") this.clear();
      this.grow();
    });
  }

  private clear(): void {
    this.times = [];
    for (const path of this.paths) path.flat = [];
  }

  /** Takes up what the source has got since. */
  grow(): void {
    if (!this.paths.length) return;
    const start = this.source.range()[0];
    const fresh = this.source.times(this.times.at(-1) ?? -Infinity);
    const step = Math.max(1, (fresh.length - 1) / SMOOTH);
    const place = new Vector3();
    for (let k = 0; k < fresh.length - 0.5; k += step) {
      const t = fresh[Math.min(Math.round(k), fresh.length - 1)];
      this.here.set(this.source.frame(t));
      this.times.push(t);
      for (const { part, point, flat } of this.paths) flat.push(...this.here.point(part.body, point, place).toArray());
    }
    this.forget(start);
    this.write();
  }

  /** Drops what the source has dropped, and every other point where there are too many. */
  private forget(start: number): void {
    const gone = this.times.findIndex((t) => t >= start);
    const halve = this.times.length - gone > 2 * SMOOTH;
    const kept = this.times.map((_, k) => k).filter((k) => k >= gone && !(halve && k % 2));
    if (kept.length === this.times.length) return;
    this.times = kept.map((k) => this.times[k]);
    for (const path of this.paths) path.flat = kept.flatMap((k) => path.flat.slice(3 * k, 3 * k + 3));
  }

  private write(): void {
    for (const { whole, past, flat } of this.paths) {
      const drawn = this.times.length > 1;
      for (const line of [whole, past]) {
        line.visible = drawn && this.visible;
        if (!drawn) continue;
        line.geometry.dispose();
        line.geometry = new LineGeometry().setPositions(flat);
      }
    }
  }

  update(_: Pose, t: number): void {
    const passed = this.times.findIndex((time) => time > t);
    const count = passed < 0 ? this.times.length - 1 : Math.max(passed - 1, 0);
    for (const { past } of this.paths) past.geometry.instanceCount = Math.max(count, 0);
  }

  show(on: boolean): void {
    this.visible = on;
    for (const line of this.objects) line.visible = on && this.times.length > 1;
  }

  dispose(): void {
    this.leave();
    discard(this.objects);
  }
}
