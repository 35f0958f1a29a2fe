// test/colors.ts
import assert from "node:assert/strict";
import { test } from "node:test";

// src/world/colors.ts
var BODIES = ["#5586b5", "#d99333", "#45a688", "#b8563c", "#d39ac0", "#93d2f0", "#6d5447", "#d3cf86"];
var CURVES = ["#1f78b4", "#e08a00", "#1b9e77", "#c9482b", "#c774a8", "#5cb8e6", "#6a4a3c", "#b5b04a"];

// test/colors.ts
var EYES = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopic: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-3882e-6, -0.048116, 1.051998]],
  deuteranopic: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopic: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [4733e-6, 0.691367, 0.3039]]
};
var XYZ = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]];
var WHITE = [0.95047, 1, 1.08883];
var APART = 10;
var times = (matrix, v) => matrix.map((row2) => row2.reduce((sum, x, k) => sum + x * v[k], 0));
function lab(color, eye) {
  const linear = [1, 3, 5].map((k) => parseInt(color.slice(k, k + 2), 16) / 255).map((x2) => x2 <= 0.04045 ? x2 / 12.92 : ((x2 + 0.055) / 1.055) ** 2.4);
  const seen = times(eye, linear).map((x2) => Math.min(Math.max(x2, 0), 1));
  const [x, y, z] = times(XYZ, seen).map((value, k) => value / WHITE[k]).map((t) => t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
for (const [what, palette] of Object.entries({ BODIES, CURVES })) {
  test(`${what.toLowerCase()} differ for all eyes`, () => {
    for (const [name, eye] of Object.entries(EYES)) {
      const seen = palette.map((color) => lab(color, eye));
      seen.forEach((one, i) => seen.slice(0, i).forEach((other, j) => {
        const apart = Math.hypot(...one.map((x, k) => x - other[k]));
        assert.ok(apart >= APART, `${palette[j]} and ${palette[i]} are ${apart.toFixed(1)} apart for ${name} eyes`);
      }));
    }
  });
}

// test/curve.ts
import assert3 from "node:assert/strict";
import { test as test2 } from "node:test";

// src/scene/unpack.ts
var KINDS = { float32: Float32Array, float64: Float64Array, int32: Int32Array };
function unpack(packed2) {
  const text = atob(packed2.data);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < bytes.length; k += 1) bytes[k] = text.charCodeAt(k);
  return new KINDS[packed2.dtype](bytes.buffer);
}
function unpackReals(packed2) {
  const found = unpack(packed2);
  return found instanceof Int32Array ? Float64Array.from(found) : found;
}
function unpackTimes(packed2) {
  const found = unpack(packed2);
  return found instanceof Float64Array ? found : Float64Array.from(found);
}

// src/source/curve.ts
function locate(times2, t) {
  let low = 0;
  let high = times2.length - 1;
  if (high <= 0 || t <= times2[0]) return [0, 0];
  if (t >= times2[high]) return [high - 1, 1];
  while (high - low > 1) {
    const middle = low + high >> 1;
    if (times2[middle] <= t) low = middle;
    else high = middle;
  }
  return [low, (t - times2[low]) / (times2[high] - times2[low])];
}
function curveInto(times2, values, t, width, out, offset = 0) {
  const [k, s] = locate(times2, t);
  const next = Math.min(k + 1, times2.length - 1);
  for (let j = 0; j < width; j += 1) {
    const start = values[k * width + j];
    out[offset + j] = s === 0 ? start : start + s * (values[next * width + j] - start);
  }
}
function curveAt(times2, values, t, width = 1, component = 0) {
  const [k, s] = locate(times2, t);
  const start = values[k * width + component];
  if (s === 0) return start;
  return start + s * (values[Math.min(k + 1, times2.length - 1) * width + component] - start);
}
function vectorAt(times2, values, t, width = 3) {
  return Array.from({ length: width }, (_, j) => curveAt(times2, values, t, width, j));
}
function longest(values) {
  let found = 0;
  for (let k = 0; k + 2 < values.length; k += 3) {
    const length = Math.hypot(values[k], values[k + 1], values[k + 2]);
    if (Number.isFinite(length)) found = Math.max(found, length);
  }
  return found;
}

// test/packing.ts
import assert2 from "node:assert/strict";
function packed(values, dtype = "float64", shape = [values.length]) {
  const kinds = { float32: Float32Array, float64: Float64Array, int32: Int32Array };
  const bytes = new Uint8Array(new kinds[dtype](values).buffer);
  return { dtype, shape, data: btoa(String.fromCharCode(...bytes)) };
}
function record() {
  const half = Math.SQRT1_2;
  return {
    poses: {
      times: packed([0, 2]),
      given: 2,
      tolerance: 1e-3,
      positions: packed([0, 0, 0, 1, 0, 0, 0, 0, 0, 4, 0, 0]),
      quaternions: packed([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, half, 0, 0, half])
    },
    rates: [
      { times: packed([0, 2]), values: packed(Array(12).fill(0)) },
      { times: packed([0, 1, 2]), values: packed([0, 0, 1, 1, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 3, 3, 0, 0]) }
    ],
    channels: [
      { id: "x", name: "x", components: [], unit: "m", group: "", times: packed([0, 2]), values: packed([1, 4], "float32") },
      { id: "A.force", name: "A.force", components: ["x", "y", "z"], unit: "N", group: "A", times: packed([0, 1]), values: packed([1, 2, 3, 4, 5, 6]) }
    ]
  };
}
function close(found, wanted, tolerance = 1e-12) {
  assert2.equal(found.length, wanted.length);
  wanted.forEach((value, k) => assert2.ok(Math.abs(found[k] - value) <= tolerance, `${k}: ${found[k]} is not ${value}`));
}

// test/curve.ts
test2("packed arrays keep their numbers and types", () => {
  for (const dtype of ["float32", "float64", "int32"]) {
    const found = unpack(packed([1, -2, 3e5], dtype));
    assert3.deepEqual([...found], [1, -2, 3e5]);
  }
  assert3.ok(unpackReals(packed([1, 2], "int32")) instanceof Float64Array);
});
test2("a time is between its samples, and beyond the ends at the ends", () => {
  const times2 = [0, 1, 4];
  assert3.deepEqual(locate(times2, -1), [0, 0]);
  assert3.deepEqual(locate(times2, 0.25), [0, 0.25]);
  assert3.deepEqual(locate(times2, 2.5), [1, 0.5]);
  assert3.deepEqual(locate(times2, 1), [1, 0]);
  assert3.deepEqual(locate(times2, 9), [1, 1]);
  assert3.deepEqual(locate([3], 9), [0, 0]);
});
test2("curves are straight between samples", () => {
  const values = [0, 10, 2, 20];
  assert3.equal(curveAt([0, 1], values, 0.5, 2, 1), 15);
  assert3.deepEqual(vectorAt([0, 1], values, 0.25, 2), [0.5, 12.5]);
  const out = new Float64Array(4);
  curveInto([0, 1], values, 1, 2, out, 2);
  close(out, [0, 0, 2, 20]);
  assert3.equal(curveAt([0, 1], [5, NaN], 0), 5);
  assert3.ok(Number.isNaN(curveAt([0, 1], [5, NaN], 0.5)));
});
test2("the longest of vectors passes over what is no number", () => {
  assert3.equal(longest([3, 4, 0, NaN, 0, 0, 0, 0, 1]), 5);
  assert3.equal(longest([]), 0);
});

// test/gif.ts
import assert4 from "node:assert/strict";
import { test as test3 } from "node:test";

// src/panes/bytes.ts
var Bytes = class {
  room = new Uint8Array(1 << 16);
  used = 0;
  byte(...values) {
    this.grow(values.length);
    this.room.set(values, this.used);
    this.used += values.length;
  }
  grow(more) {
    if (this.used + more <= this.room.length) return;
    const larger = new Uint8Array(2 * this.room.length + more);
    larger.set(this.room);
    this.room = larger;
  }
  short(...values) {
    for (const value of values) this.byte(value & 255, value >> 8);
  }
  text(letters2) {
    this.byte(...Array.from(letters2, (letter) => letter.charCodeAt(0)));
  }
  bytes(content) {
    this.grow(content.length);
    this.room.set(content, this.used);
    this.used += content.length;
  }
  all() {
    return this.room.slice(0, this.used);
  }
};

// src/panes/gif.ts
var BINS = 1 << 15;
var UNCHANGED = 255;
var WIDEST = 4096;
var Gif = class {
  constructor(width, height) {
    this.width = width;
    this.height = height;
  }
  width;
  height;
  pictures = [];
  counts = new Float64Array(BINS);
  sums = new Float64Array(3 * BINS);
  /** Adds a picture: red, green, blue and opacity of all pixels, row by row from the top. */
  add(pixels) {
    const bins = new Uint16Array(this.width * this.height);
    for (let k = 0; k < bins.length; k += 1) {
      const [r, g, b] = [pixels[4 * k], pixels[4 * k + 1], pixels[4 * k + 2]];
      const bin = r >> 3 << 10 | g >> 3 << 5 | b >> 3;
      bins[k] = bin;
      this.counts[bin] += 1;
      this.sums[3 * bin] += r;
      this.sums[3 * bin + 1] += g;
      this.sums[3 * bin + 2] += b;
    }
    this.pictures.push(bins);
  }
  /** The file: every picture stands for so many seconds, and the last is followed by the first. */
  file(seconds) {
    const { colors, places } = this.palette();
    const out = new Bytes();
    out.text("GIF89a");
    out.short(this.width, this.height);
    out.byte(247, 0, 0);
    out.byte(...colors);
    out.byte(33, 255, 11);
    out.text("NETSCAPE2.0");
    out.byte(3, 1, 0, 0, 0);
    this.pictures.forEach((bins, k) => {
      const before = this.pictures[k - 1];
      const indices = Uint8Array.from(bins, (bin, j) => before && places[before[j]] === places[bin] ? UNCHANGED : places[bin]);
      out.byte(33, 249, 4, 5);
      out.short(Math.max(Math.round(100 * seconds), 2));
      out.byte(UNCHANGED, 0, 44);
      out.short(0, 0, this.width, this.height);
      out.byte(0);
      compress(indices, out);
    });
    out.byte(59);
    return out.all();
  }
  /** Red, green and blue of the palette, and for every bin its place there. */
  palette() {
    const colors = new Array(768).fill(0);
    const places = new Uint8Array(BINS);
    this.cubes().forEach(({ bins, count }, place) => {
      for (const bin of bins) places[bin] = place;
      for (let j = 0; j < 3; j += 1) colors[3 * place + j] = Math.round(bins.reduce((sum, bin) => sum + this.sums[3 * bin + j], 0) / count);
    });
    return { colors, places };
  }
  /** Median cut: the cube whose colours differ most is cut in two until there are enough. */
  cubes() {
    const used = Array.from(this.counts.keys()).filter((bin) => this.counts[bin] > 0);
    const found = [this.cube(used)];
    while (found.length < UNCHANGED) {
      const widest = found.reduce((best, cube, k) => cube.spread > found[best].spread ? k : best, 0);
      if (found[widest].spread === 0) break;
      found.push(...found.splice(widest, 1).flatMap((cube) => this.halves(cube)));
    }
    return found;
  }
  cube(bins) {
    const sides = [0, 1, 2].map((axis2) => {
      let [low, high] = [31, 0];
      for (const bin of bins) {
        const x = level(bin, axis2);
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      return high - low;
    });
    const axis = sides.indexOf(Math.max(...sides));
    const count = bins.reduce((sum, bin) => sum + this.counts[bin], 0);
    return { bins, count, axis, spread: sides[axis] ** 2 * Math.sqrt(count) };
  }
  halves({ bins, count, axis }) {
    const sorted = [...bins].sort((a, b) => level(a, axis) - level(b, axis));
    let [cut, seen] = [0, 0];
    while (cut < sorted.length - 1 && seen < count / 2) {
      seen += this.counts[sorted[cut]];
      cut += 1;
    }
    return [this.cube(sorted.slice(0, cut)), this.cube(sorted.slice(cut))];
  }
};
var level = (bin, axis) => bin >> 10 - 5 * axis & 31;
function compress(indices, out) {
  const [clear, end] = [256, 257];
  const codes = /* @__PURE__ */ new Map();
  const bits = new Bits(out);
  let [next, width] = [end + 1, 9];
  out.byte(8);
  bits.put(clear, width);
  let word = indices[0];
  for (let k = 1; k < indices.length; k += 1) {
    const longer = word << 8 | indices[k];
    const known = codes.get(longer);
    if (known !== void 0) {
      word = known;
      continue;
    }
    bits.put(word, width);
    word = indices[k];
    if (next === WIDEST) {
      bits.put(clear, width);
      codes.clear();
      [next, width] = [end + 1, 9];
      continue;
    }
    codes.set(longer, next);
    if (next === 1 << width) width += 1;
    next += 1;
  }
  bits.put(word, width);
  if (next === 1 << width && width < 12) width += 1;
  bits.put(end, width);
  bits.end();
}
var Bits = class {
  constructor(out) {
    this.out = out;
  }
  out;
  block = [];
  waiting = 0;
  count = 0;
  put(code, width) {
    this.waiting |= code << this.count;
    this.count += width;
    while (this.count >= 8) this.shift();
  }
  shift() {
    this.block.push(this.waiting & 255);
    this.waiting >>>= 8;
    this.count = Math.max(this.count - 8, 0);
    if (this.block.length === 255) this.flush();
  }
  flush() {
    this.out.byte(this.block.length, ...this.block);
    this.block = [];
  }
  end() {
    if (this.count > 0) this.shift();
    if (this.block.length) this.flush();
    this.out.byte(0);
  }
};

// test/gif.ts
function decoded(file, width, height) {
  const palette = file.subarray(13, 13 + 768);
  const shown = new Array(width * height).fill(-1);
  const found = [];
  let at = 13 + 768 + 19;
  while (file[at] !== 59) {
    assert4.deepEqual([...file.subarray(at, at + 3)], [33, 249, 4]);
    const clear = file[at + 6];
    at += 8 + 10;
    assert4.equal(file[at], 8);
    const bytes = [];
    for (at += 1; file[at] > 0; at += file[at] + 1) bytes.push(...file.subarray(at + 1, at + 1 + file[at]));
    at += 1;
    unpacked(bytes).forEach((index, k) => {
      if (index !== clear) shown[k] = palette[3 * index] << 16 | palette[3 * index + 1] << 8 | palette[3 * index + 2];
    });
    found.push([...shown]);
  }
  return found;
}
function unpacked(bytes) {
  const out = [];
  let [words, width, bit] = [[], 9, 0];
  let last = null;
  for (; ; ) {
    let code = 0;
    for (let k = 0; k < width; k += 1, bit += 1) code |= (bytes[bit >> 3] >> (bit & 7) & 1) << k;
    if (code === 257) return out;
    if (code === 256) {
      words = Array.from({ length: 258 }, (_, k) => [k]);
      [width, last] = [9, null];
      continue;
    }
    const word = words[code] ?? [...last, last[0]];
    if (last && words.length < 4096) words.push([...last, word[0]]);
    out.push(...word);
    last = word;
    if (words.length === 1 << width && width < 12) width += 1;
  }
}
var opaque = (colors) => colors.flatMap((c) => [c >> 16, c >> 8 & 255, c & 255, 255]);
test3("a GIF of few colours gives back every pixel", () => {
  const [width, height] = [97, 61];
  const colors = [16054008, 6000056, 14263361, 1185307];
  const picture = (seed) => Array.from({ length: width * height }, (_, k) => colors[(k * k * seed + (k >> 3)) % 4]);
  const pictures = [1, 7, 7, 13].map(picture);
  const gif = new Gif(width, height);
  for (const one of pictures) gif.add(opaque(one));
  const file = gif.file(0.05);
  assert4.deepEqual(decoded(file, width, height), pictures);
  assert4.equal(file[13 + 768 + 19 + 4] | file[13 + 768 + 19 + 5] << 8, 5);
});
test3("more colours than a palette has come out close, and the table of words is begun anew", () => {
  const [width, height] = [256, 128];
  let x = 1;
  const noisy = Array.from({ length: width * height }, () => {
    x = x * 48271 % 2147483647;
    return x & 16777215;
  });
  const gif = new Gif(width, height);
  gif.add(opaque(noisy));
  const [found] = decoded(gif.file(0.05), width, height);
  const off = (shift) => noisy.reduce((sum, c, k) => sum + Math.abs((c >> shift & 255) - (found[k] >> shift & 255)), 0) / noisy.length;
  for (const shift of [0, 8, 16]) assert4.ok(off(shift) < 16, `${off(shift)}`);
});

// test/live.ts
import assert5 from "node:assert/strict";
import { test as test4 } from "node:test";

// src/source/port.ts
function emptyFrame(bodies, deformation = 0, arrows = 0) {
  const poses = new Float64Array(7 * bodies);
  for (let b = 0; b < bodies; b += 1) poses[7 * b + 3] = 1;
  return {
    t: 0,
    poses,
    velocities: new Float64Array(6 * bodies),
    deformation: new Float64Array(deformation),
    loads: new Float64Array(3 * arrows)
  };
}
function copyFrame(from2, to2) {
  to2.t = from2.t;
  to2.poses.set(from2.poses);
  if (from2.velocities && to2.velocities) to2.velocities.set(from2.velocities);
  to2.deformation.set(from2.deformation);
  to2.loads.set(from2.loads);
  return to2;
}

// src/source/rotation.ts
function between(from2, a, to2, b, s, out, at) {
  let cosine = 0;
  for (let j = 0; j < 4; j += 1) cosine += from2[a + j] * to2[b + j];
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(Math.abs(cosine), 1));
  const sine = Math.sin(angle);
  const [first2, second] = sine < 1e-6 ? [1 - s, s] : [Math.sin((1 - s) * angle) / sine, Math.sin(s * angle) / sine];
  for (let j = 0; j < 4; j += 1) out[at + j] = first2 * from2[a + j] + sign * second * to2[b + j];
  normalise(out, at);
}
function fromMatrix(R, a, out, at) {
  const [d0, d1, d2] = [R[a], R[a + 4], R[a + 8]];
  const squares = [1 + d0 + d1 + d2, 1 + d0 - d1 - d2, 1 - d0 + d1 - d2, 1 - d0 - d1 + d2];
  const k = squares.indexOf(Math.max(...squares));
  const twice = Math.sqrt(Math.max(squares[k], 0));
  const [x, y, z] = [R[a + 7] - R[a + 5], R[a + 2] - R[a + 6], R[a + 3] - R[a + 1]];
  const [xy, xz, yz] = [R[a + 1] + R[a + 3], R[a + 2] + R[a + 6], R[a + 5] + R[a + 7]];
  const rows = [[twice * twice, x, y, z], [x, twice * twice, xy, xz], [y, xy, twice * twice, yz], [z, xz, yz, twice * twice]];
  for (let j = 0; j < 4; j += 1) out[at + j] = rows[k][j] / (2 * twice);
  normalise(out, at);
}
function normalise(e, at) {
  const size = Math.hypot(e[at], e[at + 1], e[at + 2], e[at + 3]) || 1;
  for (let j = 0; j < 4; j += 1) e[at + j] /= size;
}
function turn(e, at, x, y, z) {
  const angle = Math.hypot(x, y, z);
  if (angle === 0) return;
  const c = Math.cos(angle / 2);
  const s = Math.sin(angle / 2) / angle;
  const [px, py, pz] = [s * x, s * y, s * z];
  const [w, a, b, d] = [e[at], e[at + 1], e[at + 2], e[at + 3]];
  e[at] = c * w - px * a - py * b - pz * d;
  e[at + 1] = c * a + px * w + py * d - pz * b;
  e[at + 2] = c * b + py * w + pz * a - px * d;
  e[at + 3] = c * d + pz * w + px * b - py * a;
}

// src/source/rows.ts
var Rows = class {
  constructor(width, most = 3e4) {
    this.width = width;
    this.most = most;
    this.values = new Float64Array(width * 256);
  }
  width;
  most;
  t = [];
  /** The number of the first row that is kept. */
  first = 0;
  values;
  get count() {
    return this.t.length;
  }
  /** Rows from number `first` on; those that were there before are replaced. */
  put(first2, t, values) {
    const from2 = Math.min(Math.max(first2 - this.first, 0), this.count);
    this.t.length = from2;
    this.room(from2 + t.length);
    this.values.set(values, from2 * this.width);
    for (const time of t) this.t.push(time);
    if (this.count > this.most) this.drop(this.count - this.most / 2);
  }
  row(k) {
    return this.values.subarray(k * this.width, (k + 1) * this.width);
  }
  /** So many numbers of all rows from a column on, one row after the other. */
  columns(column2, width) {
    const found = new Float64Array(this.count * width);
    for (let k = 0; k < this.count; k += 1) {
      for (let j = 0; j < width; j += 1) found[k * width + j] = this.values[k * this.width + column2 + j];
    }
    return found;
  }
  drop(count) {
    this.values.copyWithin(0, count * this.width, this.count * this.width);
    this.t.splice(0, count);
    this.first += count;
  }
  room(count) {
    if (count * this.width <= this.values.length) return;
    const larger = new Float64Array(Math.max(count * this.width, 2 * this.values.length));
    larger.set(this.values);
    this.values = larger;
  }
};

// src/source/live.ts
var AXES = ["x", "y", "z"];
var HITS = ".touch_hits";
var DRAWN = /\.touch_(place|normal|friction|hits)$/;
var LiveSource = class {
  /** `worker` is anything that takes wishes; `bodies` counts the ground. */
  constructor(program2, worker, bodies, start) {
    this.program = program2;
    this.worker = worker;
    this.bodies = bodies;
    this.span = program2.span;
    this.told = channelsOf(program2);
    this.channels = this.told.filter(({ id }) => !DRAWN.test(id));
    this.rows = new Rows(program2.columns.length);
    this.found = emptyFrame(bodies, start.deformation.length, start.loads.length / 3);
    this.found.poses.set(start.poses);
    this.found.t = start.t;
    this.asked = start.t + program2.span;
    const values = Object.fromEntries(program2.controls.map(({ name, value }) => [name, value]));
    this.news = { values, chosen: values, sentence: "", certificate: null };
    worker.onmessage = ({ data }) => this.take(data);
    worker.onerror = (event) => this.say(`The worker of this page has failed: ${event.message}.`);
    this.wish({ kind: "begin", program: program2 });
  }
  program;
  worker;
  bodies;
  kind = "live";
  span;
  channels;
  news;
  /** Called when the worker moves time: a driven mechanism was dragged. */
  ontime = () => {
  };
  told;
  watchers = /* @__PURE__ */ new Set();
  listeners = /* @__PURE__ */ new Set();
  found;
  rows;
  coming = null;
  // a run that does not reach what is shown yet
  before = null;
  curves = /* @__PURE__ */ new Map();
  // of the rows as they are
  run = 0;
  shown = -Infinity;
  asked;
  wish(wish) {
    this.worker.postMessage(wish);
  }
  /** Calls back when there are news. */
  watch(watcher) {
    this.watchers.add(watcher);
  }
  spread() {
    for (const watcher of this.watchers) watcher();
  }
  say(sentence) {
    this.news.sentence = sentence;
    this.spread();
  }
  take(answer) {
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
  takeRows({ run, first: first2, t, values }) {
    if (run !== this.run) {
      this.run = run;
      this.coming = new Rows(this.rows.width);
    }
    if (this.coming) {
      this.coming.put(first2, t, values);
      this.show(false);
      return;
    }
    const grows = first2 >= this.rows.first + this.rows.count;
    this.rows.put(first2, t, values);
    this.tell(grows ? "grown" : "anew");
  }
  /** A new run takes the place of the old one as soon as it has reached what is shown, so that the picture does not jump. */
  show(anyway) {
    const { coming } = this;
    if (!coming || !coming.count || !(anyway || coming.t[coming.count - 1] >= Math.min(this.shown, this.end(this.rows)))) return;
    this.rows = coming;
    this.coming = null;
    this.tell("anew");
  }
  end(rows) {
    return rows.count ? rows.t[rows.count - 1] : -Infinity;
  }
  tell(change) {
    this.curves.clear();
    for (const listener of this.listeners) listener(change);
  }
  // ---- the port ------------------------------------------------------------------------------------------------------
  range() {
    const { t, count } = this.rows;
    return count ? [t[0], t[count - 1]] : [this.found.t, this.found.t];
  }
  times(since = -Infinity) {
    return Float64Array.from(this.rows.t.filter((t) => t > since));
  }
  frame(t) {
    this.shown = t;
    return frameOf(this.rows, this.program, t, this.found);
  }
  channel(id) {
    const found = this.told.find((channel) => channel.id === id);
    if (!found) throw new Error(`there is no channel "${id}"`);
    let curve2 = this.curves.get(id);
    if (!curve2) this.curves.set(id, curve2 = curveOf(this.rows, found));
    return curve2;
  }
  /** Points of contacts; what they do comes with the rows. */
  get touching() {
    return this.program.touching.map((part) => ({
      ...part,
      curves: () => {
        const [places, normal, friction] = ["place", "normal", "friction"].map((what) => this.channel(`${part.name}.touch_${what}`));
        return { times: places.t, places: places.y, normal: normal.y, friction: friction.y };
      }
    }));
  }
  /** Impacts in the steps up to each row; null where there is nothing that could hit. */
  marks() {
    const hits = this.told.filter(({ id }) => id.endsWith(HITS));
    if (!hits.length) return null;
    const found = [];
    for (let k = 0; k < this.rows.count; k += 1) {
      const row2 = this.rows.row(k);
      const hit = hits.filter(({ column: column2 }) => row2[column2] > 0).map(({ id }) => id.slice(0, -HITS.length));
      if (hit.length) found.push({ t: this.rows.t[k], kind: "impact", sentence: `t = ${Number(this.rows.t[k].toPrecision(6))}: impact of ${hit.join(" and ")}` });
    }
    return found;
  }
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  dispose() {
    this.worker.terminate();
  }
  // ---- what only a living source can ---------------------------------------------------------------------------------
  /** There shall be rows up to a time. */
  reach(t) {
    if (t <= this.asked) return;
    this.asked = t;
    this.wish({ kind: "until", t });
  }
  set(values) {
    this.wish({ kind: "set", values });
  }
  reset() {
    this.wish({ kind: "reset" });
  }
  /** The run as it is now stays to be compared with. */
  remember() {
    this.before ??= this.rows;
  }
  forget() {
    if (!this.before) return;
    this.before = null;
    this.tell("grown");
  }
  /** A channel of the run that is remembered. */
  remembered(id) {
    const found = this.told.find((channel) => channel.id === id);
    return this.before && found && this.before !== this.rows ? curveOf(this.before, found) : null;
  }
  /** The frame of the run that is remembered. */
  ghost(t, out) {
    return this.before && this.before !== this.rows ? frameOf(this.before, this.program, t, out) : null;
  }
  room() {
    return emptyFrame(this.bodies, this.found.deformation.length, this.found.loads.length / 3);
  }
  /** The number of a body of the scene among those that can be held; null where it cannot be. */
  held(body) {
    return this.program.bodies[body - 1]?.dragged ?? null;
  }
  grab(t, body, point) {
    this.say("");
    this.wish({ kind: "grab", t, body, point });
  }
  pull(pointer, dt) {
    this.wish({ kind: "pull", pointer, dt });
  }
  hand(t, body, point, pointer) {
    this.say("");
    this.wish({ kind: "hand", t, body, point, pointer });
  }
  /** The pointer lets go: the run goes on from where it is now. */
  release() {
    this.wish({ kind: "release" });
  }
};
function channelsOf({ columns }) {
  const found = [];
  columns.forEach(({ name, unit, group }, column2) => {
    if (/\.rotation\b/.test(name)) return;
    const stem = name.replace(/\.[xyz]$/, "");
    const last = found[found.length - 1];
    if (stem !== name && name.endsWith(".x") && AXES.every((axis, k) => columns[column2 + k]?.name === `${stem}.${axis}`)) {
      found.push({ id: stem, name: stem, components: AXES, unit, group, column: column2 });
    } else if (!(last && last.components.length && column2 < last.column + 3)) {
      found.push({ id: name, name, components: [], unit, group, column: column2 });
    }
  });
  const isTurn = ({ name }) => Number(/\.e[0-3]$/.test(name));
  return found.sort((a, b) => isTurn(a) - isTurn(b));
}
function curveOf(rows, channel) {
  return { t: Float64Array.from(rows.t), y: rows.columns(channel.column, channel.components.length || 1) };
}
var [from, to] = [new Float64Array(4), new Float64Array(4)];
function frameOf(rows, program2, t, out) {
  if (!rows.count) return out;
  const [k, s] = locate(rows.t, t);
  const [here, next] = [rows.row(k), rows.row(Math.min(k + 1, rows.count - 1))];
  const at = (column2) => here[column2] + s * (next[column2] - here[column2]);
  program2.bodies.forEach(({ column: column2 }, k2) => {
    const [first2, body] = [program2.states + column2, 7 * (k2 + 1)];
    for (let j = 0; j < 3; j += 1) out.poses[body + j] = at(first2 + 9 + j);
    fromMatrix(here, first2, from, 0);
    fromMatrix(next, first2, to, 0);
    between(from, 0, to, 0, s, out.poses, body + 3);
    if (!out.velocities) return;
    for (let j = 0; j < 3; j += 1) {
      out.velocities[6 * (k2 + 1) + j] = at(first2 + 15 + j);
      out.velocities[6 * (k2 + 1) + 3 + j] = at(first2 + 12 + j);
    }
  });
  program2.elastic.forEach((column2, j) => {
    out.deformation[j] = at(column2);
  });
  out.t = t;
  return out;
}

// test/live.ts
var POSE = ["rotation", "position", "velocity", "angular_velocity"];
var NAMES = ["A.angle", "A.angle_dot", "work", ...POSE.flatMap((what) => what === "rotation" ? Array.from({ length: 9 }, (_, k) => `rod.rotation.${k}`) : ["x", "y", "z"].map((axis) => `rod.${what}.${axis}`)), "energy_balance"];
function program() {
  return {
    script: "",
    module: "",
    method: "dop853",
    sentence: "",
    span: 2,
    step: 1,
    freedoms: 1,
    states: 3,
    controls: [{ name: "gravity", kind: "parameter", value: 9.81, low: 0, high: 20, unit: "m/s\xB2", drawn: { bodies: [], ends: [] } }],
    columns: NAMES.map((name) => ({ name, unit: "", group: name.split(".")[0] })),
    bodies: [{ name: "rod", column: 0, dragged: 0 }],
    elastic: [0],
    touching: [],
    h: null
  };
}
function row(angle, x) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [angle, 0, 0, c, -s, 0, s, c, 0, 0, 0, 1, x, 0, 0, 1, 0, 0, 0, 0, angle, 0];
}
var FakeWorker = class {
  wishes = [];
  onmessage = () => {
  };
  onerror = () => {
  };
  postMessage(wish) {
    this.wishes.push(wish);
  }
  terminate() {
  }
  say(answer) {
    this.onmessage({ data: answer });
  }
  rows(run, first2, t, ...rows) {
    this.say({ kind: "rows", run, first: first2, t: Float64Array.from(t), values: Float64Array.from(rows.flat()) });
  }
};
function begun() {
  const worker = new FakeWorker();
  const source = new LiveSource(program(), worker, 2, emptyFrame(2, 1));
  const changes = [];
  source.subscribe((change) => changes.push(change));
  return { worker, source, changes };
}
test4("a live source gives what its worker has sent, and frames between rows", () => {
  const { worker, source, changes } = begun();
  assert5.deepEqual(source.range(), [0, 0]);
  worker.rows(0, 0, [0, 1], row(0, 1), row(Math.PI / 2, 3));
  assert5.deepEqual(source.range(), [0, 1]);
  assert5.deepEqual(changes, ["grown"]);
  const frame = source.frame(0.5);
  const eighth = Math.PI / 8;
  close(frame.poses.subarray(7, 14), [2, 0, 0, Math.cos(eighth), 0, 0, Math.sin(eighth)]);
  close(frame.velocities.subarray(6, 12), [0, 0, Math.PI / 4, 1, 0, 0]);
  close(frame.deformation, [Math.PI / 4]);
  assert5.deepEqual(source.channels.map(({ id }) => id), ["A.angle", "A.angle_dot", "work", "rod.position", "rod.velocity", "rod.angular_velocity", "energy_balance"]);
  close(source.channel("rod.position").y, [1, 0, 0, 3, 0, 0]);
});
test4("points of contacts and impacts come with the rows, and are no channels", () => {
  const own = ["touch_place", "touch_normal", "touch_friction"].flatMap((what) => ["x", "y", "z"].map((axis) => `floor.tip.${what}.${axis}`));
  const columns = ["A.angle", ...own, "floor.tip.touch_hits"].map((name) => ({ name, unit: "", group: "" }));
  const given = { ...program(), columns, states: 1, bodies: [], elastic: [], touching: [{ name: "floor.tip", connection: 3 }] };
  const worker = new FakeWorker();
  const source = new LiveSource(given, worker, 1, emptyFrame(1));
  assert5.deepEqual(source.channels.map(({ id }) => id), ["A.angle"]);
  assert5.deepEqual(source.marks(), []);
  worker.rows(0, 0, [0, 1, 2], [0, NaN, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 2], [2, 6, 0, 0, 0, 0, 9, 1, 0, 0, 0]);
  const [point] = source.touching;
  assert5.equal(point.connection, 3);
  const { times: times2, places, normal, friction } = point.curves();
  assert5.equal(point.curves().normal, normal);
  close(times2, [0, 1, 2]);
  close(Array.from(places).slice(3), [5, 0, 0, 6, 0, 0]);
  close(Array.from(normal).slice(6), [0, 0, 9]);
  close(Array.from(friction).slice(6), [1, 0, 0]);
  assert5.deepEqual(source.marks(), [{ t: 1, kind: "impact", sentence: "t = 1: impact of floor.tip" }]);
});
test4("another run takes its place once it reaches what is shown; the one before can be compared with", () => {
  const { worker, source, changes } = begun();
  worker.rows(0, 0, [0, 1, 2], row(0, 1), row(0, 2), row(0, 3));
  source.frame(1.5);
  source.remember();
  source.set({ gravity: 1 });
  worker.rows(1, 0, [0, 1], row(0, 5), row(0, 6));
  close(source.channel("rod.position").y.subarray(0, 3), [1, 0, 0]);
  worker.rows(1, 2, [2], row(0, 7));
  assert5.equal(changes.at(-1), "anew");
  close(source.channel("rod.position").y, [5, 0, 0, 6, 0, 0, 7, 0, 0]);
  close(source.remembered("rod.position").y, [1, 0, 0, 2, 0, 0, 3, 0, 0]);
  close(source.ghost(1, source.room()).poses.subarray(7, 10), [2, 0, 0]);
  source.forget();
  assert5.equal(source.remembered("rod.position"), null);
  assert5.deepEqual(worker.wishes.map(({ kind }) => kind), ["begin", "set"]);
});
test4("rows behind one that comes again are void, and wishes for more time are made once", () => {
  const { worker, source, changes } = begun();
  worker.rows(0, 0, [0, 1, 2], row(0, 1), row(0, 2), row(0, 3));
  worker.rows(0, 1, [1], row(0, 9));
  assert5.deepEqual(source.range(), [0, 1]);
  assert5.equal(changes.at(-1), "anew");
  source.reach(1.5);
  source.reach(4);
  source.reach(3);
  assert5.deepEqual(worker.wishes.slice(1), [{ kind: "until", t: 4 }]);
});
test4("sentences and certificates are told", () => {
  const { worker, source } = begun();
  let told = 0;
  source.watch(() => {
    told += 1;
  });
  worker.say({ kind: "values", values: { gravity: 9.81 }, chosen: { gravity: 9.81 }, sentence: "It cannot be closed." });
  assert5.equal(source.news.sentence, "It cannot be closed.");
  worker.say({ kind: "failed", sentence: "It failed." });
  assert5.equal(source.news.sentence, "It failed.");
  assert5.equal(told, 2);
});
test4("old rows are dropped where there are many", () => {
  const rows = new Rows(1, 10);
  for (let k = 0; k < 25; k += 1) rows.put(k, Float64Array.of(k), Float64Array.of(10 * k));
  assert5.ok(rows.count <= 10);
  assert5.equal(rows.row(0)[0], 10 * rows.first);
  assert5.equal(rows.t[rows.count - 1], 24);
});
test4("Euler parameters of a matrix, for each of the four that may be largest", () => {
  const out = new Float64Array(4);
  for (const e of [[1, 0.1, 0.2, 0.3], [0.1, 1, 0.2, 0.3], [0.1, 0.2, 1, -0.3], [-0.1, 0.2, 0.3, 1]]) {
    const size = Math.hypot(...e);
    const [w, x, y, z] = e.map((v) => v / size);
    const R = Float64Array.of(
      1 - 2 * (y * y + z * z),
      2 * (x * y - w * z),
      2 * (x * z + w * y),
      2 * (x * y + w * z),
      1 - 2 * (x * x + z * z),
      2 * (y * z - w * x),
      2 * (x * z - w * y),
      2 * (y * z + w * x),
      1 - 2 * (x * x + y * y)
    );
    fromMatrix(R, 0, out, 0);
    const sign = Math.sign(out[0] * w + out[1] * x + out[2] * y + out[3] * z);
    close(out.map((v) => sign * v), [w, x, y, z]);
  }
});
test4("Euler parameters come last, and places of a free body are one vector", () => {
  const names = ["plate.e0", "plate.e1", "plate.x", "plate.y", "plate.z", "A.angle"];
  const own = { ...program(), states: names.length, columns: names.map((name) => ({ name, unit: "", group: name.split(".")[0] })), bodies: [], elastic: [] };
  const source = new LiveSource(own, new FakeWorker(), 1, emptyFrame(1));
  assert5.deepEqual(source.channels.map(({ id }) => id), ["plate", "A.angle", "plate.e0", "plate.e1"]);
});

// test/modes.ts
import { test as test5 } from "node:test";

// src/source/modes.ts
var ModeShape = class {
  constructor(part, sizes) {
    this.sizes = sizes;
    this.moves = part.displacements.map(unpackReals);
    this.turns = part.turns.map(unpackReals);
    this.deformation = part.deformation?.map(unpackReals) ?? null;
    const norm = ([re, im], b) => Math.hypot(...[0, 1, 2].map((j) => Math.hypot(re[3 * b + j], im[3 * b + j])));
    const largest = Math.max(part.reach ?? 0, ...sizes.map((size, b) => norm(this.moves, b) + size * norm(this.turns, b)));
    this.unit = largest > 0 ? 1 / largest : 0;
  }
  sizes;
  moves;
  // real and imaginary parts
  turns;
  deformation;
  unit;
  /** The real part of amplitude · shape · exp(iφ), added to a reference. */
  apply(reference, amplitude, phase, out) {
    const c = amplitude * this.unit * Math.cos(phase);
    const s = amplitude * this.unit * Math.sin(phase);
    const part = ([re, im], k) => c * re[k] - s * im[k];
    copyFrame(reference, out);
    this.sizes.forEach((_, b) => {
      for (let j = 0; j < 3; j += 1) out.poses[7 * b + j] += part(this.moves, 3 * b + j);
      turn(out.poses, 7 * b + 3, part(this.turns, 3 * b), part(this.turns, 3 * b + 1), part(this.turns, 3 * b + 2));
    });
    for (let k = 0; this.deformation && k < out.deformation.length; k += 1) out.deformation[k] += part(this.deformation, k);
    return out;
  }
};

// test/modes.ts
test5("a mode swings with its real part at phase zero and minus its imaginary part a quarter later", () => {
  const none = packed([0, 0, 0, 0, 0, 0]);
  const shape = new ModeShape({
    name: "sway",
    frequency: 1,
    damping: 0,
    displacements: [packed([0, 0, 0, 3, 0, 0]), packed([0, 0, 0, 0, 0, 4])],
    turns: [none, none]
  }, [0, 1]);
  const [reference, out] = [emptyFrame(2), emptyFrame(2)];
  reference.poses[8] = 7;
  close(shape.apply(reference, 10, 0, out).poses.subarray(7, 10), [6, 7, 0]);
  close(shape.apply(reference, 10, Math.PI / 2, out).poses.subarray(7, 10), [0, 7, -8]);
});
test5("a mode of turns is scaled by how far bodies reach", () => {
  const none = packed([0, 0, 0, 0, 0, 0]);
  const shape = new ModeShape({
    name: "roll",
    frequency: null,
    damping: null,
    displacements: [none, none],
    turns: [packed([0, 0, 0, 0, 0, 2]), none]
  }, [0, 0.5]);
  const out = shape.apply(emptyFrame(2), 0.2, 0, emptyFrame(2));
  close(out.poses.subarray(10), [Math.cos(0.2), 0, 0, Math.sin(0.2)]);
});

// test/panes.ts
import assert6 from "node:assert/strict";
import { test as test6 } from "node:test";

// src/panes/curves.ts
function shownIn(unit, degrees) {
  if (!degrees || !/^rad(\/|$)/.test(unit)) return { factor: 1, unit };
  return { factor: 180 / Math.PI, unit: unit.replace(/^rad/, "\xB0") };
}
var CurveTable = class {
  constructor(source) {
    this.source = source;
    this.all = source.channels.flatMap((channel) => {
      const { components, unit, group, id } = channel;
      const keys = components.length ? components.map((own) => own.startsWith("[") ? `${id}${own}` : `${id}.${own}`) : [id];
      return keys.map((key, component) => ({ key, channel, component, unit, group }));
    });
    this.byKey = new Map(this.all.map((curve2) => [curve2.key, curve2]));
  }
  source;
  all;
  byKey;
  find(key) {
    return this.byKey.get(key);
  }
  /** Curves by key, those that are not there left out. */
  pick(keys) {
    return keys.flatMap((key) => this.find(key) ?? []);
  }
  times(curve2) {
    return this.source.channel(curve2.channel.id).t;
  }
  value(curve2, t) {
    const { t: times2, y } = this.source.channel(curve2.channel.id);
    return times2.length ? curveAt(times2, y, t, curve2.channel.components.length || 1, curve2.component) : NaN;
  }
  /** The same curve of a run before; null where there is none. */
  remembered(curve2) {
    const found = this.source.remembered?.(curve2.channel.id);
    return found ? { t: found.t, y: column(found, curve2) } : null;
  }
  /** The curve at these times; between its samples it is straight, beyond its ends there is nothing. */
  at(curve2, times2, factor = 1) {
    const own = this.times(curve2);
    if (times2 === own) return column(this.source.channel(curve2.channel.id), curve2).map((y) => factor * y);
    const slack = 1e-9 * ((own[own.length - 1] ?? 0) - (own[0] ?? 0));
    const isIn = (t) => t >= own[0] - slack && t <= own[own.length - 1] + slack;
    return Float64Array.from({ length: times2.length }, (_, k) => isIn(times2[k]) ? factor * this.value(curve2, times2[k]) : NaN);
  }
  /** Times of all these curves, each once. */
  union(curves) {
    if (curves.length === 1) return this.times(curves[0]);
    const all = /* @__PURE__ */ new Set();
    for (const curve2 of curves) for (const t of this.times(curve2)) all.add(t);
    return Float64Array.from(all).sort();
  }
};
function column({ t, y }, { channel, component }) {
  const width = channel.components.length || 1;
  return Float64Array.from({ length: t.length }, (_, k) => y[width * k + component]);
}

// src/panes/save.ts
function fileName(name, ending) {
  const stem = name.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${stem || "linkwork"}.${ending}`;
}
function csv(heads, columns) {
  const quoted = (head) => /[",\n\r]/.test(head) || /^[=+\-@]/.test(head) ? `"${head.replaceAll('"', '""')}"` : head;
  const lines = [heads.map(quoted).join(",")];
  for (let k = 0; k < (columns[0]?.length ?? 0); k += 1) lines.push(columns.map((column2) => Number.isFinite(column2[k]) ? String(column2[k]) : "").join(","));
  return `${lines.join("\n")}
`;
}

// src/panes/stack.ts
function stacked(lines) {
  const sums = (part) => {
    let before = Array.from(lines[0] ?? [], () => 0);
    return lines.map((line) => before = before.map((sum, k) => sum + part(Number.isFinite(line[k]) ? line[k] : 0)));
  };
  return { above: sums((value) => Math.max(value, 0)), below: sums((value) => Math.min(value, 0)) };
}

// src/source/recorded.ts
function curve(part) {
  const t = unpackTimes(part.times);
  const y = unpackReals(part.values);
  return { t, y, width: t.length ? y.length / t.length : 1 };
}
var RecordedSource = class {
  constructor(record2, bodies, arrows = []) {
    this.record = record2;
    this.bodies = bodies;
    this.channels = record2.channels;
    this.samples = unpackTimes(record2.poses.times);
    this.rows = posesOf(record2, bodies, this.samples.length);
    this.rates = record2.rates.map(curve);
    this.loads = arrows.map(curve);
    this.deformed = (record2.deformation ?? []).map(curve);
    this.found = emptyFrame(bodies, this.deformed.reduce((sum, row2) => sum + row2.width, 0), arrows.length);
    if (!this.rates.length) this.found.velocities = null;
  }
  record;
  kind = "recorded";
  channels;
  samples;
  rows;
  // samples × bodies × 7
  bodies;
  rates;
  loads;
  deformed;
  found;
  curves = /* @__PURE__ */ new Map();
  range() {
    return [this.samples[0], this.samples[this.samples.length - 1]];
  }
  times(since = -Infinity) {
    const first2 = this.samples.findIndex((t) => t > since);
    return first2 < 0 ? new Float64Array() : this.samples.subarray(first2);
  }
  frame(t) {
    const { bodies, rows, found } = this;
    const [k, s] = locate(this.samples, t);
    const [here, next] = [k, Math.min(k + 1, this.samples.length - 1)].map((row2) => 7 * bodies * row2);
    for (let b = 0; b < bodies; b += 1) {
      const at = 7 * b;
      for (let j = 0; j < 3; j += 1) found.poses[at + j] = rows[here + at + j] + s * (rows[next + at + j] - rows[here + at + j]);
      between(rows, here + at + 3, rows, next + at + 3, s, found.poses, at + 3);
    }
    found.t = t;
    if (found.velocities) this.rates.forEach((rate, b) => curveInto(rate.t, rate.y, t, 6, found.velocities, 6 * b));
    this.loads.forEach((load, k2) => curveInto(load.t, load.y, t, 3, found.loads, 3 * k2));
    let offset = 0;
    for (const { t: times2, y, width } of this.deformed) {
      curveInto(times2, y, t, width, found.deformation, offset);
      offset += width;
    }
    return found;
  }
  channel(id) {
    let found = this.curves.get(id);
    if (!found) {
      const part = this.record.channels.find((channel) => channel.id === id);
      if (!part) throw new Error(`there is no channel "${id}"`);
      found = { t: unpackTimes(part.times), y: unpackReals(part.values) };
      this.curves.set(id, found);
    }
    return found;
  }
  subscribe(_listener) {
    return () => {
    };
  }
  dispose() {
    this.curves.clear();
  }
};
function posesOf(record2, bodies, samples) {
  const positions = unpackReals(record2.poses.positions);
  const quaternions = unpackReals(record2.poses.quaternions);
  const rows = new Float64Array(samples * bodies * 7);
  for (let k = 0; k < samples * bodies; k += 1) {
    for (let j = 0; j < 3; j += 1) rows[7 * k + j] = positions[3 * k + j];
    for (let j = 0; j < 4; j += 1) rows[7 * k + 3 + j] = quaternions[4 * k + j];
    normalise(rows, 7 * k + 3);
  }
  return rows;
}

// src/world/color_scale.ts
var STOPS = [[0.267, 5e-3, 0.329], [0.254, 0.265, 0.53], [0.164, 0.471, 0.558], [0.128, 0.651, 0.525], [0.478, 0.821, 0.318], [0.993, 0.906, 0.144]];
function scaleColor(part) {
  const x = (Number.isFinite(part) ? Math.min(Math.max(part, 0), 1) : 0) * (STOPS.length - 1);
  const k = Math.min(Math.floor(x), STOPS.length - 2);
  return STOPS[k].map((low, j) => low + (x - k) * (STOPS[k + 1][j] - low));
}
var GRADIENT = `linear-gradient(to right, ${STOPS.map((rgb) => `rgb(${rgb.map((x) => Math.round(255 * x)).join(" ")})`).join(", ")})`;

// test/panes.ts
test6("the numbers of vectors are curves of their own", () => {
  const table = new CurveTable(new RecordedSource(record(), 2));
  assert6.deepEqual(table.all.map((curve2) => curve2.key), ["x", "A.force.x", "A.force.y", "A.force.z"]);
  const force = table.find("A.force.y");
  assert6.equal(table.value(force, 0.5), 3.5);
  close(table.at(force, [0, 1], 2), [4, 10]);
  assert6.ok(Number.isNaN(table.at(force, [1.5])[0]));
  close(table.union([force, table.find("x")]), [0, 1, 2]);
  assert6.deepEqual(table.pick(["no", "x"]).map((curve2) => curve2.key), ["x"]);
});
test6("elastic coordinates stand one behind the other", () => {
  const part = (body, values, width) => ({ body, times: packed([0, 2]), values: packed(values, "float64", [2, width]) });
  const source = new RecordedSource({ ...record(), deformation: [part(1, [0, 0, 2, 4], 2), part(2, [1, 3], 1)] }, 2);
  close(source.frame(1).deformation, [1, 2, 2]);
});
test6("angles are shown in degrees, and nothing else is", () => {
  close([shownIn("rad", true).factor, shownIn("rad/s", true).factor], [180 / Math.PI, 180 / Math.PI]);
  assert6.equal(shownIn("rad/s\xB2", true).unit, "\xB0/s\xB2");
  assert6.deepEqual(shownIn("rad", false), { factor: 1, unit: "rad" });
  assert6.deepEqual(shownIn("radian-like", true), { factor: 1, unit: "radian-like" });
});
test6("tables are quoted where they must be, and gaps are empty", () => {
  assert6.equal(csv(["t [s]", 'a "b", c', "=x"], [[0, 1], [1.5, NaN], [2, 3]]), 't [s],"a ""b"", c","=x"\n0,1.5,2\n1,,3\n');
  assert6.equal(fileName("../<b>four bar</b>\xE9", "png"), "b-four-bar-b-e.png");
  assert6.equal(fileName("///", "csv"), "linkwork.csv");
});
test6("stacks keep what is above zero apart from what is below", () => {
  const { above, below } = stacked([[1, -2], [3, 4], [-1, NaN]]);
  assert6.deepEqual(above, [[1, 0], [4, 4], [4, 4]]);
  assert6.deepEqual(below, [[0, -2], [0, -2], [-1, -2]]);
});
test6("colours run from dark to bright and stay inside", () => {
  const sum = (part) => scaleColor(part).reduce((a, b) => a + b);
  assert6.ok(sum(0) < sum(0.5) && sum(0.5) < sum(1));
  assert6.deepEqual(scaleColor(7), scaleColor(1));
  assert6.deepEqual(scaleColor(NaN), scaleColor(0));
});

// test/recorded.ts
import assert7 from "node:assert/strict";
import { test as test7 } from "node:test";
test7("a recorded source gives poses, velocities and loads at any time", () => {
  const arrow = { name: "push", kind: "force", body: 1, point: [0, 0, 0], shown: true, times: packed([0, 2]), values: packed([0, 0, 0, 2, 4, 6]) };
  const source = new RecordedSource(record(), 2, [arrow]);
  assert7.deepEqual(source.range(), [0, 2]);
  const frame = source.frame(1);
  const eighth = Math.PI / 8;
  close(frame.poses, [0, 0, 0, 1, 0, 0, 0, 2.5, 0, 0, Math.cos(eighth), 0, 0, Math.sin(eighth)]);
  close(frame.velocities, [0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0]);
  close(frame.loads, [1, 2, 3]);
  close(source.frame(-5).poses.subarray(7, 10), [1, 0, 0]);
  close(source.frame(5).poses.subarray(7, 10), [4, 0, 0]);
});
test7("a source with one pose stands still and knows no velocity", () => {
  const { channels, poses } = record();
  const one = { ...poses, times: packed([0]), positions: packed([0, 0, 0, 1, 2, 3]), quaternions: packed([1, 0, 0, 0, 1, 0, 0, 0]) };
  const source = new RecordedSource({ poses: one, rates: [], channels }, 2);
  assert7.deepEqual(source.range(), [0, 0]);
  assert7.equal(source.frame(1).velocities, null);
  close(source.frame(1).poses.subarray(7, 10), [1, 2, 3]);
});
test7("stored times come after a time", () => {
  const source = new RecordedSource(record(), 2);
  close(source.times(), [0, 2]);
  close(source.times(0), [2]);
  close(source.times(2), []);
});
test7("channels have one row of components for each time", () => {
  const source = new RecordedSource(record(), 2);
  assert7.deepEqual(source.channels.map((channel) => channel.id), ["x", "A.force"]);
  close(source.channel("A.force").y, [1, 2, 3, 4, 5, 6]);
  assert7.equal(source.channel("x"), source.channel("x"));
  assert7.throws(() => source.channel("y"), /there is no channel "y"/);
});
test7("rotations take the shorter way, and turns add up", () => {
  const { poses, rates, channels } = record();
  const other = { ...poses, quaternions: packed([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -Math.SQRT1_2, 0, 0, -Math.SQRT1_2]) };
  const frame = new RecordedSource({ poses: other, rates, channels }, 2).frame(1);
  close(frame.poses.subarray(10), [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)]);
  const e = Float64Array.from([1, 0, 0, 0]);
  turn(e, 0, 0, 0, 0.3);
  turn(e, 0, 0, 0, 0.4);
  close(e, [Math.cos(0.35), 0, 0, Math.sin(0.35)]);
});
test7("frames are copied whole", () => {
  const source = new RecordedSource(record(), 2);
  const kept = copyFrame(source.frame(2), emptyFrame(2));
  source.frame(0);
  assert7.equal(kept.t, 2);
  close(kept.poses.subarray(7, 10), [4, 0, 0]);
});

