// Everything that can be plotted: the single numbers of all channels.
import { curveAt } from "../source/curve";
import type { ChannelInfo, Curve, Source } from "../source/port";

/** One number over time. */
export interface CurveInfo {
  /** "A.force.x"; unique. */
  key: string;
  channel: ChannelInfo;
  component: number;
  unit: string;
  group: string;
}

/** How a number is shown: times a factor, in a unit. */
export interface Shown {
  factor: number;
  unit: string;
}

/** A number in its unit, or in degrees where these are asked for and it is an angle. */
export function shownIn(unit: string, degrees: boolean): Shown {
  if (!degrees || !/^rad(\/|$)/.test(unit)) return { factor: 1, unit };
  return { factor: 180 / Math.PI, unit: unit.replace(/^rad/, "°") };
}

export class CurveTable {
  readonly all: readonly CurveInfo[];
  private readonly byKey: Map<string, CurveInfo>;

  constructor(private readonly source: Source) {
    this.all = source.channels.flatMap((channel) => {
      const { components, unit, group, id } = channel;
      const keys = components.length ? components.map((own) => (own.startsWith("[") ? `${id}${own}` : `${id}.${own}`)) : [id];
      return keys.map((key, component) => ({ key, channel, component, unit, group }));
    });
    this.byKey = new Map(this.all.map((curve) => [curve.key, curve]));
  }

  find(key: string): CurveInfo | undefined {
    return this.byKey.get(key);
  }

  /** Curves by key, those that are not there left out. */
  pick(keys: readonly string[]): CurveInfo[] {
    return keys.flatMap((key) => this.find(key) ?? []);
  }

  times(curve: CurveInfo): Float64Array {
    return this.source.channel(curve.channel.id).t;
  }

  value(curve: CurveInfo, t: number): number {
    const { t: times, y } = this.source.channel(curve.channel.id);
    return times.length ? curveAt(times, y, t, curve.channel.components.length || 1, curve.component) : NaN;
  }

  /** The same curve of a run before; null where there is none. */
  remembered(curve: CurveInfo): { t: Float64Array; y: ArrayLike<number> } | null {
    const found = this.source.remembered?.(curve.channel.id);
    return found ? { t: found.t, y: column(found, curve) } : null;
  }

  /** The curve at these times; between its samples it is straight, beyond its ends there is nothing. */
  at(curve: CurveInfo, times: ArrayLike<number>, factor = 1): Float64Array {
    const own = this.times(curve);
    if (times === own) return column(this.source.channel(curve.channel.id), curve).map((y) => factor * y);
    const slack = 1e-9 * ((own[own.length - 1] ?? 0) - (own[0] ?? 0));
    const isIn = (t: number) => t >= own[0] - slack && t <= own[own.length - 1] + slack;
    return Float64Array.from({ length: times.length }, (_, k) => (isIn(times[k]) ? factor * this.value(curve, times[k]) : NaN));
  }

  /** Times of all these curves, each once. */
  union(curves: readonly CurveInfo[]): Float64Array {
    if (curves.length === 1) return this.times(curves[0]);
    const all = new Set<number>();
    for (const curve of curves) for (const t of this.times(curve)) all.add(t);
    return Float64Array.from(all).sort();
  }
}

/** One number of a channel. */
function column({ t, y }: Curve, { channel, component }: CurveInfo): Float64Array {
  const width = channel.components.length || 1;
  return Float64Array.from({ length: t.length }, (_, k) => y[width * k + component]);
}
