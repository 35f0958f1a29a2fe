// Runs a simulation that linkwork exported to WebAssembly, in pages and in node. A plain script, no module: it defines
// linkworkSimulation, and may stand in a page of one file.
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
{
  // Functions of C's library. Math has them, but for those where C wants another value.
  const { sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh, atanh, exp, expm1, log, log1p } = Math;
  const library = {
    sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh, atanh, exp, expm1, log, log1p,
    // 1 to any power is 1, also where that is no number; (-1) to an infinite power is 1.
    pow: (x, y) => (x === 1 || (x === -1 && (y === Infinity || y === -Infinity)) ? 1 : Math.pow(x, y)),
    exp2: (x) => Math.pow(2, x),
    ldexp: (x, n) => x * Math.pow(2, n),
    fmod: (x, y) => x % y,
    // What is no number does not count.
    fmin: (x, y) => (x !== x ? y : y !== y ? x : Math.min(x, y)),
    fmax: (x, y) => (x !== x ? y : y !== y ? x : Math.max(x, y)),
    __powidf2: (x, n) => Math.pow(x, n),
  };

  // The note that linkwork leaves in a module.
  // About: {model, method, t_end, names, sizes, samples, parameters, channels, events, places, codes, sentences, clock, count}
  /** @param {WebAssembly.Module} module @returns {About} */
  function about(module) {
    const [note] = WebAssembly.Module.customSections(module, "linkwork");
    if (note === undefined) throw new Error("this module is none that linkwork exported");
    return JSON.parse(new TextDecoder().decode(note));
  }

  // Where a name stands in a list.
  function place(names, name) {
    const k = names.indexOf(name);
    if (k < 0) throw new Error(`${name} is none of ${names.join(", ")}`);
    return k;
  }

  // Whether what is given by name are numbers, and names of these.
  function check(given, names) {
    for (const name in given) {
      place(names, name);
      if (!Number.isFinite(given[name])) throw new Error(`${name} = ${given[name]} is no finite number`);
    }
  }

  /** @param {string | URL | BufferSource | WebAssembly.Module} source @returns {Promise<WebAssembly.Module>} */
  async function load(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === "string" && source.startsWith("AGFzbQ")) {
      source = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
    } else if (typeof source === "string" || source instanceof URL) {
      const answer = await fetch(source);
      if (!answer.ok) throw new Error(`${source}: ${answer.status} ${answer.statusText}`);
      source = await answer.arrayBuffer();
    }
    return WebAssembly.compile(source);
  }

  // A run from its start on. Several runs of one module do not know of each other.
  class Run {
    /** @param {WebAssembly.Module} module @param {WebAssembly.Instance} instance */
    constructor(module, instance) {
      this.about = about(module);
      this.events = []; // what happened so far: {t, name, y}
      this.status = "running"; // "running", "done", "event", "singular" or "failed"
      this.reason = ""; // a sentence on a run that does not go on
      this.isStiff = false; // whether steps were short for long without need
      const { places, names, samples, log_room: room } = this.about;
      const buffer = instance.exports.memory.buffer;
      const reals = (place, count) => new Float64Array(buffer, place ?? 0, place === null ? 0 : count);
      const whole = (place, count) => new BigInt64Array(buffer, place ?? 0, place === null ? 0 : count);
      const n = names.length;
      this._code = instance.exports;
      this._clock = reals(places.clock, 16);
      this._count = whole(places.count, 8);
      this._y = reals(places.y, n);
      this._times = reals(places.times, samples);
      this._samples = reals(places.samples, samples * n);
      this._parameters = reals(places.parameters, this.about.parameters.length);
      this._channels = reals(places.channels, this.about.channels.length);
      this._fired = whole(places.fired, 2);
      this._landed = whole(places.landed, this.about.events.length);
      this._log = [reals(places.log_t, room), whole(places.log_event, room), reals(places.log_y, room * n)];
      this._happened = this.about.events.map(() => 0);
    }

    /** The present time. @returns {number} */
    get t() { return this._clock[this.about.clock.t]; }

    /** Steps taken so far. @returns {number} */
    get steps() { return Number(this._count[this.about.count.accepted]); }

    /** Steps that were too long and were tried again. @returns {number} */
    get rejected() { return Number(this._count[this.about.count.rejected]); }

    /** Coordinates, speeds and states of elements. @returns {{t: number, q: Float64Array, u: Float64Array, z: Float64Array}} */
    state() {
      const [nq, nu, nz] = this.about.sizes;
      return { t: this.t, q: this._y.slice(0, nq), u: this._y.slice(nq, nq + nu), z: this._y.slice(nq + nu, nq + nu + nz) };
    }

    /** A coordinate, speed or state of an element now. @param {string} name @returns {number} */
    value(name) { return this._y[place(this.about.names, name)]; }

    /** Parameters of the model by name. @returns {Object<string, number>} */
    parameters() { return Object.fromEntries(this.about.parameters.map((name, k) => [name, this._parameters[k]])); }

    /** Channels by name, at the present state. @returns {Object<string, number>} */
    channels() {
      if (this._channels.length && !this._code.observe(this.t)) throw new Error("the unknowns of elements have no solution");
      return Object.fromEntries(this.about.channels.map((name, k) => [name, this._channels[k]]));
    }

    /** Begins anew from other values: of coordinates, speeds and states, the time, Parameters. What is not given stays
     * as it is now; the new start is projected on the constraints.
     * @param {{t?: number, values?: Object<string, number>, parameters?: Object<string, number>}} change
     * @returns {string} the status */
    restart({ t = this.t, values = {}, parameters = {}, ...others } = {}) {
      const { names, codes, count, sentences } = this.about;
      // Everything is looked at before anything is written.
      for (const name in others) throw new Error(`restart: ${name} is none of t, values, parameters`);
      if (!(t <= this.about.t_end && t > -Infinity)) {
        throw new Error(`restart: t = ${t} is no time up to the end of the run, ${this.about.t_end}`);
      }
      check(values, names);
      check(parameters, this.about.parameters);
      for (const name in values) this._y[place(names, name)] = values[name];
      for (const name in parameters) this._parameters[place(this.about.parameters, name)] = parameters[name];
      this._clock[this.about.clock.t] = t;
      Object.assign(this, { status: "running", reason: "", events: [], isStiff: false });
      this._happened.fill(0);
      this._fired[0] = 0n;
      const code = this._code.restart();
      if (code !== codes.done) this._end("failed", sentences[code]);
      const before = this._times.findIndex((time) => time >= t), first = before < 0 ? this._times.length : before;
      const isSample = this._times[first] === t;
      if (isSample) this._samples.set(this._y, first * this._y.length);
      this._count[count.accepted] = this._count[count.rejected] = 0n;
      this._count[count.sampled] = BigInt(first + (isSample ? 1 : 0));
      return this.status;
    }

    /** Samples so far: their times and rows (q, u, z, work) one after the other; or one column by its name.
     * @param {string} [name] @returns {{t: Float64Array, rows: Float64Array} | Float64Array} */
    samples(name) {
      const n = this._y.length, count = Number(this._count[this.about.count.sampled]);
      const rows = this._samples.slice(0, count * n);
      if (name === undefined) return { t: this._times.slice(0, count), rows };
      const k = place(this.about.names, name);
      return Float64Array.from({ length: count }, (_, row) => rows[row * n + k]);
    }

    /** Goes on for up to so many steps, or to the end. @param {number} [steps] @returns {string} the status */
    advance(steps = Infinity) {
      const { codes, sentences } = this.about;
      if (!(steps >= 0)) throw new Error(`advance: ${steps} is no number of steps`);
      if (this.status === "singular") this.status = "running";
      let left = steps;
      while (this.status === "running" && left > 0) {
        const before = this.steps;
        const code = this._code.advance(BigInt(Math.ceil(Math.min(left, 1e6))));
        left -= this.steps - before;
        this._read();
        if (code === codes.done) this.status = "done";
        else if (code === codes.event) this._land();
        else if (code === codes.stiff) this.isStiff = true;
        else if (code === codes.rank) this._end("singular", sentences[code]);
        else if (code !== codes.paused && code !== codes.full) this._end("failed", sentences[code]);
      }
      return this.status;
    }

    _end(status, reason) {
      this.status = status;
      this.reason = `${reason} at t = ${Number(this.t.toPrecision(6))}`;
    }

    // Takes events out of the log; kinks of elements are in it too, and concern nobody.
    _read() {
      const [times, events, states] = this._log, n = this._y.length;
      for (let k = 0; k < Number(this._fired[0]); k++) {
        const event = this.about.events[Number(events[k])];
        if (event === undefined) continue;
        this._happened[Number(events[k])] += 1;
        this.events.push({ t: times[k], name: event.name, y: states.slice(k * n, (k + 1) * n) });
      }
      this._fired[0] = 0n;
    }

    // A step ended at events: terminal ones that have happened often enough end the run.
    _land() {
      const ends = this.about.events.find((event, k) =>
        this._landed[k] !== 0n && event.terminal && this._happened[k] >= event.count);
      if (ends !== undefined) this._end("event", `the event '${ends.name}' ended the run`);
    }
  }

  /** A run of a module from its start on. @param {string | URL | BufferSource | WebAssembly.Module} source @returns {Promise<Run>} */
  async function begin(source) {
    const module = await load(source);
    return new Run(module, await WebAssembly.instantiate(module, { env: library }));
  }

  globalThis.linkworkSimulation = { begin, load, library };
}