// test/store.ts
import assert8 from "node:assert/strict";
import { test as test8 } from "node:test";

// src/state/store.ts
var Store = class {
  constructor(values) {
    this.values = values;
  }
  values;
  listeners = /* @__PURE__ */ new Map();
  changed = /* @__PURE__ */ new Set();
  asked = false;
  get(name) {
    return this.values[name];
  }
  /** Everything, as it is now. */
  all() {
    return { ...this.values };
  }
  set(name, value) {
    if (Object.is(this.values[name], value)) return;
    this.values[name] = value;
    for (const listener of this.listeners.get(name) ?? []) this.changed.add(listener);
    if (this.asked || !this.changed.size) return;
    this.asked = true;
    requestAnimationFrame(() => this.flush());
  }
  toggle(name) {
    this.set(name, !this.values[name]);
  }
  /** Calls back now, and in the next frame after any of these changed; returns what ends it. */
  watch(names, listener) {
    const own = () => listener();
    for (const name of names) {
      if (!this.listeners.has(name)) this.listeners.set(name, /* @__PURE__ */ new Set());
      this.listeners.get(name).add(own);
    }
    listener();
    return () => {
      for (const name of names) this.listeners.get(name).delete(own);
      this.changed.delete(own);
    };
  }
  /** Calls those whose time has come now: for what cannot wait for the next frame. */
  flush() {
    this.asked = false;
    for (const listener of this.changed) {
      this.changed.delete(listener);
      listener();
    }
  }
};

