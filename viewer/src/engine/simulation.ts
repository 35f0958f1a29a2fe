// Runs a simulation that linkwork exported to WebAssembly, in pages and in node.

// Functions of C's library. Math has them, but for those where C wants another value.
const { sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh, atanh, exp, expm1, log, log1p } = Math;
export const library = {
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  exp,
  expm1,
  log,
  log1p,
  // 1 to any power is 1, also where that is no number; (-1) to an infinite power is 1.
  pow: (x: number, y: number) => (x === 1 || (x === -1 && (y === Infinity || y === -Infinity)) ? 1 : x ** y),
  exp2: (x: number) => 2 ** x,
  ldexp: (x: number, n: number) => x * 2 ** n,
  fmod: (x: number, y: number) => x % y,
  // What is no number does not count.
  fmin: (x: number, y: number) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y)),
  fmax: (x: number, y: number) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y)),
  __powidf2: (x: number, n: number) => x ** n,
};

/** The note that linkwork leaves in a module. */
export interface About {
  model: string;
  method: string;
  t_end: number;
  names: string[];
  sizes: [number, number, number];
  samples: number;
  parameters: string[];
  channels: string[];
  log_room: number;
  events: { name: string; terminal: boolean; count: number }[];
  places: Record<string, number | null>;
  codes: Record<"done" | "paused" | "full" | "event" | "stiff" | "rank", number>;
  sentences: Record<string, string>;
  clock: Record<"t" | "t_end" | "h" | "imbalance" | "energy_scale" | "energy_size" | "longest_step", number>;
  count: Record<"accepted" | "rejected" | "sampled", number>;
  /** A second state, at which a living page asks; and its verdict. */
  aside?: Aside;
  contacts?: { points: string[]; slips: number[]; forces: number; struck: number; gaps: number; worst: number };
}

/** Where the numbers of a second state lie. */
export interface Aside {
  y: number;
  rates: number;
  residuals: number | null;
  points: number | null;
  energies: number;
  worst: number;
  wanted: number | null;
  done: number;
  residual_count: number;
  verdict: { numbers: number; found: number; fields: Record<string, number> };
}

/** The loops of a module, as functions of a page. */
export interface Code {
  memory: WebAssembly.Memory;
  advance(steps: bigint): number;
  restart(): number;
  observe(t: number): number;
  look(t: number): number;
  weigh(t: number): number;
  rate(t: number): number;
  judge(): number;
  assemble(t: number): number;
  measure?(t: number): number;
  points?(t: number): number;
  close?(t: number): number;
  touch?(t: number): number;
}

type Status = "running" | "done" | "event" | "singular" | "failed";
type Source = string | URL | BufferSource | WebAssembly.Module;
interface Happened {
  t: number;
  name: string;
  y: Float64Array;
}

function aboutOf(module: WebAssembly.Module): About {
  const [note] = WebAssembly.Module.customSections(module, "linkwork");
  if (note === undefined) throw new Error("this module is none that linkwork exported");
  return JSON.parse(new TextDecoder().decode(note));
}

// Where a name stands in a list.
function place(names: readonly string[], name: string): number {
  const k = names.indexOf(name);
  if (k < 0) throw new Error(`${name} is none of ${names.join(", ")}`);
  return k;
}

// Whether what is given by name are numbers, and names of these.
function check(given: Record<string, number>, names: readonly string[]): void {
  for (const name in given) {
    place(names, name);
    if (!Number.isFinite(given[name])) throw new Error(`${name} = ${given[name]} is no finite number`);
  }
}

