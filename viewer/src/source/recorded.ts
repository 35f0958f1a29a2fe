// A run that was recorded: thinned samples in the scene document, with straight lines between them.
import type { ArrowPart, RecordPart } from "../scene/schema";
import { unpackReals, unpackTimes } from "../scene/unpack";
import { curveInto, locate } from "./curve";
import { type Change, type ChannelTable, type Curve, emptyFrame, type Frame, type Source } from "./port";
import { between, normalise } from "./rotation";

interface Row extends Curve {
  width: number;
}

function curve(part: { times: RecordPart["poses"]["times"]; values: RecordPart["poses"]["times"] }): Row {
  const t = unpackTimes(part.times);
  const y = unpackReals(part.values);
  return { t, y, width: t.length ? y.length / t.length : 1 };
}

export class RecordedSource implements Source {
  readonly kind = "recorded";
  readonly channels: ChannelTable;
  private readonly samples: Float64Array;
  private readonly rows: Float64Array; // samples × bodies × 7
  private readonly bodies: number;
  private readonly rates: Row[];
  private readonly loads: Row[];
  private readonly deformed: Row[];
  private readonly found: Frame;
  private readonly curves = new Map<string, Curve>();

  constructor(
    private readonly record: RecordPart,
    bodies: number,
    arrows: readonly ArrowPart[] = [],
  ) {
    this.bodies = bodies;
    this.channels = record.channels;
    this.samples = unpackTimes(record.poses.times);
    this.rows = posesOf(record, bodies, this.samples.length);
    this.rates = record.rates.map(curve);
    this.loads = arrows.map(curve);
    this.deformed = (record.deformation ?? []).map(curve);
    this.found = emptyFrame(
      bodies,
      this.deformed.reduce((sum, row) => sum + row.width, 0),
      arrows.length,
    );
    if (!this.rates.length) this.found.velocities = null;
  }

  range(): [number, number] {
    return [this.samples[0], this.samples[this.samples.length - 1]];
  }

  times(since = -Infinity): Float64Array {
    const first = this.samples.findIndex((t) => t > since);
    return first < 0 ? new Float64Array() : this.samples.subarray(first);
  }

  frame(t: number): Frame {
    const { bodies, rows, found } = this;
    const [k, s] = locate(this.samples, t);
    const [here, next] = [k, Math.min(k + 1, this.samples.length - 1)].map((row) => 7 * bodies * row);
    for (let b = 0; b < bodies; b += 1) {
      const at = 7 * b;
      for (let j = 0; j < 3; j += 1) found.poses[at + j] = rows[here + at + j] + s * (rows[next + at + j] - rows[here + at + j]);
      between(rows, here + at + 3, rows, next + at + 3, s, found.poses, at + 3);
    }
    found.t = t;
    if (found.velocities) this.rates.forEach((rate, b) => curveInto(rate.t, rate.y, t, 6, found.velocities!, 6 * b));
    this.loads.forEach((load, k) => curveInto(load.t, load.y, t, 3, found.loads, 3 * k));
    let offset = 0;
    for (const { t: times, y, width } of this.deformed) {
      curveInto(times, y, t, width, found.deformation, offset);
      offset += width;
    }
    return found;
  }

  channel(id: string): Curve {
    let found = this.curves.get(id);
    if (!found) {
      const part = this.record.channels.find((channel) => channel.id === id);
      if (!part) throw new Error(`there is no channel "${id}"`);
      found = { t: unpackTimes(part.times), y: unpackReals(part.values) };
      this.curves.set(id, found);
    }
    return found;
  }

  subscribe(_listener: (change: Change) => void): () => void {
    return () => {};
  }

  dispose(): void {
    this.curves.clear();
  }
}

/** Poses of all samples, positions and rotations side by side. */
function posesOf(record: RecordPart, bodies: number, samples: number): Float64Array {
  const positions = unpackReals(record.poses.positions);
  const quaternions = unpackReals(record.poses.quaternions);
  const rows = new Float64Array(samples * bodies * 7);
  for (let k = 0; k < samples * bodies; k += 1) {
    for (let j = 0; j < 3; j += 1) rows[7 * k + j] = positions[3 * k + j];
    for (let j = 0; j < 4; j += 1) rows[7 * k + 3 + j] = quaternions[4 * k + j];
    normalise(rows, 7 * k + 3);
  }
  return rows;
}
