import assert from "node:assert/strict";
import { test } from "node:test";
import type { ArrowPart } from "../src/scene/schema";
import { copyFrame, emptyFrame } from "../src/source/port";
import { RecordedSource } from "../src/source/recorded";
import { turn } from "../src/source/rotation";
import { close, packed, record } from "./packing";

test("a recorded source gives poses, velocities and loads at any time", () => {
  const arrow: ArrowPart = {
    name: "push",
    kind: "force",
    body: 1,
    point: [0, 0, 0],
    shown: true,
    times: packed([0, 2]),
    values: packed([0, 0, 0, 2, 4, 6]),
  };
  const source = new RecordedSource(record(), 2, [arrow]);
  assert.deepEqual(source.range(), [0, 2]);
  const frame = source.frame(1);
  const eighth = Math.PI / 8;
  close(frame.poses, [0, 0, 0, 1, 0, 0, 0, 2.5, 0, 0, Math.cos(eighth), 0, 0, Math.sin(eighth)]);
  close(frame.velocities!, [0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0]);
  close(frame.loads, [1, 2, 3]);
  close(source.frame(-5).poses.subarray(7, 10), [1, 0, 0]);
  close(source.frame(5).poses.subarray(7, 10), [4, 0, 0]);
});

test("a source with one pose stands still and knows no velocity", () => {
  const { channels, poses } = record();
  const one = { ...poses, times: packed([0]), positions: packed([0, 0, 0, 1, 2, 3]), quaternions: packed([1, 0, 0, 0, 1, 0, 0, 0]) };
  const source = new RecordedSource({ poses: one, rates: [], channels }, 2);
  assert.deepEqual(source.range(), [0, 0]);
  assert.equal(source.frame(1).velocities, null);
  close(source.frame(1).poses.subarray(7, 10), [1, 2, 3]);
});

test("stored times come after a time", () => {
  const source = new RecordedSource(record(), 2);
  close(source.times(), [0, 2]);
  close(source.times(0), [2]);
  close(source.times(2), []);
});

test("channels have one row of components for each time", () => {
  const source = new RecordedSource(record(), 2);
  assert.deepEqual(
    source.channels.map((channel) => channel.id),
    ["x", "A.force"],
  );
  close(source.channel("A.force").y, [1, 2, 3, 4, 5, 6]);
  assert.equal(source.channel("x"), source.channel("x"));
  assert.throws(() => source.channel("y"), /there is no channel "y"/);
});

test("rotations take the shorter way, and turns add up", () => {
  const { poses, rates, channels } = record();
  // The same second rotation with the other sign.
  const other = { ...poses, quaternions: packed([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -Math.SQRT1_2, 0, 0, -Math.SQRT1_2]) };
  const frame = new RecordedSource({ poses: other, rates, channels }, 2).frame(1);
  close(frame.poses.subarray(10), [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)]);
  const e = Float64Array.from([1, 0, 0, 0]);
  turn(e, 0, 0, 0, 0.3);
  turn(e, 0, 0, 0, 0.4);
  close(e, [Math.cos(0.35), 0, 0, Math.sin(0.35)]);
});

test("frames are copied whole", () => {
  const source = new RecordedSource(record(), 2);
  const kept = copyFrame(source.frame(2), emptyFrame(2));
  source.frame(0);
  assert.equal(kept.t, 2);
  close(kept.poses.subarray(7, 10), [4, 0, 0]);
});
