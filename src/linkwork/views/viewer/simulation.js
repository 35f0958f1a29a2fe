// Runs a simulation that linkwork exported to WebAssembly, in pages and in node. A plain script, no module: it defines
// linkworkSimulation, and may stand in a page of one file. Built from viewer/src/engine.
//
//   const run = await linkworkSimulation.begin("arm.wasm");   // URL, bytes, or text in base64
//   run.advance(100);                                         // up to 100 steps; without a number: to the end
//   run.t, run.state().q, run.value("A.angle")                // where it is now
//   run.samples().t, run.samples("A.angle")                   // what was sampled so far
//   run.channels()["rod.position.x"]                          // channels that were exported, at the present state
//   run.restart({ values: { "A.angle": 1 }, parameters: { mass: 3 } })   // another start, on its constraints
//
// The file is the same for all models: a module says itself what it holds.
"use strict";
(() => {
  // src/engine/simulation.ts
  var { sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh, atanh, exp, expm1, log, log1p } = Math;
  var library = {
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
    pow: (x, y) => x === 1 || x === -1 && (y === Infinity || y === -Infinity) ? 1 : x ** y,
    exp2: (x) => 2 ** x,
    ldexp: (x, n) => x * 2 ** n,
    fmod: (x, y) => x % y,
    // What is no number does not count.
    fmin: (x, y) => Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y),
    fmax: (x, y) => Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y),
    __powidf2: (x, n) => x ** n
  };
  function aboutOf(module) {
    const [note] = WebAssembly.Module.customSections(module, "linkwork");
    if (note === void 0) throw new Error("this module is none that linkwork exported");
    return JSON.parse(new TextDecoder().decode(note));
  }
  function place(names, name) {
    const k = names.indexOf(name);
    if (k < 0) throw new Error(`${name} is none of ${names.join(", ")}`);
    return k;
  }
  function check(given, names) {
    for (const name in given) {
      place(names, name);
      if (!Number.isFinite(given[name])) throw new Error(`${name} = ${given[name]} is no finite number`);
    }
  }
  async function load(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === "string" && source.startsWith("AGFzbQ")) {
      return WebAssembly.compile(Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0)));
    }
    if (!(typeof source === "string" || source instanceof URL)) return WebAssembly.compile(source);
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`${source}: ${answer.status} ${answer.statusText}`);
    return WebAssembly.compile(await answer.arrayBuffer());
  }
  var Run = class {
    about;
    /** What happened so far. */
    events = [];
    status = "running";
    /** A sentence on a run that does not go on. */
    reason = "";
    /** Whether steps were short for long without need. */
    isStiff = false;
    // What follows is for living pages, which stand on the same memory.
    code;
    clock;
    count;
    y;
    times;
    sampled;
    values;
    shown;
    fired;
    landed;
    log;
    happened;
    constructor(module, instance) {
      this.about = aboutOf(module);
      const { places, names, samples, log_room: room } = this.about;
      this.code = instance.exports;
      const { buffer } = this.code.memory;
      const reals = (place2, count) => new Float64Array(buffer, place2 ?? 0, place2 === null ? 0 : count);
      const whole = (place2, count) => new BigInt64Array(buffer, place2 ?? 0, place2 === null ? 0 : count);
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
    get t() {
      return this.clock[this.about.clock.t];
    }
    /** Steps taken so far. */
    get steps() {
      return Number(this.count[this.about.count.accepted]);
    }
    /** Steps that were too long and were tried again. */
    get rejected() {
      return Number(this.count[this.about.count.rejected]);
    }
    /** Coordinates, speeds and states of elements. */
    state() {
      const [nq, nu, nz] = this.about.sizes;
      return { t: this.t, q: this.y.slice(0, nq), u: this.y.slice(nq, nq + nu), z: this.y.slice(nq + nu, nq + nu + nz) };
    }
    /** A coordinate, speed or state of an element now. */
    value(name) {
      return this.y[place(this.about.names, name)];
    }
    /** Parameters of the model by name. */
    parameters() {
      return Object.fromEntries(this.about.parameters.map((name, k) => [name, this.values[k]]));
    }
    /** Channels by name, at the present state. */
    channels() {
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
    } = {}) {
      const { names, codes, count, sentences } = this.about;
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
      const before = this.times.findIndex((time) => time >= t), first = before < 0 ? this.times.length : before;
      const isSample = this.times[first] === t;
      if (isSample) this.sampled.set(this.y, first * this.y.length);
      this.count[count.accepted] = this.count[count.rejected] = 0n;
      this.count[count.sampled] = BigInt(first + (isSample ? 1 : 0));
      return this.status;
    }
    samples(name) {
      const n = this.y.length, count = Number(this.count[this.about.count.sampled]);
      const rows = this.sampled.slice(0, count * n);
      if (name === void 0) return { t: this.times.slice(0, count), rows };
      const k = place(this.about.names, name);
      return Float64Array.from({ length: count }, (_, row) => rows[row * n + k]);
    }
    /** Goes on for up to so many steps, or to the end. @returns {string} the status */
    advance(steps = Infinity) {
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
    end(status, reason) {
      this.status = status;
      this.reason = `${reason} at t = ${Number(this.t.toPrecision(6))}`;
    }
    // Takes events out of the log; kinks of elements are in it too, and concern nobody.
    read() {
      const [times, events, states] = this.log, n = this.y.length;
      for (let k = 0; k < Number(this.fired[0]); k++) {
        const event = this.about.events[Number(events[k])];
        if (event === void 0) continue;
        this.happened[Number(events[k])] += 1;
        this.events.push({ t: times[k], name: event.name, y: states.slice(k * n, (k + 1) * n) });
      }
      this.fired[0] = 0n;
    }
    // A step ended at events: terminal ones that have happened often enough end the run.
    land() {
      const ends = this.about.events.find((event, k) => this.landed[k] !== 0n && event.terminal && this.happened[k] >= event.count);
      if (ends !== void 0) this.end("event", `the event '${ends.name}' ended the run`);
    }
  };
  async function begin(source) {
    const module = await load(source);
    return new Run(module, await WebAssembly.instantiate(module, { env: library }));
  }

  // src/engine/loader.ts
  globalThis.linkworkSimulation = { begin, load, library };
})();
