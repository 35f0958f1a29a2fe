// Points where bodies touch: a dot while they do, with the normal force and friction on the second body.
import { Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import type { TouchingPart } from "../scene/schema";
import { unpackReals, unpackTimes } from "../scene/unpack";
import { locate, longest, vectorAt } from "../source/curve";
import { ArrowShape } from "./arrows";
import { FORCE, FRICTION, TOUCH } from "./colors";
import type { Extent } from "./extent";
import { discard, type Layer } from "./layer";
import type { Pose } from "./pose";

const FLASH = 0.004; // of the whole time: how long an impact is seen, which lasts no time
const NONE = [0, 0, 0];

export interface Touch { state: "closed" | "hit" | ""; place: number[]; normal: number[]; friction: number[] }

/** One point of a contact. */
export class ContactView {
  readonly group = new Group();
  readonly dot: Mesh;
  readonly shapes: ArrowShape[];
  private readonly times: Float64Array;
  private readonly places: Float32Array | Float64Array;
  private readonly normal: Float32Array | Float64Array;
  private readonly friction: Float32Array | Float64Array;
  private readonly at3 = new Vector3();

  constructor(readonly part: TouchingPart, size: number, private readonly flash: number) {
    this.times = unpackTimes(part.times);
    [this.places, this.normal, this.friction] = [part.places, part.normal, part.friction].map(unpackReals);
    this.dot = new Mesh(new SphereGeometry(0.9 * size, 20, 14), new MeshBasicMaterial({ color: TOUCH, depthTest: false, transparent: true }));
    this.dot.renderOrder = 5;
    this.dot.userData.pick = { type: "connection", index: part.connection };
    // Forces at a point are compared with each other: one scale for both.
    const largest = Math.max(longest(this.normal), longest(this.friction));
    this.shapes = [FORCE, FRICTION].map((color) => new ArrowShape(size, { color, through: true }));
    for (const shape of this.shapes) shape.largest = largest;
    this.group.add(this.dot, ...this.shapes.map((shape) => shape.group));
  }

  /** Whether bodies touch here now: "closed", "hit" a moment ago or in a moment, or "" where they are apart. */
  at(t: number): Touch {
    const now = vectorAt(this.times, this.places, t);
    const [k] = locate(this.times, t);
    if (now.every(Number.isFinite) && t >= this.times[0] && t <= this.times[this.times.length - 1]) {
      return { state: "closed", place: now, normal: vectorAt(this.times, this.normal, t), friction: vectorAt(this.times, this.friction, t) };
    }
    // Beside a touch stands the end of a time apart.
    const near = [k, k + 1, k - 1, k + 2].find((j) => Number.isFinite(this.places[3 * j]) && Math.abs(this.times[j] - t) < this.flash);
    if (near === undefined) return { state: "", place: NONE, normal: NONE, friction: NONE };
    return { state: "hit", place: [...this.places.subarray(3 * near, 3 * near + 3)], normal: NONE, friction: NONE };
  }

  update(t: number): void {
    const { state, place, normal, friction } = this.at(t);
    this.dot.visible = state !== "";
    this.dot.position.copy(this.at3.fromArray(place));
    [normal, friction].forEach((value, j) => this.shapes[j].draw(this.at3, value));
  }
}

export class Contacts implements Layer {
  readonly views: ContactView[];
  readonly objects: Group[];
  readonly pickable: Mesh[];
  readonly shapes: ArrowShape[];

  constructor(parts: readonly TouchingPart[], extent: Extent, duration: number) {
    const size = Math.max(extent.size, 0.011 * extent.radius);
    this.views = parts.map((part) => new ContactView(part, size, FLASH * duration));
    this.shapes = this.views.flatMap((view) => view.shapes);
    this.objects = this.views.map((view) => view.group);
    this.pickable = this.views.map((view) => view.dot);
  }

  update(_: Pose, t: number): void { for (const view of this.views) view.update(t); }

  show(on: boolean): void { for (const group of this.objects) group.visible = on; }

  dispose(): void { discard(this.objects); }
}