// test/store.ts
var frames = [];
Object.assign(globalThis, { requestAnimationFrame: (next) => frames.push(next) });
var nextFrame = () => {
  for (const next of frames.splice(0)) next();
};
test8("what watches is called once a frame, however often something changed", () => {
  const store = new Store({ a: 1, b: 2, on: false });
  const seen = [];
  store.watch(["a", "b"], () => seen.push([store.get("a"), store.get("b")]));
  store.set("a", 5);
  store.set("a", 6);
  store.set("b", 7);
  assert8.deepEqual(seen, [[1, 2]]);
  nextFrame();
  assert8.deepEqual(seen, [[1, 2], [6, 7]]);
  store.set("a", 6);
  store.toggle("on");
  nextFrame();
  assert8.equal(seen.length, 2);
});
test8("what a listener sets is told in the same frame", () => {
  const store = new Store({ a: 1, b: 0 });
  const seen = [];
  store.watch(["b"], () => seen.push(store.get("b")));
  store.watch(["a"], () => store.set("b", 10 * store.get("a")));
  store.flush();
  store.set("a", 2);
  nextFrame();
  assert8.equal(seen.at(-1), 20);
});
test8("it lets go, and can be flushed at once", () => {
  const store = new Store({ a: 1 });
  let calls = 0;
  const leave = store.watch(["a"], () => {
    calls += 1;
  });
  store.set("a", 2);
  store.flush();
  assert8.equal(calls, 2);
  store.set("a", 3);
  leave();
  nextFrame();
  assert8.equal(calls, 2);
});

