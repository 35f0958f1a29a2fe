// A simulation that somebody plays with: begun anew from other values, pulled by a spring, moved by hand. It runs in a
// worker of a page, and in node; `worker.ts` speaks to pages.
import type { LiveCertificate, Point, Program } from "../source/program";
import { begin as beginRun, type Code, type Run } from "./simulation";
import { type Note, worded } from "./verdict";

type Numbers = Float64Array;
/** What contacts did in the step that led to a row. */
interface Touch {
  forces: Numbers[];
  hits: number[];
}
/** A row that is kept: a state, and how its energy is counted. */
interface Kept {
  y: Numbers;
  touch: Touch | null;
  origin: number;
  balance: number;
}
interface Held {
  body: number;
  point: Point;
  stiffness: number;
  strength: number;
}

const STEPS_AT_ONCE = 64;
const HAND_TURNS = 12;
const HAND_STEP = 0.3; // the most that a coordinate is moved by in one of them, in radians or metres
const MOST_ROWS = 60000;
const UNSOLVED = 1e-6; // of its size: what may be left of a contact problem
const PULL_BUDGET = 40; // milliseconds: a body that is held waits for no picture

const norm = (x: readonly number[]): number => Math.hypot(...x);
const given = (x: number): string => Number(x.toPrecision(6)).toString();

