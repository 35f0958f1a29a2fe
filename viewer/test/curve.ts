import assert from "node:assert/strict";
import { test } from "node:test";
import { unpack, unpackReals } from "../src/scene/unpack";
import { curveAt, curveInto, locate, longest, vectorAt } from "../src/source/curve";
import { close, packed } from "./packing";

test("packed arrays keep their numbers and types", () => {
  for (const dtype of ["float32", "float64", "int32"] as const) {
    const found = unpack(packed([1, -2, 300000], dtype));
    assert.deepEqual([...found], [1, -2, 300000]);
  }
  assert.ok(unpackReals(packed([1, 2], "int32")) instanceof Float64Array);
});

test("a time is between its samples, and beyond the ends at the ends", () => {
  const times = [0, 1, 4];
  assert.deepEqual(locate(times, -1), [0, 0]);
  assert.deepEqual(locate(times, 0.25), [0, 0.25]);
  assert.deepEqual(locate(times, 2.5), [1, 0.5]);
  assert.deepEqual(locate(times, 1), [1, 0]);
  assert.deepEqual(locate(times, 9), [1, 1]);
  assert.deepEqual(locate([3], 9), [0, 0]);
});

test("curves are straight between samples", () => {
  const values = [0, 10, 2, 20];
  assert.equal(curveAt([0, 1], values, 0.5, 2, 1), 15);
  assert.deepEqual(vectorAt([0, 1], values, 0.25, 2), [0.5, 12.5]);
  const out = new Float64Array(4);
  curveInto([0, 1], values, 1, 2, out, 2);
  close(out, [0, 0, 2, 20]);
  // A gap beside a sample does not reach it.
  assert.equal(curveAt([0, 1], [5, NaN], 0), 5);
  assert.ok(Number.isNaN(curveAt([0, 1], [5, NaN], 0.5)));
});

test("the longest of vectors passes over what is no number", () => {
  assert.equal(longest([3, 4, 0, NaN, 0, 0, 0, 0, 1]), 5);
  assert.equal(longest([]), 0);
});
