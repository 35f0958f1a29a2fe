// The way of a rope, a tendon or a muscle: straight from point to point, and round the obstacles between them.
import { BufferAttribute, BufferGeometry, type Quaternion, Vector3 } from "three";
import type { GuidePart, ObstaclePart } from "../scene/schema";

const ON_ARC = 14; // points on an obstacle
const ROUNDS = 8; // by which the ways past neighbouring obstacles find each other
const PULLS = 60; // by which a string over an ellipsoid becomes tight
const [SECTIONS, AROUND] = [48, 10]; // of the tube

/** The angle, from 0 to 2π or the shorter way, by which a path goes round z, with its sign. */
function turned(theta: number, way: ObstaclePart["way"]): number {
  if (way === "positive") return theta < 0 ? theta + 2 * Math.PI : theta;
  if (way === "negative") return theta > 0 ? theta - 2 * Math.PI : theta;
  return theta;
}

/** Points on a cylinder about z between p and q; none where the path does not touch. */
function roundCylinder({ radius: r, way, lifts }: ObstaclePart, p: Vector3, q: Vector3): Vector3[] {
  const [rho, sigma] = [Math.hypot(p.x, p.y), Math.hypot(q.x, q.y)];
  const [first, last] = [rho, sigma].map((x) => Math.acos(Math.min(r / x, 1)));
  const theta = turned(Math.atan2(p.x * q.y - p.y * q.x, p.x * q.x + p.y * q.y), way);
  const [sign, angle] = [theta < 0 ? -1 : 1, Math.abs(theta) - first - last];
  if (angle < 0 && lifts) return [];
  const [before, behind] = [rho, sigma].map((x) => Math.sqrt(Math.max(x * x - r * r, 0)));
  const across = before + r * angle + behind;
  return Array.from({ length: ON_ARC }, (_, k) => {
    const on = (angle * k) / (ON_ARC - 1);
    const at = Math.atan2(p.y, p.x) + sign * (first + on);
    return new Vector3(r * Math.cos(at), r * Math.sin(at), p.z + ((q.z - p.z) * (before + r * on)) / across);
  });
}

/** The same on a sphere about the origin, along the great circle in the plane of both points. */
function roundSphere({ radius: r, lifts }: ObstaclePart, p: Vector3, q: Vector3): Vector3[] {
  const [first, last] = [p, q].map((x) => Math.acos(Math.min(r / x.length(), 1)));
  const angle = p.angleTo(q) - first - last;
  const along = p.clone().normalize();
  const across = q.clone().addScaledVector(along, -q.dot(along));
  if ((angle < 0 && lifts) || across.lengthSq() === 0) return [];
  across.normalize();
  return Array.from({ length: ON_ARC }, (_, k) => {
    const at = first + (angle * k) / (ON_ARC - 1);
    return new Vector3().addScaledVector(along, r * Math.cos(at)).addScaledVector(across, r * Math.sin(at));
  });
}

/** Points on the unit sphere of the way from p to q in the half-plane towards a side; none where there is none. */
function roundSection(p: Vector3, q: Vector3, side: Vector3): Vector3[] {
  const along = q.clone().sub(p).normalize();
  const out = side.clone().addScaledVector(along, -side.dot(along));
  if (out.lengthSq() < 1e-4 * side.lengthSq()) return [];
  const across = out.normalize().clone().cross(along);
  const [height, away] = [p.dot(across), p.dot(out)];
  const radius = Math.sqrt(Math.max(1 - height * height, 0));
  const touch = (x: Vector3) => Math.acos(Math.min(radius / Math.hypot(away, x.dot(along)), 1));
  const [first, last] = [Math.atan2(p.dot(along), away) + touch(p), Math.atan2(q.dot(along), away) - touch(q)];
  return Array.from({ length: ON_ARC }, (_, k) => {
    const at = first + ((last - first) * k) / (ON_ARC - 1);
    return new Vector3()
      .addScaledVector(out, radius * Math.cos(at))
      .addScaledVector(along, radius * Math.sin(at))
      .addScaledVector(across, height);
  });
}

const SIDES = [1, -1].flatMap((sign) => [new Vector3(sign, 0, 0), new Vector3(0, sign, 0), new Vector3(0, 0, sign)]);
const lengthOf = (points: readonly Vector3[]) => points.slice(1).reduce((sum, x, k) => sum + x.distanceTo(points[k]), 0);

/**
 * Points of the shortest way over an ellipsoid about the origin: a string between both points that is pulled tight. It
 * begins with the shortest of the ways in half-planes through both points, on the side that is asked for.
 */
function roundEllipsoid(obstacle: ObstaclePart, p: Vector3, q: Vector3): Vector3[] {
  const radii = new Vector3(...(obstacle.radii ?? [1, 1, 1]));
  const [one, other] = [p.clone().divide(radii), q.clone().divide(radii)];
  const along = other.clone().sub(one).normalize();
  const foot = one.clone().addScaledVector(along, -one.dot(along));
  if (!roundSphere({ ...obstacle, radius: 1 }, one, other).length && foot.lengthSq() > 0) return [];
  const over = obstacle.over && new Vector3(...obstacle.over).divide(radii);
  over?.addScaledVector(along, -over.dot(along));
  const strings = [foot, ...(over ? [over] : []), ...SIDES]
    .filter((side) => !over || side.dot(over) >= 0)
    .map((side) => roundSection(one, other, side).map((point) => point.multiply(radii)))
    .filter((points) => points.length)
    .map((points) => [p, ...points, q]);
  if (!strings.length) return [];
  const string = strings.reduce((best, next) => (lengthOf(next) < lengthOf(best) ? next : best));
  const out = new Vector3();
  for (let pull = 0; pull < PULLS; pull += 1) {
    for (let k = 1; k < string.length - 1; k += 1) {
      const point = string[k].addVectors(string[k - 1], string[k + 1]).multiplyScalar(0.5);
      for (let step = 0; step < 2; step += 1) {
        out.copy(point).divide(radii).divide(radii);
        const inside = 1 - out.dot(point);
        if (inside > 0) point.addScaledVector(out, (0.5 * inside) / out.lengthSq()); // Newton's step to the surface
      }
    }
  }
  return string.slice(1, -1);
}

