// A model that runs now, in a worker: rows come from there, wishes go there.

import type { TimeMark } from "../scene/schema";
import { locate } from "./curve";
import {
  type Change,
  type ChannelInfo,
  type ChannelTable,
  type Curve,
  emptyFrame,
  type Frame,
  type Source,
  type TouchingSource,
} from "./port";
import type { Answer, LiveCertificate, Point, Program, Wish } from "./program";
import { between, fromMatrix } from "./rotation";
import { Rows } from "./rows";

const AXES = ["x", "y", "z"];
const HITS = ".touch_hits";
const DRAWN = /\.touch_(place|normal|friction|hits)$/; // what is drawn of contacts, and not plotted

interface Told extends ChannelInfo {
  column: number;
}

/** What the page is told besides rows. */
export interface News {
  values: Record<string, number>;
  chosen: Record<string, number>;
  sentence: string;
  certificate: LiveCertificate | null;
}

export class LiveSource implements Source {
  readonly kind = "live";
  readonly span: number;
  readonly channels: ChannelTable;
  readonly news: News;
  /** Called when the worker moves time: a driven mechanism was dragged. */
  ontime: (t: number) => void = () => {};
  private readonly told: Told[];
  private readonly watchers = new Set<() => void>();
  private readonly listeners = new Set<(change: Change) => void>();
  private readonly found: Frame;
  private rows: Rows;
  private coming: Rows | null = null; // a run that does not reach what is shown yet
  private before: Rows | null = null;
  /** What the controls were in the run that stays to be compared with, however many come after; null where there is none. */
  pinned: Readonly<Record<string, number>> | null = null;
  private readonly curves = new Map<string, Curve>(); // of the rows as they are
  private run = 0;
  private shown = -Infinity;
  private asked: number;

  /** `worker` is anything that takes wishes; `bodies` counts the ground. */
  constructor(
    readonly program: Program,
    private readonly worker: Worker,
    private readonly bodies: number,
    start: Frame,
  ) {
    this.span = program.span;
    this.told = channelsOf(program);
    this.channels = this.told.filter(({ id }) => !DRAWN.test(id));
    this.rows = new Rows(program.columns.length);
    this.found = emptyFrame(bodies, start.deformation.length, start.loads.length / 3);
    this.found.poses.set(start.poses);
    this.found.t = start.t;
    this.asked = start.t + program.span;
    const values = Object.fromEntries(program.controls.map(({ name, value }) => [name, value]));
    this.news = { values, chosen: values, sentence: "", certificate: null };
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.take(data);
    worker.onerror = (event) => this.say(`The worker of this page has failed: ${event.message}.`);
    this.wish({ kind: "begin", program });
  }

  private wish(wish: Wish): void {
    this.worker.postMessage(wish);
  }

  /** Calls back when there are news. */
  watch(watcher: () => void): void {
    this.watchers.add(watcher);
  }

  private spread(): void {
    for (const watcher of this.watchers) watcher();
  }

  private say(sentence: string): void {
    this.news.sentence = sentence;
    this.spread();
  }

  private take(answer: Answer): void {
    if (answer.kind === "rows") this.takeRows(answer);
    else if (answer.kind === "values") {
      Object.assign(this.news, { values: answer.values, chosen: answer.chosen });
      this.say(answer.sentence);
    } else if (answer.kind === "certificate") {
      this.news.certificate = answer;
      if (answer.reasons.length && answer.level === "bad") this.show(true);
      this.spread();
    } else if (answer.kind === "time") this.ontime(answer.t);
    else this.say(answer.sentence);
  }

  private takeRows({ run, first, t, values }: Extract<Answer, { kind: "rows" }>): void {
    if (run !== this.run) {
      this.run = run;
      this.coming = new Rows(this.rows.width);
    }
    if (this.coming) {
      this.coming.put(first, t, values);
      this.show(false);
      return;
    }
    const grows = first >= this.rows.first + this.rows.count;
    this.rows.put(first, t, values);
    this.tell(grows ? "grown" : "anew");
  }

  /** A new run takes the place of the old one as soon as it has reached what is shown, so that the picture does not jump. */
  private show(anyway: boolean): void {
    const { coming } = this;
    if (!coming?.count || !(anyway || coming.t[coming.count - 1] >= Math.min(this.shown, this.end(this.rows)))) return;
    this.rows = coming;
    this.coming = null;
    this.tell("anew");
  }

  private end(rows: Rows): number {
    return rows.count ? rows.t[rows.count - 1] : -Infinity;
  }

  private tell(change: Change): void {
    this.curves.clear();
    for (const listener of this.listeners) listener(change);
  }

  // ---- the port ------------------------------------------------------------------------------------------------------
  range(): [number, number] {
    const { t, count } = this.rows;
    return count ? [t[0], t[count - 1]] : [this.found.t, this.found.t];
  }

  times(since = -Infinity): Float64Array {
    return Float64Array.from(this.rows.t.filter((t) => t > since));
  }

  frame(t: number): Frame {
    this.shown = t;
    return frameOf(this.rows, this.program, t, this.found);
  }

  channel(id: string): Curve {
    const found = this.told.find((channel) => channel.id === id);
    if (!found) throw new Error(`there is no channel "${id}"`);
    let curve = this.curves.get(id);
    if (!curve) this.curves.set(id, (curve = curveOf(this.rows, found)));
    return curve;
  }

  /** Points of contacts; what they do comes with the rows. */
  get touching(): readonly TouchingSource[] {
    return this.program.touching.map((part) => ({
      ...part,
      curves: () => {
        const [places, normal, friction] = ["place", "normal", "friction"].map((what) => this.channel(`${part.name}.touch_${what}`));
        return { times: places.t, places: places.y, normal: normal.y, friction: friction.y };
      },
    }));
  }

