// A frame of a source as vectors and quaternions of the picture.
import { Quaternion, Vector3 } from "three";
import type { DeformationPart, EndPart } from "../scene/schema";
import { emptyFrame, type Frame } from "../source/port";

const NONE = new Float64Array();

/** How an end of a connection moves with the body that it is on. */
export interface MovingEnd {
  body: number;
  position: Vector3;
  quaternion: Quaternion;
  elastic?: { Phi: number[][]; Theta: number[][] };
}

export function movingEnd(end: EndPart): MovingEnd {
  const [w, x, y, z] = end.quaternion;
  return { body: end.body, position: new Vector3(...end.position), quaternion: new Quaternion(x, y, z, w), elastic: end.elastic };
}

export class Pose {
  /** How many times larger deformation is drawn than it is. */
  exaggeration = 1;
  frame: Frame;
  readonly positions: Vector3[];
  readonly quaternions: Quaternion[];

  private readonly places: ReadonlyMap<number, { offset: number; count: number }>;

  constructor(count: number, deformation: readonly DeformationPart[] = []) {
    let offset = 0;
    this.places = new Map(
      deformation.map((part) => {
        const width = part.values.shape[1] ?? 1;
        offset += width;
        return [part.body, { offset: offset - width, count: width }];
      }),
    );
    this.frame = emptyFrame(count);
    this.positions = Array.from({ length: count }, () => new Vector3());
    this.quaternions = Array.from({ length: count }, () => new Quaternion());
  }

  set(frame: Frame): this {
    this.frame = frame;
    const e = frame.poses;
    this.positions.forEach((p, b) => p.fromArray(e, 7 * b));
    this.quaternions.forEach((q, b) => q.set(e[7 * b + 4], e[7 * b + 5], e[7 * b + 6], e[7 * b + 3]));
    return this;
  }

  /** Elastic coordinates of a body, as large as they are drawn; none where it is rigid. */
  elastic(body: number): Float64Array {
    const place = this.places.get(body);
    if (!place) return NONE;
    return this.frame.deformation.slice(place.offset, place.offset + place.count).map((e) => this.exaggeration * e);
  }

  /** Writes where the frame of an end is, and how it is turned. */
  end(end: MovingEnd, place: Vector3, turn: Quaternion): void {
    turn.copy(this.quaternions[end.body]).multiply(end.quaternion);
    if (!end.elastic) {
      this.point(end.body, end.position, place);
      return;
    }
    const e = this.elastic(end.body);
    const moved = (rows: number[][]) =>
      new Vector3(...(rows.map((row) => row.reduce((sum, x, k) => sum + x * (e[k] ?? 0), 0)) as [number, number, number]));
    this.point(end.body, moved(end.elastic.Phi).add(end.position), place);
    const axis = moved(end.elastic.Theta);
    const angle = axis.length();
    if (angle > 0) turn.multiply(new Quaternion().setFromAxisAngle(axis.divideScalar(angle), angle));
  }

  /** A point of a body in the world. */
  point(body: number, local: Vector3, out = new Vector3()): Vector3 {
    return out.copy(local).applyQuaternion(this.quaternions[body]).add(this.positions[body]);
  }
}
