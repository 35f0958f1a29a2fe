import assert from "node:assert/strict";
import { test } from "node:test";
import { webm } from "../src/panes/webm";

interface Found {
  name: string;
  content: Uint8Array;
}

/** The elements of EBML side by side, read by the rule that leading zeros tell how long names and lengths are. */
function elements(bytes: Uint8Array): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < bytes.length; ) {
    const named = Math.clz32(bytes[at]) - 23;
    const name = [...bytes.subarray(at, at + named)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    at += named;
    const sized = Math.clz32(bytes[at]) - 23;
    let length = bytes[at] & (0xff >> sized);
    for (const byte of bytes.subarray(at + 1, at + sized)) length = 256 * length + byte;
    at += sized;
    found.push({ name, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return found;
}

const inside = (found: Found[], name: string) => elements(found.find((one) => one.name === name)!.content);
const real = (content: Uint8Array) => new DataView(content.buffer, content.byteOffset).getFloat64(0);
const whole = (content: Uint8Array) => content.reduce((sum, byte) => 256 * sum + byte, 0);

test("a film has its size, its duration, and clusters that begin with keys", () => {
  const pictures = [0, 33, 67, 100, 133].map((at, k) => ({ at, isKey: k % 3 === 0, content: Uint8Array.of(7, k) }));
  const file = elements(webm("V_VP9", 640, 360, 166.5, pictures));
  assert.deepEqual(
    file.map(({ name }) => name),
    ["1a45dfa3", "18538067"],
  );
  assert.equal(new TextDecoder().decode(inside(file, "1a45dfa3").find(({ name }) => name === "4282")!.content), "webm");
  const segment = inside(file, "18538067");
  assert.equal(real(inside(segment, "1549a966").find(({ name }) => name === "4489")!.content), 166.5);
  const track = inside(inside(segment, "1654ae6b"), "ae");
  assert.deepEqual(
    inside(track, "e0").map(({ content }) => whole(content)),
    [640, 360],
  );
  const clusters = segment.filter(({ name }) => name === "1f43b675").map(({ content }) => elements(content));
  const shown = clusters.map(([begin, ...blocks]) =>
    blocks.map(({ content: [, high, low, flags, , k] }) => [whole(begin.content) + 256 * high + low, flags, k]),
  );
  assert.deepEqual(shown, [
    [
      [0, 128, 0],
      [33, 0, 1],
      [67, 0, 2],
    ],
    [
      [100, 128, 3],
      [133, 0, 4],
    ],
  ]);
});
