// Forces and moments as arrows over time; a moment has two heads.
import { ConeGeometry, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from "three";
import type { ArrowPart } from "../scene/schema";
import { FORCE, MOMENT } from "./colors";
import type { Extent } from "./extent";
import { discard, type Layer } from "./layer";
import { type MovingEnd, movingEnd, type Pose } from "./pose";
import { rod } from "./solids";

const Z = new Vector3(0, 0, 1);
const REACH = 0.4; // of the model's radius: the longest arrow of a kind

/** One arrow: `largest` is what is drawn as long as `reach`. */
export class ArrowShape {
  readonly group = new Group();
  largest = 0;
  reach = 0;
  private readonly shaft: Mesh;
  private readonly heads: Mesh[];

  constructor(
    private readonly size: number,
    { color, heads = 1, through = false }: { color: string; heads?: number; through?: boolean },
  ) {
    const material = new MeshStandardMaterial({ color, roughness: 0.55, depthTest: !through, transparent: through });
    this.shaft = new Mesh(rod(0.4 * size, 1, 16).translate(0, 0, 0.5), material);
    const head = () => new Mesh(new ConeGeometry(1.1 * size, 3 * size, 24).rotateX(Math.PI / 2), material);
    this.heads = Array.from({ length: heads }, head);
    this.group.add(this.shaft, ...this.heads);
    if (through)
      this.group.traverse((part) => {
        part.renderOrder = 4;
      });
  }

  draw(place: Vector3, value: ArrayLike<number>, at = 0): void {
    // Scaled first: the square of a very large number is infinite.
    const along = new Vector3(value[at] / this.largest, value[at + 1] / this.largest, value[at + 2] / this.largest);
    const length = along.length();
    this.group.visible = this.largest > 0 && Number.isFinite(length) && length > 1e-3;
    if (!this.group.visible) return;
    const long = Math.max(length * this.reach, 4 * this.size);
    this.group.position.copy(place);
    this.group.quaternion.setFromUnitVectors(Z, along.normalize());
    this.shaft.scale.z = long - 2.5 * this.size;
    this.heads.forEach((head, k) => {
      head.position.z = long - (1.5 + 2.2 * k) * this.size;
    });
  }
}

/** Arrows of one kind share a scale: the longest of them all reaches so far. */
export function shareScale(shapes: readonly ArrowShape[], radius: number): void {
  const largest = Math.max(...shapes.map((shape) => shape.largest), 0);
  for (const shape of shapes) shape.reach = largest > 0 ? REACH * radius * (shape.largest / largest) : 0;
}

/** The arrows of the scene, of which those of some connections are drawn. */
export class Arrows implements Layer {
  readonly objects: Group[];
  readonly shapes: ArrowShape[];
  private readonly ends: MovingEnd[];
  private readonly place = new Vector3();
  private readonly turn = new Quaternion();
  private chosen: ReadonlySet<string> = new Set();

  /** `beside` are forces of others, with which these are compared. */
  constructor(
    readonly parts: readonly ArrowPart[],
    private readonly extent: Extent,
    private readonly beside: readonly ArrowShape[],
  ) {
    const size = Math.max(extent.size, 0.011 * extent.radius);
    this.shapes = parts.map((part) => new ArrowShape(size, part.kind === "force" ? { color: FORCE } : { color: MOMENT, heads: 2 }));
    this.ends = parts.map(({ body, point, elastic }) => movingEnd({ body, position: point, quaternion: [1, 0, 0, 0], elastic }));
    this.objects = this.shapes.map((shape) => shape.group);
  }

  /** Draws the arrows of these names. */
  choose(names: Iterable<string>): void {
    this.chosen = new Set(names);
    this.parts.forEach((part, k) => {
      if (!this.chosen.has(part.name)) this.objects[k].visible = false;
    });
    this.rescale();
  }

  /** Says how large arrows become; sources that grow make them larger. */
  measure(k: number, largest: number): void {
    if (!(largest > this.shapes[k].largest)) return;
    this.shapes[k].largest = largest;
    this.rescale();
  }

  /** Forces share one scale, and so do moments. */
  rescale(): void {
    const chosen = (kind: string) => this.shapes.filter((_, k) => this.parts[k].kind === kind && this.chosen.has(this.parts[k].name));
    shareScale([...chosen("force"), ...this.beside], this.extent.radius);
    shareScale(chosen("moment"), this.extent.radius);
  }

  update(pose: Pose): void {
    const { loads } = pose.frame;
    this.parts.forEach((part, k) => {
      if (!this.chosen.has(part.name)) return;
      this.measure(k, Math.hypot(loads[3 * k], loads[3 * k + 1], loads[3 * k + 2]));
      pose.end(this.ends[k], this.place, this.turn);
      this.shapes[k].draw(this.place, loads, 3 * k);
    });
  }

  dispose(): void {
    discard(this.objects);
  }
}