// test/url.ts
import assert9 from "node:assert/strict";
import { test as test9 } from "node:test";

// src/state/url.ts
var SWITCHES = ["wire", "names", "frames", "floor", "traces", "ghost", "contacts", "plots", "degrees", "follow", "difference"];
var nameOf = (doc2, { type, index }) => (type === "body" ? doc2.bodies : doc2.connections)[index].name;
function written(doc2, state, view, first2, controls = [], chosen = {}) {
  const found = new URLSearchParams();
  found.set("t", String(Number(state.t.toPrecision(9))));
  if (view) found.set("view", view.map((x) => Number(x.toPrecision(5))).join(","));
  if (state.selected) found.set(state.selected.type, nameOf(doc2, state.selected));
  if (state.mode !== first2.mode) found.set("mode", String(state.mode));
  for (const key of state.shown) found.append("plot", key);
  if (state.plotKind !== "time") found.set("kind", state.plotKind);
  if (state.theme !== first2.theme) found.set("theme", state.theme);
  if (state.coloring !== "plain") found.set("color", state.coloring);
  for (const name of SWITCHES) if (state[name] !== first2[name]) found.set(name, state[name] ? "1" : "0");
  for (const { name, value } of controls) if (chosen[name] !== value) found.append("set", `${name}=${chosen[name]}`);
  return found.toString();
}
function read(doc2, fragment, controls = []) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const found = { on: {} };
  const t = Number(given.get("t") ?? NaN);
  if (Number.isFinite(t)) found.t = t;
  const view = (given.get("view") ?? "").split(",").map(Number);
  if (view.length === 6 && view.every(Number.isFinite)) found.view = view;
  for (const [type, list] of [["body", doc2.bodies], ["connection", doc2.connections]]) {
    const index = given.has(type) ? list.findIndex((thing) => thing.name === given.get(type)) : -1;
    if (index >= 0) found.pick = { type, index };
  }
  const mode = Number(given.get("mode") ?? NaN);
  if (Number.isInteger(mode) && mode >= -1 && mode < doc2.modes.length) found.mode = mode;
  if (given.has("plot")) found.shown = given.getAll("plot");
  const kind = given.get("kind");
  if (kind === "energy" || kind === "power" || kind?.startsWith("over ")) found.kind = kind;
  const theme = given.get("theme");
  if (theme === "light" || theme === "dark") found.theme = theme;
  const coloring = given.get("color");
  if (coloring === "displacement" || coloring === "strain" || coloring === "stress") found.coloring = coloring;
  for (const name of SWITCHES) if (given.has(name)) found.on[name] = given.get(name) === "1";
  for (const text of given.getAll("set")) {
    const [name, x] = [text.slice(0, text.lastIndexOf("=")), Number(text.slice(text.lastIndexOf("=") + 1))];
    const control = controls.find((one) => one.name === name);
    if (control && x >= control.low && x <= control.high) found.values = { ...found.values, [name]: x };
  }
  return found;
}