// The numbers of a program that was packed by linkwork.
async function unpacked(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

export class Living {
  readonly code: Code;
  private readonly n: number;
  private readonly nq: number;
  private readonly nu: number;
  private readonly place: Run["about"]["clock"];
  private readonly y: Numbers;
  private readonly rates: Numbers;
  private readonly residuals: Numbers;
  private readonly energies: Numbers;
  private readonly worst: Numbers;
  private readonly wanted: Numbers;
  private readonly done: Numbers;
  private readonly clock: Numbers;
  private readonly parameters: Numbers;
  private readonly verdict: { numbers: Numbers; fields: Record<string, number>; found: Numbers; least: number };
  private readonly contacts: Contacts;
  /** Of a row: state, channels, forces of contacts, energies, balance. */
  readonly width: number;
  chosen: Record<string, number>;
  /** What controls are: starting values that were not chosen follow the constraints. */
  values: Record<string, number>;
  readonly base: { t: number; y: Numbers };
  /** What the pointer holds. */
  held: Held | null = null;
  readonly mass: number;
  /** What numbers are while their keys are not pressed. */
  private readonly loose: number[];
  private origin: number;
  /** Times of all rows. */
  t: number[] = [];
  private states: Kept[] = [];
  /** The number of the first row that is kept. */
  private first = 0;
  /** Rows that were handed out. */
  private given = 0;
  /** Samples that were read. */
  private taken = 0;
  /** Energy less work where the energy was last counted from. */
  private balance = 0;
  /** Milliseconds. */
  private spent = 0;
  /** Seconds. */
  private simulated = 0;
  /** Why it does not go on. */
  end = "";
  notes: Note[] = [];
  steps = 0;
  rejected = 0;
  imbalance = 0;
  open = 0;
  depth = 0;
  correction = 0;
  /** Energy that the spring to the pointer took and gave. */
  passed = 0;
  scale = 0;
  private size = 0;

  constructor(
    readonly run: Run,
    readonly program: Program,
  ) {
    const { aside, sizes, names, clock } = run.about;
    if (!aside) throw new Error("this module is none of a living page");
    const { buffer } = run.code.memory;
    const reals = (place: number | null, count: number) => new Float64Array(buffer, place ?? 0, place === null ? 0 : count);
    this.code = run.code;
    [this.n, this.nq, this.nu, this.place] = [names.length, sizes[0], sizes[1], clock];
    this.y = reals(aside.y, this.n);
    this.rates = reals(aside.rates, this.n);
    this.residuals = reals(aside.residuals, aside.residual_count);
    this.energies = reals(aside.energies, 2);
    this.worst = reals(aside.worst, 3);
    this.wanted = reals(aside.wanted, program.controls.length);
    this.done = reals(aside.done, 1);
    this.clock = run.clock;
    this.parameters = run.values;
    const { numbers, found, fields } = aside.verdict;
    const own = reals(numbers, Object.keys(fields).length);
    this.verdict = { numbers: own, fields, found: reals(found, 3 * (program.verdict.rules.length + 1)), least: own[fields.energy_size] };
    this.contacts = contactsOf(run, (t) => this.code.points!(t) !== 0);
    this.width = this.n + run.about.channels.length + this.contacts.width + 3;
    this.chosen = Object.fromEntries(program.controls.map((control) => [control.name, control.value]));
    this.values = this.chosen;
    this.base = { t: run.t, y: run.y.slice() };
    this.loose = program.keys.map(({ place }) => this.parameters[place]);
    this.forget();
    this.origin = this.weighed(run.t, run.y);
    this.mass = this.movingMass();
  }

  // The mass of all bodies that can move: those with a velocity where all speeds have some value.
  private movingMass(): number {
    const { pull, bodies } = this.program;
    this.y.set(this.base.y);
    for (let k = 0; k < this.nu; k++) this.y[this.nq + k] = 1 + 0.1 * k;
    if (!this.code.look(this.base.t)) return 0;
    const moves = ({ column }: Program["bodies"][number]) => this.run.shown.subarray(column + 12, column + 18).some((x) => x !== 0);
    return bodies.reduce((sum, body, k) => sum + (moves(body) ? pull.masses[k] : 0), 0);
  }

  // ---- what is known of the run ------------------------------------------------------------------------------
  private forget(): void {
    [this.t, this.states, this.notes, this.end] = [[], [], [], ""];
    this.first = this.given = this.taken = this.balance = this.spent = this.simulated = 0;
    this.steps = this.rejected = this.imbalance = this.open = this.correction = this.depth = this.passed = 0;
    this.scale = this.size = 0;
  }

  get now(): number {
    return this.run.t;
  }

  private weighed(t: number, y: Numbers): number {
    this.y.set(y);
    this.code.weigh(t);
    return this.energies[0] + this.energies[1];
  }

  /** Rows that were not handed out yet: {first, t, values}, each row state, channels, energies and their balance. */
  rows(): { first: number; t: Float64Array<ArrayBuffer>; values: Float64Array<ArrayBuffer> } {
    const from = this.given - this.first,
      count = this.t.length - from;
    const t = Float64Array.from(this.t.slice(from)),
      values = new Float64Array(count * this.width);
    for (let k = 0; k < count; k++) this.describe(t[k], this.states[from + k], values.subarray(k * this.width, (k + 1) * this.width));
    const found = { first: this.given, t, values };
    this.given += count;
    return found;
  }

  private describe(t: number, state: Kept, row: Numbers): void {
    row.set(state.y);
    this.y.set(state.y);
    if (this.code.look(t)) row.set(this.run.shown, this.n);
    else row.fill(NaN, this.n, this.n + this.run.shown.length);
    if (this.contacts.width) this.contacts.describe(t, state.touch, row.subarray(this.width - 3 - this.contacts.width, this.width - 3));
    const energy = this.weighed(t, state.y);
    row[this.width - 3] = this.energies[0];
    row[this.width - 2] = this.energies[1];
    row[this.width - 1] = energy - state.origin - state.y[this.n - 1] + state.balance;
  }

  /** The row of a time, or the last before it. */
  private at(t: number): number {
    let low = 0,
      high = this.t.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.t[middle] <= t + 1e-9 * this.program.step) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // ---- steps -------------------------------------------------------------------------------------------------
  /** Goes on until a time, or for so many milliseconds; whether it is there, or cannot go on. */
  simulate(until: number, budget = Infinity): boolean {
    const begun = performance.now(),
      from = this.now,
      enough = until - 1e-9 * this.program.step;
    const there = () => this.end !== "" || (this.t.length > 0 && this.t[this.t.length - 1] >= enough);
    while (!there() && performance.now() - begun <= budget) this.advance();
    this.spent += performance.now() - begun;
    this.simulated += Math.max(0, this.now - from);
    return there();
  }

  private advance(): void {
    const { run } = this;
    if (run.status === "done") this.lengthen();
    const before = [run.steps, run.rejected];
    const status = run.status === "running" || run.status === "singular" ? run.advance(STEPS_AT_ONCE) : run.status;
    this.steps += run.steps - before[0];
    this.rejected += run.rejected - before[1];
    this.read();
    this.audit();
    if (run.isStiff) this.note("stiff", "the equations became stiff: steps are short");
    if (status === "singular") this.note("singularity", "it came near a configuration where constraints depend on each other");
    else if (status !== "running" && status !== "done") this.end = run.reason;
  }

  private note(code: string, text: string): void {
    if (!this.notes.some((note) => note.code === code)) this.notes.push({ code, severity: "doubtful", text });
  }

  private audit(): void {
    this.imbalance = Math.max(this.imbalance, this.clock[this.place.imbalance]);
    this.scale = Math.max(this.scale, this.clock[this.place.energy_scale]);
    this.size = Math.max(this.size, this.clock[this.place.energy_size]);
    this.open = Math.max(this.open, this.worst[0]);
    this.correction = Math.max(this.correction, this.worst[2]);
    this.depth = Math.max(this.depth, this.contacts.worst[0] ?? 0);
    if (this.contacts.worst[1] > UNSOLVED)
      this.note("unsolved", `contact problems were solved to ${this.contacts.worst[1].toPrecision(1)} of their size only`);
  }

  // The run has come to the end that it was given; there is more time.
  private lengthen(): void {
    this.ahead(this.now, this.program.span);
    this.run.status = "running";
  }

  // Samples are wanted on the grid behind t, the end is a time ahead.
  private ahead(t: number, span: number): void {
    const { step } = this.program,
      times = this.run.times,
      t0 = this.base.t;
    const next = Math.floor((t - t0) / step + 1 + 1e-6);
    for (let k = 0; k < times.length; k++) times[k] = t0 + (next + k) * step;
    this.run.count[this.run.about.count.sampled] = 0n;
    this.taken = 0;
    const last = Math.min(Math.max(Math.round(span / step), 1), times.length) - 1;
    this.clock[this.place.t_end] = times[last];
  }

  private read(): void {
    const { run, n } = this,
      count = Number(run.count[run.about.count.sampled]);
    for (; this.taken < count; this.taken++) {
      const y = run.sampled.slice(this.taken * n, (this.taken + 1) * n);
      this.keep(run.times[this.taken], y, this.contacts.at(this.taken));
    }
  }

  // A row; `touch` is what contacts did in the step that led to it.
  private keep(t: number, y: Numbers, touch: Touch | null = null): void {
    this.t.push(t);
    this.states.push({ y, touch, origin: this.origin, balance: this.balance });
    if (this.t.length <= MOST_ROWS) return;
    const gone = this.t.length - MOST_ROWS / 2;
    this.t.splice(0, gone);
    this.states.splice(0, gone);
    this.first += gone;
  }

  // The present state of the run, and what Parameters are now, as the start of what follows; "" or why not.
  private restart(t: number, y: Numbers, span: number): string {
    const { run } = this;
    this.balance += this.weighed(this.now, run.y) - this.origin - run.y[this.n - 1];
    run.y.set(y);
    this.clock[this.place.t] = t;
    const code = this.code.restart();
    this.clock[this.place.imbalance] = 0;
    this.worst.fill(0);
    Object.assign(run, { status: "running", reason: "", isStiff: false });
    run.fired[0] = 0n;
    this.origin = this.weighed(t, run.y);
    this.ahead(t, span);
    this.end = code === run.about.codes.done ? "" : `${run.about.sentences[code]} at t = ${given(t)}`;
    return this.end;
  }

  // ---- other values ------------------------------------------------------------------------------------------
  /** Begins anew with other values of controls; "" or the sentence that tells why everything stays as it was. */
  set(values: Record<string, number>): string {
    const wanted = { ...this.chosen, ...values };
    for (const name in values) {
      const control = this.program.controls.find((one) => one.name === name);
      if (!control) return `${name} is no control of this page.`;
      const { low, high } = control,
        x = values[name];
      if (!(x >= low && x <= high))
        return `${name} = ${x} lies outside of its range, ${given(low)} to ${given(high)}; the last value is kept.`;
    }
    const before = [this.parameters.slice(), this.worst.slice()];
    const said = this.assembled(wanted) || this.overlapping(wanted);
    if (said) {
      this.parameters.set(before[0]);
      this.worst.set(before[1]);
      return said;
    }
    const y = this.y.slice(),
      { t } = this.base;
    this.forget();
    this.run.count[this.run.about.count.accepted] = this.run.count[this.run.about.count.rejected] = 0n;
    const failed = this.restart(t, y, this.program.span);
    this.balance = 0;
    this.chosen = wanted;
    this.values = { ...wanted };
    for (const control of this.program.controls) if (control.kind === "start") this.values[control.name] = y[control.place];
    if (!failed) this.keep(t, this.run.y.slice());
    return "";
  }

  /** Back to the model's own values. */
  reset(): string {
    return this.set(Object.fromEntries(this.program.controls.map((control) => [control.name, control.value])));
  }

  // Leaves in `y` a start with other values, on all constraints. "" or why it is impossible.
  private assembled(wanted: Record<string, number>): string {
    this.program.controls.forEach(({ name }, k) => {
      this.wanted[k] = wanted[name];
    });
    const code = this.code.assemble(this.base.t);
    if (!code) return "";
    return this.unreached(wanted, this.done[0], code === 1 ? this.leftOpen() : "Constraints do not allow to start");
  }

  // The deepest overlap at `this.y` and a time, and whose it is; none where there are no contacts.
  private deepest(t = this.base.t): { depth: number; point: string } {
    const { gaps, points } = this.contacts;
    if (!gaps.length || !this.code.touch?.(t)) return { depth: 0, point: "" };
    const k = gaps.reduce((best, gap, j) => (gap < gaps[best] ? j : best), 0);
    return { depth: -gaps[k], point: points[k] };
  }

  // Why a start with wanted values is none: bodies enter each other at `this.y`.
  private overlapping(wanted: Record<string, number>): string {
    const { depth, point } = this.deepest();
    if (!(depth > (this.program.overlap ?? Infinity))) return "";
    const moved = this.program.controls.filter((c) => wanted[c.name] !== c.value);
    return `${point} overlaps by ${given(depth)} with ${moved.map((c) => `${c.name} = ${given(wanted[c.name])}`).join(", ")}. The last good state is kept.`;
  }

  // Why wanted values are out of reach, and how far one gets.
  private unreached(wanted: Record<string, number>, done: number, why: string): string {
    const moved = this.program.controls.filter((c) => wanted[c.name] !== c.value);
    const told = (part: number) => moved.map((c) => `${c.name} = ${given(c.value + part * (wanted[c.name] - c.value))}`).join(", ");
    return `${why} with ${told(1)}; it goes up to ${told(done)}. The last good state is kept.`;
  }

  // The closed loop that stays open at `this.y`, in words.
  private leftOpen(): string {
    const { loops } = this.program;
    const size = (loop: Program["loops"][number]) => {
      let most = 0;
      for (let k = loop.first; k < loop.first + loop.count; k++) most = Math.max(most, Math.abs(this.residuals[k]));
      return most;
    };
    if (!this.code.measure?.(this.base.t) || !loops.length) return "Constraints cannot be met";
    return `The loop at the ${loops.reduce((a, b) => (size(b) > size(a) ? b : a)).label} cannot be closed`;
  }

  // ---- the pointer -------------------------------------------------------------------------------------------
  // Drops what was computed behind a row.
  private cut(row: number): { t: number; y: Numbers } {
    this.t.length = this.states.length = row + 1;
    this.given = Math.min(this.given, this.first + row + 1);
    const t = this.t[row],
      { y, origin, balance } = this.states[row];
    Object.assign(this, { origin, balance });
    this.run.y.set(y);
    this.clock[this.place.t] = t;
    return { t, y };
  }

  private grip(t: number, y: Numbers, body: number, point: Point): Held {
    const { pull } = this.program;
    pull.grip.forEach((k, i) => {
      this.parameters[k] = point[i];
    });
    pull.stiffness.forEach((k) => {
      this.parameters[k] = 0;
    });
    const held = { body, point, stiffness: pull.stiffness[body], strength: 0 };
    this.held = held;
    const felt = this.massAt(t, y, held);
    held.strength = Math.min(this.mass * pull.rate ** 2, pull.stiffest === null ? Infinity : pull.stiffest * felt);
    return held;
  }

  // The mass that a force feels at the gripped point, 1 / Σ A_ii with the accelerations A of the point under unit forces:
  // no direction is lighter. Infinite where nothing moves it.
  private massAt(t: number, y: Numbers, { body, point, stiffness }: Held): number {
    const { pull, bodies } = this.program,
      { nq, nu } = this,
      { column } = bodies.find((one) => one.dragged === body)!;
    const seen = (speeds: Numbers) => {
      this.y.set(y);
      this.y.set(speeds, nq);
      return this.code.look(t) ? gripped(this.run.shown, column, point) : null;
    };
    const rated = () => {
      this.y.set(y);
      return this.code.rate(t) ? this.rates.slice(nq, nq + nu) : null;
    };
    const before = [pull.damping!, ...pull.pointer].map((k) => [k, this.parameters[k]]);
    const speeds = y.slice(nq, nq + nu),
      here = seen(speeds),
      still = rated();
    let lightness = 0;
    this.parameters[pull.damping!] = 0;
    this.parameters[stiffness] = 1;
    for (let i = 0; here && still && i < 3; i++) {
      pull.pointer.forEach((k, j) => {
        this.parameters[k] = here.p[j] + (i === j ? 1 : 0);
      });
      const drawn = rated(),
        moved = drawn && seen(speeds.map((u, k) => u + drawn[k] - still[k]));
      if (moved) lightness += moved.v[i] - here.v[i];
    }
    this.parameters[stiffness] = 0;
    for (const [k, value] of before) this.parameters[k] = value;
    return lightness > 0 ? 1 / lightness : Infinity;
  }

  /** The pointer takes a point of a body at a time: what came after it is forgotten. */
  grab(t: number, body: number, point: Point): void {
    const { t: from, y } = this.cut(this.at(t));
    this.grip(from, y, body, point);
    this.restart(from, y.slice(), this.program.span);
  }

  /** The pointer is somewhere: goes on for a time, pulled there, or for so many milliseconds. */
  pull(pointer: Point, dt: number, budget = PULL_BUDGET): void {
    const { held } = this;
    if (!held) return;
    const { pull, step } = this.program;
    pull.pointer.forEach((k, i) => {
      this.parameters[k] = pointer[i];
    });
    this.parameters[held.stiffness] = held.strength;
    this.parameters[pull.damping!] = pull.relaxation;
    const steps = Math.max(1, Math.round(dt / step));
    if (this.end) this.cut(this.t.length - 1);
    if (this.restart(this.now, this.run.y.slice(), steps * step)) return;
    const before = this.drawn(held, pointer);
    this.simulate(this.base.t + (Math.round((this.now - this.base.t) / step) + steps) * step, budget);
    this.passed += Math.abs(before - this.drawn(held, pointer));
  }

  // The energy in the spring to the pointer. What it gives goes through its damper for the most part, as jerks of a hand
  // do, and can be far more than the energy in motion.
  private drawn({ body, point, strength }: Held, pointer: Point): number {
    const { column } = this.program.bodies.find((one) => one.dragged === body)!;
    this.y.set(this.run.y);
    if (!this.code.look(this.now)) return 0;
    const { p } = gripped(this.run.shown, column, point);
    return (strength / 2) * norm(pointer.map((c, i) => c - p[i])) ** 2;
  }

  /** The pointer lets go. */
  release(): void {
    if (!this.held) return;
    this.parameters[this.held.stiffness] = 0;
    this.held = null;
    this.restart(this.now, this.run.y.slice(), this.program.span);
  }

  /** A key is pressed or let go at a time: what came after it is forgotten. */
  press(t: number, key: number, down: boolean): void {
    const { t: from, y } = this.cut(this.at(t));
    const { place, pressed } = this.program.keys[key];
    this.parameters[place] = down ? pressed : this.loose[key];
    this.restart(from, y.slice(), this.program.span);
  }

  /** Moves a point of a body towards the pointer through the constraints, without dynamics; a time where the mechanism
   * is driven, which is then moved instead. */
  hand(t: number, body: number, point: Point, pointer: Point): number | null {
    const row = this.at(t);
    if (!this.program.freedoms) return this.timeOf(body, point, pointer);
    const { t: from, y } = this.cut(row),
      { pull, bodies } = this.program,
      { nq, nu } = this;
    const { stiffness } = this.grip(from, y, body, point);
    pull.pointer.forEach((k, i) => {
      this.parameters[k] = pointer[i];
    });
    this.parameters[pull.damping!] = 0;
    this.y.set(y);
    const allowed = Math.max(this.program.overlap ?? 0, this.deepest(from).depth); // a body is moved until it touches
    const state = y.slice(),
      { column } = bodies.find((one) => one.dragged === body)!;
    state.fill(0, nq, nq + nu);
    const rated = (u: Numbers | null, k: number) => {
      this.parameters[stiffness] = k;
      this.y.set(state);
      if (u) this.y.set(u, nq);
      return this.code.rate(from) ? this.rates.slice() : null;
    };
    const distance = (q: Numbers) => {
      this.y.set(q);
      return this.code.look(from) ? norm(pointer.map((c, i) => c - gripped(this.run.shown, column, point).p[i])) : Infinity;
    };
    for (let turn = 0; turn < HAND_TURNS; turn++) {
      const still = rated(null, 0),
        drawn = rated(null, this.mass * pull.rate ** 2);
      if (!still || !drawn) break;
      const u = drawn.slice(nq, nq + nu).map((a, i) => a - still[nq + i]),
        moving = rated(u, 0);
      if (!moving) break;
      this.y.set(state);
      this.y.set(u, nq);
      if (!this.code.look(from)) break;
      const { p, v } = gripped(this.run.shown, column, point);
      const off = pointer.map((c, i) => c - p[i]),
        square = v.reduce((sum, x) => sum + x * x, 0);
      if (!(square > 0) || norm(off) < 1e-9) break;
      const change = moving.slice(0, nq).map((x, k) => x - still[k]),
        most = Math.max(...change.map(Math.abs));
      let length = Math.min(off.reduce((sum, e, i) => sum + e * v[i], 0) / square, HAND_STEP / most),
        found = null;
      for (; !found && length * most > 1e-9; length /= 4) {
        this.y.set(state);
        for (let k = 0; k < nq; k++) this.y[k] += length * change[k];
        if (this.code.close?.(from) === 0) continue;
        if (this.deepest(from).depth > allowed) continue;
        const next = this.y.slice();
        if (distance(next) < norm(off)) found = next;
      }
      if (!found) break;
      state.set(found.subarray(0, nq));
    }
    this.parameters[stiffness] = 0;
    this.held = null;
    this.t.pop();
    this.states.pop();
    this.given = Math.min(this.given, this.first + row);
    this.restart(from, state, this.program.span);
    this.open = Math.max(this.open, this.code.measure?.(from) ? Math.max(0, ...this.residuals.map(Math.abs)) : 0);
    this.keep(from, this.run.y.slice());
    return null;
  }

  // The time of the row in which a point of a body is nearest to the pointer.
  private timeOf(body: number, point: Point, pointer: Point): number {
    const { column } = this.program.bodies.find((one) => one.dragged === body)!;
    let best = Infinity,
      found = this.t[0];
    for (let k = 0; k < this.t.length; k++) {
      this.y.set(this.states[k].y);
      if (!this.code.look(this.t[k])) continue;
      const { p } = gripped(this.run.shown, column, point),
        far = norm(pointer.map((c, i) => c - p[i]));
      if (far < best) [best, found] = [far, this.t[k]];
    }
    return found;
  }

  // ---- how good it is ----------------------------------------------------------------------------------------
  // The numbers of the run, and what the rules of certificates find in them.
  private judged(): Record<string, number> {
    const { numbers, fields } = this.verdict;
    const known = {
      status: this.program.verdict.statuses.indexOf(this.end ? "failed" : "done"),
      t_end: this.base.t + this.simulated,
      steps: this.steps,
      rejected: this.rejected,
      longest_step: this.clock[this.place.longest_step],
      energy_error: this.imbalance,
      energy_scale: this.scale,
      energy_size: Math.max(this.size, this.verdict.least),
      energy_passed: this.passed,
      position_error: this.open,
      correction: this.correction,
    };
    for (const [name, value] of Object.entries(known)) numbers[fields[name]] = value;
    this.code.judge();
    return Object.fromEntries(Object.entries(fields).map(([name, slot]) => [name, numbers[slot]]));
  }

  certificate(): LiveCertificate {
    const { method, verdict, notes } = this.program,
      values = this.judged();
    const { level, reasons } = worded(verdict, values, this.verdict.found, [...notes, ...this.notes], this.end);
    return {
      level,
      reasons,
      method,
      steps: this.steps,
      rejected: this.rejected,
      energyError: this.imbalance,
      energyScale: this.scale,
      open: this.open,
      depth: this.contacts.worst.length ? this.depth : null,
      factor: this.spent > 0 ? (1000 * this.simulated) / this.spent : null,
    };
  }
}

interface Contacts {
  width: number;
  points: string[];
  /** At the second state. */
  gaps: Numbers;
  /** The deepest penetration, and what contact problems have left. */
  worst: Numbers;
  at(sample: number): Touch | null;
  describe(t: number, touch: Touch | null, row: Numbers): void;
}

// What steps over impacts leave of contacts in memory: forces and hits of every sample, the worst so far.
function contactsOf(run: Run, locate: (t: number) => boolean): Contacts {
  const { contacts, samples, aside } = run.about;
  if (!contacts || !aside)
    return { width: 0, points: [], worst: new Float64Array(0), gaps: new Float64Array(0), at: () => null, describe() {} };
  const { buffer } = run.code.memory;
  const { points, slips, forces, struck, gaps, worst } = contacts,
    n = points.length;
  const force = new Float64Array(buffer, forces, 3 * n * samples),
    hits = new BigInt64Array(buffer, struck, n * samples);
  const sizes = slips.map((count) => 1 + count),
    width = sizes.reduce((sum, size) => sum + size, 0);
  const frames = new Float64Array(buffer, aside.points!, 12 * n); // place, normal and directions of sliding
  return {
    width: width + 10 * n,
    points,
    gaps: new Float64Array(buffer, gaps, n),
    worst: new Float64Array(buffer, worst, 2),
    at: (sample) => {
      const own = (k: number) => force.subarray(3 * (n * sample + k), 3 * (n * sample + k) + sizes[k]);
      return { forces: points.map((_, k) => own(k).slice()), hits: points.map((_, k) => Number(hits[n * sample + k])) };
    },
    // Forces one after the other; then of each point, at the state of the last look: its place while bodies touch, the
    // forces there in the world, and how often it was hit. What an impact gives in a step is no force that bodies carry.
    describe(t, touch, row) {
      row.fill(0, 0, width);
      let at = 0;
      const known = touch !== null && locate(t);
      for (let k = 0; k < n; k++) {
        const drawn = row.subarray(width + 10 * k, width + 10 * (k + 1)).fill(0);
        const [normal, ...sliding] = touch ? touch.forces[k] : [0],
          hit = touch ? touch.hits[k] : 0;
        if (touch) row.set(touch.forces[k], at);
        at += sizes[k];
        drawn[9] = hit;
        if (!known || !(normal > 0 || hit)) drawn.fill(NaN, 0, 3);
        else drawn.set(frames.subarray(12 * k, 12 * k + 3));
        if (!known || hit) continue;
        for (let i = 0; i < 3; i++) {
          drawn[3 + i] = normal * frames[12 * k + 3 + i];
          drawn[6 + i] = sliding.reduce((sum, f, j) => sum + f * frames[12 * k + 6 + 3 * j + i], 0);
        }
      }
    },
  };
}

// Place and velocity of a point of a body, from the channels: rotation (row by row), position, velocities v and ω.
function gripped(channels: Numbers, column: number, point: Point): { p: number[]; v: number[] } {
  const R = channels.subarray(column, column + 9),
    arm = [0, 1, 2].map((i) => R[3 * i] * point[0] + R[3 * i + 1] * point[1] + R[3 * i + 2] * point[2]);
  const p = arm.map((a, i) => channels[column + 9 + i] + a);
  const w = channels.subarray(column + 15, column + 18);
  const v = [w[1] * arm[2] - w[2] * arm[1], w[2] * arm[0] - w[0] * arm[2], w[0] * arm[1] - w[1] * arm[0]].map(
    (x, i) => x + channels[column + 12 + i],
  );
  return { p, v };
}

/** A simulation at its start. */
export async function begin(program: Program): Promise<Living> {
  return new Living(await beginRun(await unpacked(program.module)), program);
}