export async function load(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" && source.startsWith("AGFzbQ")) {
    return WebAssembly.compile(Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0)));
  }
  if (!(typeof source === "string" || source instanceof URL)) return WebAssembly.compile(source);
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`${source}: ${answer.status} ${answer.statusText}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

// A run from its start on. Several runs of one module do not know of each other.
export class Run {
  readonly about: About;
  /** What happened so far. */
  events: Happened[] = [];
  status: Status = "running";
  /** A sentence on a run that does not go on. */
  reason = "";
  /** Whether steps were short for long without need. */
  isStiff = false;
  // What follows is for living pages, which stand on the same memory.
  readonly code: Code;
  readonly clock: Float64Array;
  readonly count: BigInt64Array;
  readonly y: Float64Array;
  readonly times: Float64Array;
  readonly sampled: Float64Array;
  readonly values: Float64Array;
  readonly shown: Float64Array;
  readonly fired: BigInt64Array;
  private readonly landed: BigInt64Array;
  private readonly log: [Float64Array, BigInt64Array, Float64Array];
  private readonly happened: number[];

  constructor(module: WebAssembly.Module, instance: WebAssembly.Instance) {
    this.about = aboutOf(module);
    const { places, names, samples, log_room: room } = this.about;
    this.code = instance.exports as unknown as Code;
    const { buffer } = this.code.memory;
    const reals = (place: number | null, count: number) => new Float64Array(buffer, place ?? 0, place === null ? 0 : count);
    const whole = (place: number | null, count: number) => new BigInt64Array(buffer, place ?? 0, place === null ? 0 : count);
    const n = names.length;
    this.clock = reals(places.clock, 16);
    this.count = whole(places.count, 8);
    this.y = reals(places.y, n);
    this.times = reals(places.times, samples);
    this.sampled = reals(places.samples, samples * n);
    this.values = reals(places.parameters, this.about.parameters.length);
    this.shown = reals(places.channels, this.about.channels.length);
    this.fired = whole(places.fired, 2);
    this.landed = whole(places.landed, this.about.events.length);
    this.log = [reals(places.log_t, room), whole(places.log_event, room), reals(places.log_y, room * n)];
    this.happened = this.about.events.map(() => 0);
  }

  /** The present time. */
  get t(): number {
    return this.clock[this.about.clock.t];
  }

  /** Steps taken so far. */
  get steps(): number {
    return Number(this.count[this.about.count.accepted]);
  }

  /** Steps that were too long and were tried again. */
  get rejected(): number {
    return Number(this.count[this.about.count.rejected]);
  }

  /** Coordinates, speeds and states of elements. */
  state(): { t: number; q: Float64Array; u: Float64Array; z: Float64Array } {
    const [nq, nu, nz] = this.about.sizes;
    return { t: this.t, q: this.y.slice(0, nq), u: this.y.slice(nq, nq + nu), z: this.y.slice(nq + nu, nq + nu + nz) };
  }

  /** A coordinate, speed or state of an element now. */
  value(name: string): number {
    return this.y[place(this.about.names, name)];
  }

  /** Parameters of the model by name. */
  parameters(): Record<string, number> {
    return Object.fromEntries(this.about.parameters.map((name, k) => [name, this.values[k]]));
  }

  /** Channels by name, at the present state. */
  channels(): Record<string, number> {
    if (this.shown.length && !this.code.observe(this.t)) throw new Error("the unknowns of elements have no solution");
    return Object.fromEntries(this.about.channels.map((name, k) => [name, this.shown[k]]));
  }

  /** Begins anew from other values: of coordinates, speeds and states, the time, Parameters. What is not given stays
   * as it is now; the new start is projected on the constraints. */
  restart({
    t = this.t,
    values = {},
    parameters = {},
    ...others
  }: {
    t?: number;
    values?: Record<string, number>;
    parameters?: Record<string, number>;
  } = {}): Status {
    const { names, codes, count, sentences } = this.about;
    // Everything is looked at before anything is written.
    for (const name in others) throw new Error(`restart: ${name} is none of t, values, parameters`);
    if (!(t <= this.about.t_end && t > -Infinity)) {
      throw new Error(`restart: t = ${t} is no time up to the end of the run, ${this.about.t_end}`);
    }
    check(values, names);
    check(parameters, this.about.parameters);
    for (const name in values) this.y[place(names, name)] = values[name];
    for (const name in parameters) this.values[place(this.about.parameters, name)] = parameters[name];
    this.clock[this.about.clock.t] = t;
    Object.assign(this, { status: "running", reason: "", events: [], isStiff: false });
    this.happened.fill(0);
    this.fired[0] = 0n;
    const code = this.code.restart();
    if (code !== codes.done) this.end("failed", sentences[code]);
    const before = this.times.findIndex((time) => time >= t),
      first = before < 0 ? this.times.length : before;
    const isSample = this.times[first] === t;
    if (isSample) this.sampled.set(this.y, first * this.y.length);
    this.count[count.accepted] = this.count[count.rejected] = 0n;
    this.count[count.sampled] = BigInt(first + (isSample ? 1 : 0));
    return this.status;
  }

  /** Samples so far: their times and rows (q, u, z, work) one after the other; or one column by its name.
   * */
  samples(): { t: Float64Array; rows: Float64Array };
  samples(name: string): Float64Array;
  samples(name?: string): Float64Array | { t: Float64Array; rows: Float64Array } {
    const n = this.y.length,
      count = Number(this.count[this.about.count.sampled]);
    const rows = this.sampled.slice(0, count * n);
    if (name === undefined) return { t: this.times.slice(0, count), rows };
    const k = place(this.about.names, name);
    return Float64Array.from({ length: count }, (_, row) => rows[row * n + k]);
  }

  /** Goes on for up to so many steps, or to the end. @returns {string} the status */
  advance(steps = Infinity): Status {
    const { codes, sentences } = this.about;
    if (!(steps >= 0)) throw new Error(`advance: ${steps} is no number of steps`);
    if (this.status === "singular") this.status = "running";
    let left = steps;
    while (this.status === "running" && left > 0) {
      const before = this.steps;
      const code = this.code.advance(BigInt(Math.ceil(Math.min(left, 1e6))));
      left -= this.steps - before;
      this.read();
      if (code === codes.done) this.status = "done";
      else if (code === codes.event) this.land();
      else if (code === codes.stiff) this.isStiff = true;
      else if (code === codes.rank) this.end("singular", sentences[code]);
      else if (code !== codes.paused && code !== codes.full) this.end("failed", sentences[code]);
    }
    return this.status;
  }

  private end(status: Status, reason: string): void {
    this.status = status;
    this.reason = `${reason} at t = ${Number(this.t.toPrecision(6))}`;
  }

  // Takes events out of the log; kinks of elements are in it too, and concern nobody.
  private read(): void {
    const [times, events, states] = this.log,
      n = this.y.length;
    for (let k = 0; k < Number(this.fired[0]); k++) {
      const event = this.about.events[Number(events[k])];
      if (event === undefined) continue;
      this.happened[Number(events[k])] += 1;
      this.events.push({ t: times[k], name: event.name, y: states.slice(k * n, (k + 1) * n) });
    }
    this.fired[0] = 0n;
  }

  // A step ended at events: terminal ones that have happened often enough end the run.
  private land(): void {
    const ends = this.about.events.find((event, k) => this.landed[k] !== 0n && event.terminal && this.happened[k] >= event.count);
    if (ends !== undefined) this.end("event", `the event '${ends.name}' ended the run`);
  }
}

/** A run of a module from its start on. */
export async function begin(source: Source): Promise<Run> {
  const module = await load(source);
  return new Run(module, await WebAssembly.instantiate(module, { env: library }));
}
