import assert from "node:assert/strict";
import { test } from "node:test";
import { h264, mp4 } from "../src/panes/mp4";

const PARENTS = new Set(["moov", "trak", "mdia", "minf", "dinf", "stbl"]);

/** The contents of boxes by their way, read by the rule that four bytes of length and four of name begin each. */
function boxes(bytes: Uint8Array, way = "", start = 0): Map<string, { content: Uint8Array; start: number }> {
  const found = new Map<string, { content: Uint8Array; start: number }>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint32(at);
    const name = new TextDecoder().decode(bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + length);
    found.set(`${way}${name}`, { content, start: start + at + 8 });
    if (PARENTS.has(name)) for (const [key, inner] of boxes(content, `${way}${name}/`, start + at + 8)) found.set(key, inner);
    at += length;
  }
  return found;
}

const words = (content: Uint8Array) =>
  Array.from({ length: content.length >> 2 }, (_, k) => new DataView(content.buffer, content.byteOffset).getUint32(4 * k));

test("a film says where each picture is, how long it is shown, and which ones are keys", () => {
  const times = [0, 33333, 66667, 100000, 133333];
  const pictures = times.map((at, k) => ({ at, isKey: k % 3 === 0, content: new Uint8Array(k + 1).fill(k + 40) }));
  const file = mp4(h264(Uint8Array.of(1, 100, 0, 52)), 640, 360, 166667, pictures);
  const found = boxes(file);
  assert.deepEqual(
    [...found.keys()].filter((name) => !name.includes("/")),
    ["ftyp", "moov", "mdat"],
  );
  const table = (name: string) => words(found.get(`moov/trak/mdia/minf/stbl/${name}`)!.content).slice(1);
  const lengths = table("stts").slice(1);
  const lasting = lengths.flatMap((count, k) => (k % 2 ? [] : Array<number>(count).fill(lengths[k + 1])));
  assert.deepEqual(lasting, [33333, 33334, 33333, 33333, 33334]);
  assert.deepEqual(table("stss"), [2, 1, 4]);
  assert.deepEqual(table("stsz"), [0, 5, 1, 2, 3, 4, 5]);
  const [, place] = table("stco");
  assert.equal(place, found.get("mdat")!.start);
  assert.deepEqual([...file.subarray(place)], [40, 41, 41, 42, 42, 42, 43, 43, 43, 43, 44, 44, 44, 44, 44]);
  assert.deepEqual(words(found.get("moov/trak/tkhd")!.content).slice(-2), [640 << 16, 360 << 16]);
  const [, , , second, duration] = words(found.get("moov/trak/mdia/mdhd")!.content);
  assert.equal(duration / second, 0.166667);
});