/** The last point of a path that a body guides, in the world. */
function guidedPoint(guide: GuidePart, from: Quaternion, at: Vector3, turn: Quaternion): Vector3 {
  const relative = from.clone().conjugate().multiply(turn);
  const half = Math.atan2(new Vector3(...guide.axis).dot(new Vector3(relative.x, relative.y, relative.z)), relative.w);
  const angle = Math.atan2(Math.sin(2 * half), Math.cos(2 * half));
  const [low, high] = guide.between;
  const phi = Math.min(Math.max(angle, low), high);
  const place = guide.place.reduceRight((sum, row) => sum.multiplyScalar(phi).add(new Vector3(...row)), new Vector3());
  return place.applyQuaternion(turn).add(at);
}

const ROUND = { cylinder: roundCylinder, sphere: roundSphere, ellipsoid: roundEllipsoid };

/** The points of the path, in the world: ends and via points, and those on obstacles. */
export function routePoints(
  over: readonly (ObstaclePart | GuidePart | null)[],
  places: readonly Vector3[],
  turns: readonly Quaternion[],
): Vector3[] {
  const arcs: Vector3[][] = places.map((place, k) => (over[k - 1] ? [] : [place]));
  const [guide, last] = [over.at(-1), places.length - 1];
  if (guide?.kind === "guide") arcs[last] = [guidedPoint(guide, turns[last - 1], places[last], turns[last])];
  const past = (k: number, step: number): Vector3 => {
    for (let j = k + step; j >= 0 && j < arcs.length; j += step) if (arcs[j].length) return arcs[j][step > 0 ? 0 : arcs[j].length - 1];
    return places[k];
  };
  const obstacles = over.flatMap((obstacle, k) => (obstacle && obstacle.kind !== "guide" ? [{ obstacle, k: k + 1 }] : []));
  for (let round = 0; round < (obstacles.length > 1 ? ROUNDS : 1); round += 1) {
    for (const { obstacle, k } of obstacles) {
      const inward = turns[k].clone().conjugate();
      const [p, q] = [past(k, -1), past(k, 1)].map((point) => point.clone().sub(places[k]).applyQuaternion(inward));
      const found = ROUND[obstacle.kind](obstacle, p, q);
      arcs[k] = found.map((point) => point.applyQuaternion(turns[k]).add(places[k]));
    }
  }
  return arcs.flat();
}

/** A tube along points, as thick as `radius` says at a part of its length. */
export class Tube {
  readonly geometry = new BufferGeometry();
  private readonly positions = new Float32Array(3 * (SECTIONS + 1) * AROUND);

  constructor(private readonly radius: (part: number) => number) {
    this.geometry.setAttribute("position", new BufferAttribute(this.positions, 3));
    const faces: number[] = [];
    for (let i = 0; i < SECTIONS; i += 1) {
      for (let k = 0; k < AROUND; k += 1) {
        const [a, b] = [i * AROUND + k, i * AROUND + ((k + 1) % AROUND)];
        faces.push(a, b, b + AROUND, a, b + AROUND, a + AROUND);
      }
    }
    this.geometry.setIndex(faces);
  }

  follow(points: readonly Vector3[]): void {
    const lengths = points.slice(1).map((point, k) => point.distanceTo(points[k]));
    const whole = lengths.reduce((sum, x) => sum + x, 0) || 1;
    const [place, along, normal, side] = [new Vector3(), new Vector3(), new Vector3(0.31, 0.59, 0.74), new Vector3()];
    let [piece, before] = [0, 0];
    for (let i = 0; i <= SECTIONS; i += 1) {
      const at = (whole * i) / SECTIONS;
      while (piece < lengths.length - 1 && at > before + lengths[piece]) {
        before += lengths[piece];
        piece += 1;
      }
      place.copy(points[piece]).lerp(points[piece + 1], Math.min((at - before) / (lengths[piece] || 1), 1));
      along.subVectors(points[piece + 1], points[piece]).normalize();
      normal.addScaledVector(along, -normal.dot(along)).normalize(); // turned as little as can be from section to section
      side.crossVectors(along, normal);
      const r = this.radius(i / SECTIONS);
      for (let k = 0; k < AROUND; k += 1) {
        const angle = (2 * Math.PI * k) / AROUND;
        const corner = 3 * (i * AROUND + k);
        for (let j = 0; j < 3; j += 1) {
          this.positions[corner + j] =
            place.getComponent(j) + r * (Math.cos(angle) * normal.getComponent(j) + Math.sin(angle) * side.getComponent(j));
        }
      }
    }
    this.geometry.attributes.position.needsUpdate = true;
    this.geometry.computeVertexNormals();
  }
}
