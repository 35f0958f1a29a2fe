import assert from "node:assert/strict";
import { test } from "node:test";
import { BODIES, CURVES } from "../src/world/colors";

// Machado, Oliveira and Fernandes (2009), severity 1, in linear RGB.
const EYES: Record<string, number[][]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopic: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopic: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopic: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE = [0.95047, 1, 1.08883];
const APART = 10;

const times = (matrix: number[][], v: number[]) => matrix.map((row) => row.reduce((sum, x, k) => sum + x * v[k], 0));

/** CIELAB of a colour as some eyes see it. */
function lab(color: string, eye: number[][]): number[] {
  const linear = [1, 3, 5]
    .map((k) => parseInt(color.slice(k, k + 2), 16) / 255)
    .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  const seen = times(eye, linear).map((x) => Math.min(Math.max(x, 0), 1));
  const [x, y, z] = times(XYZ, seen)
    .map((value, k) => value / WHITE[k])
    .map((t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

for (const [what, palette] of Object.entries({ BODIES, CURVES })) {
  test(`${what.toLowerCase()} differ for all eyes`, () => {
    for (const [name, eye] of Object.entries(EYES)) {
      const seen = palette.map((color) => lab(color, eye));
      seen.forEach((one, i) =>
        seen.slice(0, i).forEach((other, j) => {
          const apart = Math.hypot(...one.map((x, k) => x - other[k]));
          assert.ok(apart >= APART, `${palette[j]} and ${palette[i]} are ${apart.toFixed(1)} apart for ${name} eyes`);
        }),
      );
    }
  });
}
