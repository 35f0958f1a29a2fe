// Packed arrays as numbers.
import type { PackedArray } from "./schema";

const KINDS = { float32: Float32Array, float64: Float64Array, int32: Int32Array };

/** The numbers of a packed array, row by row. */
export function unpack(packed: PackedArray): Float32Array | Float64Array | Int32Array {
  const text = atob(packed.data);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < bytes.length; k += 1) bytes[k] = text.charCodeAt(k);
  return new KINDS[packed.dtype](bytes.buffer);
}

/** The same as numbers that are not whole. */
export function unpackReals(packed: PackedArray): Float32Array | Float64Array {
  const found = unpack(packed);
  return found instanceof Int32Array ? Float64Array.from(found) : found;
}

/** The same with eight bytes a number, as times are. */
export function unpackTimes(packed: PackedArray): Float64Array {
  const found = unpack(packed);
  return found instanceof Float64Array ? found : Float64Array.from(found);
}