// test/url.ts
var doc = { bodies: [{ name: "ground" }, { name: "arm & <b>" }], connections: [{ name: "A=1" }], modes: [{}] };
var first = {
  t: 0,
  selected: null,
  mode: -1,
  shown: [],
  plotKind: "time",
  theme: "light",
  coloring: "plain",
  wire: false,
  names: false,
  frames: false,
  traces: true,
  ghost: true,
  contacts: true,
  plots: true,
  degrees: false,
  follow: false,
  difference: false
};
test9("what an address was written from comes back", () => {
  const state = {
    ...first,
    t: 1.25,
    selected: { type: "body", index: 1 },
    mode: 0,
    shown: ["A.angle", "a,b&c"],
    plotKind: "over A.angle",
    theme: "dark",
    coloring: "stress",
    traces: false,
    degrees: true
  };
  const kept = read(doc, `#${written(doc, state, [1, 2, 3, 4, 5.5, -6], first)}`);
  assert9.deepEqual(kept, {
    t: 1.25,
    view: [1, 2, 3, 4, 5.5, -6],
    pick: { type: "body", index: 1 },
    mode: 0,
    shown: ["A.angle", "a,b&c"],
    kind: "over A.angle",
    theme: "dark",
    coloring: "stress",
    on: { traces: false, degrees: true }
  });
});
test9("what is not there, or is no number, is left out", () => {
  assert9.deepEqual(read(doc, ""), { on: {} });
  assert9.deepEqual(read(doc, "#t=x&view=1,2&body=none&mode=7&kind=bad&theme=pink&color=red&connection=%3Cimg%3E"), { on: {} });
  assert9.deepEqual(read(doc, "#connection=A%3D1").pick, { type: "connection", index: 0 });
});
test9("values of controls come back where they are not the model's own, within their ranges", () => {
  const controls = [{ name: "a=b", value: 1, low: 0, high: 2 }, { name: "c.d", value: 3, low: 0, high: 9 }];
  const address = written(doc, first, null, first, controls, { "a=b": 0.1 + 0.2, "c.d": 3 });
  assert9.deepEqual(read(doc, address, controls).values, { "a=b": 0.1 + 0.2 });
  assert9.equal(read(doc, "#set=a%3Db%3D7&set=none%3D1&set=c.d%3Dx&set=c.d", controls).values, void 0);
});