  /** Impacts in the steps up to each row; null where there is nothing that could hit. */
  marks(): TimeMark[] | null {
    const hits = this.told.filter(({ id }) => id.endsWith(HITS));
    if (!hits.length) return null;
    const found: TimeMark[] = [];
    for (let k = 0; k < this.rows.count; k += 1) {
      const row = this.rows.row(k);
      const hit = hits.filter(({ column }) => row[column] > 0).map(({ id }) => id.slice(0, -HITS.length));
      if (hit.length)
        found.push({
          t: this.rows.t[k],
          kind: "impact",
          sentence: `t = ${Number(this.rows.t[k].toPrecision(6))}: impact of ${hit.join(" and ")}`,
        });
    }
    return found;
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  dispose(): void {
    this.worker.terminate();
  }

  // ---- what only a living source can ---------------------------------------------------------------------------------
  /** There shall be rows up to a time. */
  reach(t: number): void {
    if (t <= this.asked) return;
    this.asked = t;
    this.wish({ kind: "until", t });
  }

  set(values: Record<string, number>): void {
    this.wish({ kind: "set", values });
  }

  reset(): void {
    this.wish({ kind: "reset" });
  }

  /** The run as it is now stays to be compared with. */
  remember(): void {
    this.before ??= this.rows;
  }

  forget(): void {
    if (!this.before || this.pinned) return;
    this.before = null;
    this.tell("grown");
  }

  /** The run as it is now stays until it is let go. */
  pin(): void {
    this.before = this.rows;
    this.pinned = this.news.values;
    this.tell("grown");
    this.spread();
  }

  get isPinned(): boolean {
    return this.pinned !== null;
  }

  unpin(): void {
    this.pinned = null;
    this.forget();
    this.spread();
  }

  /** A channel of the run that is remembered. */
  remembered(id: string): Curve | null {
    const found = this.told.find((channel) => channel.id === id);
    return this.before && found && this.before !== this.rows ? curveOf(this.before, found) : null;
  }

  /** The frame of the run that is remembered. */
  ghost(t: number, out: Frame): Frame | null {
    return this.before && this.before !== this.rows ? frameOf(this.before, this.program, t, out) : null;
  }

  room(): Frame {
    return emptyFrame(this.bodies, this.found.deformation.length, this.found.loads.length / 3);
  }

  /** The number of a body of the scene among those that can be held; null where it cannot be. */
  held(body: number): number | null {
    return this.program.bodies[body - 1]?.dragged ?? null;
  }

  grab(t: number, body: number, point: Point): void {
    this.say("");
    this.wish({ kind: "grab", t, body, point });
  }

  pull(pointer: Point, dt: number): void {
    this.wish({ kind: "pull", pointer, dt });
  }

  press(t: number, key: number, down: boolean): void {
    this.wish({ kind: "press", t, key, down });
  }

  hand(t: number, body: number, point: Point, pointer: Point): void {
    this.say("");
    this.wish({ kind: "hand", t, body, point, pointer });
  }

  /** The pointer lets go: the run goes on from where it is now. */
  release(): void {
    this.wish({ kind: "release" });
  }
}

/** Vectors together, and without what nobody plots. */
function channelsOf({ columns }: Program): Told[] {
  const found: Told[] = [];
  columns.forEach(({ name, unit, group }, column) => {
    if (/\.rotation\b/.test(name)) return; // nobody plots them
    const stem = name.replace(/\.[xyz]$/, "");
    const last = found[found.length - 1];
    if (stem !== name && name.endsWith(".x") && AXES.every((axis, k) => columns[column + k]?.name === `${stem}.${axis}`)) {
      found.push({ id: stem, name: stem, components: AXES, unit, group, column });
    } else if (!(last?.components.length && column < last.column + 3)) {
      found.push({ id: name, name, components: [], unit, group, column });
    }
  });
  const isTurn = ({ name }: Told) => Number(/\.e[0-3]$/.test(name)); // Euler parameters tell a reader little: they come last
  return found.sort((a, b) => isTurn(a) - isTurn(b));
}

function curveOf(rows: Rows, channel: Told): Curve {
  return { t: Float64Array.from(rows.t), y: rows.columns(channel.column, channel.components.length || 1) };
}

const [from, to] = [new Float64Array(4), new Float64Array(4)];

/** Everything at a time, between two rows; `out` as it was where there are none. */
function frameOf(rows: Rows, program: Program, t: number, out: Frame): Frame {
  if (!rows.count) return out;
  const [k, s] = locate(rows.t, t);
  const [here, next] = [rows.row(k), rows.row(Math.min(k + 1, rows.count - 1))];
  const at = (column: number) => here[column] + s * (next[column] - here[column]);
  program.bodies.forEach(({ column }, k) => {
    const [first, body] = [program.states + column, 7 * (k + 1)];
    for (let j = 0; j < 3; j += 1) out.poses[body + j] = at(first + 9 + j);
    fromMatrix(here, first, from, 0);
    fromMatrix(next, first, to, 0);
    between(from, 0, to, 0, s, out.poses, body + 3);
    if (!out.velocities) return;
    for (let j = 0; j < 3; j += 1) {
      out.velocities[6 * (k + 1) + j] = at(first + 15 + j);
      out.velocities[6 * (k + 1) + 3 + j] = at(first + 12 + j);
    }
  });
  program.elastic.forEach((column, j) => {
    out.deformation[j] = at(column);
  });
  out.t = t;
  return out;
}

/** The worker of a program, from its own text: the page loads nothing. */
export function makeWorker(program: Program): Worker {
  const address = URL.createObjectURL(new Blob([program.script], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}
