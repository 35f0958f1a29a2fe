// Points where bodies touch: a dot while they do, with the normal force and friction on the second body.
import { Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import type { TouchingPart } from "../scene/schema";
import { unpackReals, unpackTimes } from "../scene/unpack";
import { locate, longest, vectorAt } from "../source/curve";
import type { TouchingCurves, TouchingSource } from "../source/port";
import { ArrowShape } from "./arrows";
import { FORCE, FRICTION, TOUCH } from "./colors";
import type { Extent } from "./extent";
import { discard, type Layer } from "./layer";
import type { Pose } from "./pose";

const FLASH = 0.004; // of the whole time: how long an impact is seen, which lasts no time
const NONE = [0, 0, 0];

export interface Touch {
  state: "closed" | "hit" | "";
  place: number[];
  normal: number[];
  friction: number[];
}

/** One point of a contact. */
export class ContactView {
  readonly group = new Group();
  readonly dot: Mesh;
  readonly shapes: ArrowShape[];
  private seen: TouchingCurves | null = null;
  private readonly at3 = new Vector3();

  constructor(
    readonly part: TouchingSource,
    size: number,
    private readonly flash: number,
  ) {
    this.dot = new Mesh(
      new SphereGeometry(0.9 * size, 20, 14),
      new MeshBasicMaterial({ color: TOUCH, depthTest: false, transparent: true }),
    );
    this.dot.renderOrder = 5;
    this.dot.userData.pick = { type: "connection", index: part.connection };
    this.shapes = [FORCE, FRICTION].map((color) => new ArrowShape(size, { color, through: true }));
    this.group.add(this.dot, ...this.shapes.map((shape) => shape.group));
    this.measure();
  }

  /** Looks how large forces are; whether they are others than before. */
  measure(): boolean {
    const curves = this.part.curves();
    if (curves.normal === this.seen?.normal) return false;
    this.seen = curves;
    // Forces at a point are compared with each other: one scale for both.
    const largest = Math.max(longest(curves.normal), longest(curves.friction));
    const changes = largest !== this.shapes[0].largest;
    for (const shape of this.shapes) shape.largest = largest;
    return changes;
  }

  /** Whether bodies touch here now: "closed", "hit" a moment ago or in a moment, or "" where they are apart. */
  at(t: number): Touch {
    const { times, places, normal, friction } = this.part.curves();
    const now = vectorAt(times, places, t);
    const [k] = locate(times, t);
    if (now.every(Number.isFinite) && t >= times[0] && t <= times[times.length - 1]) {
      return { state: "closed", place: now, normal: vectorAt(times, normal, t), friction: vectorAt(times, friction, t) };
    }
    // Beside a touch stands the end of a time apart.
    const near = [k, k + 1, k - 1, k + 2].find((j) => Number.isFinite(places[3 * j]) && Math.abs(times[j] - t) < this.flash);
    if (near === undefined) return { state: "", place: NONE, normal: NONE, friction: NONE };
    return { state: "hit", place: [0, 1, 2].map((i) => places[3 * near + i]), normal: NONE, friction: NONE };
  }

  update(t: number): void {
    const { state, place, normal, friction } = this.at(t);
    this.dot.visible = state !== "";
    this.dot.position.copy(this.at3.fromArray(place));
    [normal, friction].forEach((value, j) => this.shapes[j].draw(this.at3, value));
  }
}

/** A point of a contact as a scene has it. */
export function recordedTouch({ name, connection, times, places, normal, friction }: TouchingPart): TouchingSource {
  const [at, pressing, sliding] = [places, normal, friction].map(unpackReals);
  const curves = { times: unpackTimes(times), places: at, normal: pressing, friction: sliding };
  return { name, connection, curves: () => curves };
}

export class Contacts implements Layer {
  readonly views: ContactView[];
  readonly objects: Group[];
  readonly pickable: Mesh[];
  readonly shapes: ArrowShape[];

  /** Called when arrows become longer or shorter. */
  onscale: () => void = () => {};

  constructor(parts: readonly TouchingSource[], extent: Extent, duration: number) {
    const size = Math.max(extent.size, 0.011 * extent.radius);
    this.views = parts.map((part) => new ContactView(part, size, FLASH * duration));
    this.shapes = this.views.flatMap((view) => view.shapes);
    this.objects = this.views.map((view) => view.group);
    this.pickable = this.views.map((view) => view.dot);
  }

  update(_: Pose, t: number): void {
    if (this.views.filter((view) => view.measure()).length) this.onscale();
    for (const view of this.views) view.update(t);
  }

  show(on: boolean): void {
    for (const group of this.objects) group.visible = on;
  }

  dispose(): void {
    discard(this.objects);
  }
}
