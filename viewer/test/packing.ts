// Scenes as `linkwork.views` packs them.
import assert from "node:assert/strict";
import type { PackedArray, RecordPart } from "../src/scene/schema";

export function packed(values: number[], dtype: PackedArray["dtype"] = "float64", shape = [values.length]): PackedArray {
  const kinds = { float32: Float32Array, float64: Float64Array, int32: Int32Array };
  const bytes = new Uint8Array(new kinds[dtype](values).buffer);
  return { dtype, shape, data: btoa(String.fromCharCode(...bytes)) };
}

/** Two bodies: the ground, and one that moves along x by 3 and turns about z by a right angle in two seconds. */
export function record(): RecordPart {
  const half = Math.SQRT1_2;
  return {
    poses: {
      times: packed([0, 2]),
      given: 2,
      tolerance: 1e-3,
      positions: packed([0, 0, 0, 1, 0, 0, 0, 0, 0, 4, 0, 0]),
      quaternions: packed([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, half, 0, 0, half]),
    },
    rates: [
      { times: packed([0, 2]), values: packed(Array(12).fill(0)) },
      { times: packed([0, 1, 2]), values: packed([0, 0, 1, 1, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 3, 3, 0, 0]) },
    ],
    channels: [
      { id: "x", name: "x", components: [], unit: "m", group: "", times: packed([0, 2]), values: packed([1, 4], "float32") },
      {
        id: "A.force",
        name: "A.force",
        components: ["x", "y", "z"],
        unit: "N",
        group: "A",
        times: packed([0, 1]),
        values: packed([1, 2, 3, 4, 5, 6]),
      },
    ],
  };
}

export function close(found: ArrayLike<number>, wanted: number[], tolerance = 1e-12): void {
  assert.equal(found.length, wanted.length);
  wanted.forEach((value, k) => assert.ok(Math.abs(found[k] - value) <= tolerance, `${k}: ${found[k]} is not ${value}`));
}
