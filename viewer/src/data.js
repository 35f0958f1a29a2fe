// Reading a scene document: packed arrays, poses at a time, curves at a time.
import { Quaternion, Vector3 } from "three";

const KINDS = { float32: Float32Array, float64: Float64Array, int32: Int32Array };

/** The numbers of a packed array, row by row. */
export function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.data), (c) => c.charCodeAt(0));
  return new KINDS[packed.dtype](bytes.buffer);
}

/** The last sample at or before t, and how far t is towards the next one. */
export function locate(times, t) {
  let low = 0;
  let high = times.length - 1;
  if (t <= times[0] || high === 0) return [0, 0];
  if (t >= times[high]) return [high - 1, 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return [low, (t - times[low]) / (times[high] - times[low])];
}

/** A curve with `width` numbers a sample, at a time. */
export function curveAt(times, values, t, width = 1) {
  const [k, s] = locate(times, t);
  const next = Math.min(k + 1, times.length - 1);
  const at = (j) => values[k * width + j] + s * (values[next * width + j] - values[k * width + j]);
  return width === 1 ? at(0) : Array.from({ length: width }, (_, j) => at(j));
}

/** One attitude of all bodies. */
export class Attitude {
  constructor(count) {
    this.positions = Array.from({ length: count }, () => new Vector3());
    this.quaternions = Array.from({ length: count }, () => new Quaternion());
  }

  /** Takes the pose of body b from arrays; quaternions there have the scalar first. */
  set(b, positions, p, quaternions, e) {
    this.positions[b].fromArray(positions, p);
    this.quaternions[b].set(quaternions[e + 1], quaternions[e + 2], quaternions[e + 3], quaternions[e]).normalize();
  }

  copy(other) {
    other.positions.forEach((p, b) => this.positions[b].copy(p));
    other.quaternions.forEach((e, b) => this.quaternions[b].copy(e));
  }

  /** A point of a body in the world. */
  point(body, local, out = new Vector3()) {
    return out.copy(local).applyQuaternion(this.quaternions[body]).add(this.positions[body]);
  }
}

/** Attitudes over time. */
export class Motion {
  constructor(part, count) {
    this.count = count;
    this.times = unpack(part.times);
    this.positions = unpack(part.positions);
    this.quaternions = unpack(part.quaternions);
    this.next = new Attitude(count);
  }

  get start() { return this.times[0]; }
  get end() { return this.times[this.times.length - 1]; }
  get moves() { return this.times.length > 1; }

  frame(k, out) {
    for (let b = 0; b < this.count; b += 1) {
      const place = k * this.count + b;
      out.set(b, this.positions, 3 * place, this.quaternions, 4 * place);
    }
    return out;
  }

  at(t, out) {
    const [k, s] = locate(this.times, t);
    this.frame(k, out);
    if (s > 0) {
      this.frame(Math.min(k + 1, this.times.length - 1), this.next);
      for (let b = 0; b < this.count; b += 1) {
        out.positions[b].lerp(this.next.positions[b], s);
        out.quaternions[b].slerp(this.next.quaternions[b], s);
      }
    }
    return out;
  }
}

/** Angular velocities and velocities of all bodies over time. */
export class Rates {
  constructor(parts) {
    this.bodies = parts.map((part) => ({ times: unpack(part.times), values: unpack(part.values) }));
  }

  at(b, t) {
    const { times, values } = this.bodies[b];
    const found = curveAt(times, values, t, 6);
    return { w: found.slice(0, 3), v: found.slice(3) };
  }
}

export function ghostAttitude(part, count) {
  const out = new Attitude(count);
  const positions = unpack(part.positions);
  const quaternions = unpack(part.quaternions);
  for (let b = 0; b < count; b += 1) out.set(b, positions, 3 * b, quaternions, 4 * b);
  return out;
}

/** A mode shape that can be added to an attitude; scaled so that its largest displacement is 1 for bodies of these sizes. */
export class ModeShape {
  constructor(part, sizes) {
    this.part = part;
    [this.pr, this.pi] = part.displacements.map(unpack);
    [this.tr, this.ti] = part.turns.map(unpack);
    let largest = 0;
    sizes.forEach((size, b) => {
      const norm = (re, im) => Math.hypot(...[0, 1, 2].map((j) => Math.hypot(re[3 * b + j], im[3 * b + j])));
      largest = Math.max(largest, norm(this.pr, this.pi) + size * norm(this.tr, this.ti));
    });
    this.unit = largest > 0 ? 1 / largest : 0;
    this.turn = new Quaternion();
    this.axis = new Vector3();
  }

  apply(reference, amplitude, phase, out) {
    const c = amplitude * this.unit * Math.cos(phase);
    const s = amplitude * this.unit * Math.sin(phase);
    out.copy(reference);
    out.positions.forEach((p, b) => {
      const part = (re, im, j) => c * re[3 * b + j] - s * im[3 * b + j];
      p.x += part(this.pr, this.pi, 0);
      p.y += part(this.pr, this.pi, 1);
      p.z += part(this.pr, this.pi, 2);
      this.axis.set(part(this.tr, this.ti, 0), part(this.tr, this.ti, 1), part(this.tr, this.ti, 2));
      const angle = this.axis.length();
      if (angle > 0) out.quaternions[b].premultiply(this.turn.setFromAxisAngle(this.axis.divideScalar(angle), angle));
    });
    return out;
  }
}
