// Curves at a time.

type Numbers = ArrayLike<number>;

/** The last sample at or before t, and how far t is towards the next one. */
export function locate(times: Numbers, t: number): [number, number] {
  let low = 0;
  let high = times.length - 1;
  if (high <= 0 || t <= times[0]) return [0, 0];
  if (t >= times[high]) return [high - 1, 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return [low, (t - times[low]) / (times[high] - times[low])];
}

/** Writes the `width` numbers of a curve at a time into `out`, from `offset` on. */
export function curveInto(times: Numbers, values: Numbers, t: number, width: number, out: Float64Array, offset = 0): void {
  const [k, s] = locate(times, t);
  const next = Math.min(k + 1, times.length - 1);
  for (let j = 0; j < width; j += 1) {
    const start = values[k * width + j];
    out[offset + j] = s === 0 ? start : start + s * (values[next * width + j] - start);
  }
}

/** One of the `width` numbers of a curve at a time. */
export function curveAt(times: Numbers, values: Numbers, t: number, width = 1, component = 0): number {
  const [k, s] = locate(times, t);
  const start = values[k * width + component];
  if (s === 0) return start;
  return start + s * (values[Math.min(k + 1, times.length - 1) * width + component] - start);
}

/** All numbers of a curve at a time. */
export function vectorAt(times: Numbers, values: Numbers, t: number, width = 3): number[] {
  return Array.from({ length: width }, (_, j) => curveAt(times, values, t, width, j));
}

/** The longest of vectors that stand one behind the other, those that are no numbers apart. */
export function longest(values: Numbers): number {
  let found = 0;
  for (let k = 0; k + 2 < values.length; k += 3) {
    const length = Math.hypot(values[k], values[k + 1], values[k + 2]);
    if (Number.isFinite(length)) found = Math.max(found, length);
  }
  return found;
}
