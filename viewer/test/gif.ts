import assert from "node:assert/strict";
import { test } from "node:test";
import { Gif } from "../src/panes/gif";

/** The pictures of a GIF as rows of colours, decoded as the format says: a second way to what was encoded. */
function decoded(file: Uint8Array, width: number, height: number): number[][] {
  const palette = file.subarray(13, 13 + 768);
  const shown = new Array<number>(width * height).fill(-1);
  const found: number[][] = [];
  let at = 13 + 768 + 19; // after the extension that says "again and again"
  while (file[at] !== 0x3b) {
    assert.deepEqual([...file.subarray(at, at + 3)], [0x21, 0xf9, 4]);
    const clear = file[at + 6];
    at += 8 + 10;
    assert.equal(file[at], 8);
    const bytes: number[] = [];
    for (at += 1; file[at] > 0; at += file[at] + 1) bytes.push(...file.subarray(at + 1, at + 1 + file[at]));
    at += 1;
    unpacked(bytes).forEach((index, k) => {
      if (index !== clear) shown[k] = (palette[3 * index] << 16) | (palette[3 * index + 1] << 8) | palette[3 * index + 2];
    });
    found.push([...shown]);
  }
  return found;
}

function unpacked(bytes: number[]): number[] {
  const out: number[] = [];
  let [words, width, bit]: [number[][], number, number] = [[], 9, 0];
  let last: number[] | null = null;
  for (;;) {
    let code = 0;
    for (let k = 0; k < width; k += 1, bit += 1) code |= ((bytes[bit >> 3] >> (bit & 7)) & 1) << k;
    if (code === 257) return out;
    if (code === 256) {
      words = Array.from({ length: 258 }, (_, k) => [k]);
      [width, last] = [9, null];
      continue;
    }
    const word: number[] = words[code] ?? [...last!, last![0]];
    if (last && words.length < 4096) words.push([...last, word[0]]);
    out.push(...word);
    last = word;
    if (words.length === 1 << width && width < 12) width += 1;
  }
}

const opaque = (colors: number[]) => colors.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255, 255]);

test("a GIF of few colours gives back every pixel", () => {
  const [width, height] = [97, 61];
  const colors = [0xf4f6f8, 0x5b8db8, 0xd9a441, 0x12161b];
  const picture = (seed: number) => Array.from({ length: width * height }, (_, k) => colors[(k * k * seed + (k >> 3)) % 4]);
  const pictures = [1, 7, 7, 13].map(picture);
  const gif = new Gif(width, height);
  for (const one of pictures) gif.add(opaque(one));
  const file = gif.file(0.05);
  assert.deepEqual(decoded(file, width, height), pictures);
  assert.equal(file[13 + 768 + 19 + 4] | (file[13 + 768 + 19 + 5] << 8), 5); // hundredths of a second
});

test("more colours than a palette has come out close, and the table of words is begun anew", () => {
  const [width, height] = [256, 128];
  let x = 1;
  const noisy = Array.from({ length: width * height }, () => {
    x = (x * 48271) % 2147483647;
    return x & 0xffffff;
  });
  const gif = new Gif(width, height);
  gif.add(opaque(noisy));
  const [found] = decoded(gif.file(0.05), width, height);
  const off = (shift: number) =>
    noisy.reduce((sum, c, k) => sum + Math.abs(((c >> shift) & 255) - ((found[k] >> shift) & 255)), 0) / noisy.length;
  for (const shift of [0, 8, 16]) assert.ok(off(shift) < 16, `${off(shift)}`); // 255 cubes of 6.3 levels a side: mean error of 40 / 4
});