// test/webm.ts
import assert10 from "node:assert/strict";
import { test as test10 } from "node:test";

// src/panes/webm.ts
var SIZE_BYTES = 8;
function webm(codec, width, height, duration, pictures) {
  const head = element(
    [26, 69, 223, 163],
    element([66, 134], whole(1)),
    element([66, 247], whole(1)),
    element([66, 242], whole(4)),
    element([66, 243], whole(8)),
    element([66, 130], letters("webm")),
    element([66, 135], whole(4)),
    element([66, 133], whole(2))
  );
  const info = element(
    [21, 73, 169, 102],
    element([42, 215, 177], whole(1e6)),
    // nanoseconds of a tick
    element([68, 137], real(duration)),
    element([77, 128], letters("linkwork")),
    element([87, 65], letters("linkwork"))
  );
  const video = element([224], element([176], whole(width)), element([186], whole(height)));
  const track = element([174], element([215], whole(1)), element([115, 197], whole(1)), element([131], whole(1)), element([134], letters(codec)), video);
  const tracks = element([22, 84, 174, 107], track);
  const clusters = groups(pictures).map((group) => element([31, 67, 182, 117], element([231], whole(group[0].at)), ...group.map((one) => block(one, group[0].at))));
  return joined(head, element([24, 83, 128, 103], info, tracks, ...clusters));
}
function groups(pictures) {
  const found = [];
  for (const one of pictures) {
    if (one.isKey || !found.length) found.push([]);
    found[found.length - 1].push(one);
  }
  return found;
}
function block({ at, isKey, content }, from2) {
  const later = at - from2;
  return element([163], Uint8Array.of(129, later >> 8, later & 255, isKey ? 128 : 0), content);
}
function element(name, ...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const size = new Uint8Array(SIZE_BYTES);
  new DataView(size.buffer).setBigUint64(0, BigInt(length));
  size[0] = 1;
  return joined(Uint8Array.from(name), size, ...parts);
}
function whole(value) {
  const found = new Uint8Array(8);
  new DataView(found.buffer).setBigUint64(0, BigInt(Math.round(value)));
  return found;
}
function real(value) {
  const found = new Uint8Array(8);
  new DataView(found.buffer).setFloat64(0, value);
  return found;
}
var letters = (text) => new TextEncoder().encode(text);
function joined(...parts) {
  const out = new Bytes();
  for (const part of parts) out.bytes(part);
  return out.all();
}

