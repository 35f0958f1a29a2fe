// A distance between two points that were clicked: it stays on their bodies.
import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import type { Extent } from "./extent";
import { discard, type Layer } from "./layer";
import type { Pose } from "./pose";

export interface MeasuredPoint {
  body: number;
  local: [number, number, number];
}

export class Measure implements Layer {
  readonly objects: Group[];
  /** Both points in the world. */
  readonly ends = [new Vector3(), new Vector3()];
  points: readonly MeasuredPoint[] = [];
  private readonly dots: Mesh[];
  private readonly line: Line;

  constructor({ size }: Extent) {
    const material = new MeshBasicMaterial({ color: "#d6336c", depthTest: false, transparent: true });
    this.dots = this.ends.map(() => new Mesh(new SphereGeometry(0.7 * size, 16, 12), material));
    const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(6), 3));
    this.line = new Line(geometry, new LineBasicMaterial({ color: "#d6336c", depthTest: false, transparent: true }));
    this.line.frustumCulled = false;
    const group = new Group();
    group.add(...this.dots, this.line);
    group.traverse((part) => {
      part.renderOrder = 6;
    });
    this.objects = [group];
  }

  get distance(): number | null {
    return this.points.length === 2 ? this.ends[0].distanceTo(this.ends[1]) : null;
  }

  update(pose: Pose): void {
    this.points.forEach((point, k) => pose.point(point.body, new Vector3(...point.local), this.ends[k]));
    this.dots.forEach((dot, k) => {
      dot.visible = k < this.points.length;
      dot.position.copy(this.ends[k]);
    });
    this.line.visible = this.points.length === 2;
    const place = this.line.geometry.attributes.position as BufferAttribute;
    this.ends.forEach((end, k) => place.setXYZ(k, end.x, end.y, end.z));
    place.needsUpdate = true;
  }

  dispose(): void {
    discard(this.objects);
  }
}

/** A point of the world as one of a body. */
export function onBody(pose: Pose, body: number, point: Vector3): MeasuredPoint {
  const local = point.clone().sub(pose.positions[body]).applyQuaternion(pose.quaternions[body].clone().conjugate());
  return { body, local: local.toArray() };
}