// test/webm.ts
function elements(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    const named = Math.clz32(bytes[at]) - 23;
    const name = [...bytes.subarray(at, at + named)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    at += named;
    const sized = Math.clz32(bytes[at]) - 23;
    let length = bytes[at] & 255 >> sized;
    for (const byte of bytes.subarray(at + 1, at + sized)) length = 256 * length + byte;
    at += sized;
    found.push({ name, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return found;
}
var inside = (found, name) => elements(found.find((one) => one.name === name).content);
var real2 = (content) => new DataView(content.buffer, content.byteOffset).getFloat64(0);
var whole2 = (content) => content.reduce((sum, byte) => 256 * sum + byte, 0);
test10("a film has its size, its duration, and clusters that begin with keys", () => {
  const pictures = [0, 33, 67, 100, 133].map((at, k) => ({ at, isKey: k % 3 === 0, content: Uint8Array.of(7, k) }));
  const file = elements(webm("V_VP9", 640, 360, 166.5, pictures));
  assert10.deepEqual(file.map(({ name }) => name), ["1a45dfa3", "18538067"]);
  assert10.equal(new TextDecoder().decode(inside(file, "1a45dfa3").find(({ name }) => name === "4282").content), "webm");
  const segment = inside(file, "18538067");
  assert10.equal(real2(inside(segment, "1549a966").find(({ name }) => name === "4489").content), 166.5);
  const track = inside(inside(segment, "1654ae6b"), "ae");
  assert10.deepEqual(inside(track, "e0").map(({ content }) => whole2(content)), [640, 360]);
  const clusters = segment.filter(({ name }) => name === "1f43b675").map(({ content }) => elements(content));
  const shown = clusters.map(([begin, ...blocks]) => blocks.map(({ content: [, high, low, flags, , k] }) => [whole2(begin.content) + 256 * high + low, flags, k]));
  assert10.deepEqual(shown, [[[0, 128, 0], [33, 0, 1], [67, 0, 2]], [[100, 128, 3], [133, 0, 4]]]);
});
