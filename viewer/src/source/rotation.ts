// Euler parameters, the scalar first, in arrays.

/** Writes a rotation between two others, along the shorter way, into `out`; s runs from 0 to 1. */
export function between(from: Float64Array, a: number, to: Float64Array, b: number, s: number, out: Float64Array, at: number): void {
  let cosine = 0;
  for (let j = 0; j < 4; j += 1) cosine += from[a + j] * to[b + j];
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(Math.abs(cosine), 1));
  const sine = Math.sin(angle);
  // Close together the arc is its chord.
  const [first, second] = sine < 1e-6 ? [1 - s, s] : [Math.sin((1 - s) * angle) / sine, Math.sin(s * angle) / sine];
  for (let j = 0; j < 4; j += 1) out[at + j] = first * from[a + j] + sign * second * to[b + j];
  normalise(out, at);
}

/** Writes the Euler parameters of a matrix, row by row from `a` on, into `out` (Shepperd: the largest first). */
export function fromMatrix(R: Float64Array, a: number, out: Float64Array, at: number): void {
  const [d0, d1, d2] = [R[a], R[a + 4], R[a + 8]];
  const squares = [1 + d0 + d1 + d2, 1 + d0 - d1 - d2, 1 - d0 + d1 - d2, 1 - d0 - d1 + d2];
  const k = squares.indexOf(Math.max(...squares));
  const twice = Math.sqrt(Math.max(squares[k], 0));
  const [x, y, z] = [R[a + 7] - R[a + 5], R[a + 2] - R[a + 6], R[a + 3] - R[a + 1]];
  const [xy, xz, yz] = [R[a + 1] + R[a + 3], R[a + 2] + R[a + 6], R[a + 5] + R[a + 7]];
  const rows = [
    [twice * twice, x, y, z],
    [x, twice * twice, xy, xz],
    [y, xy, twice * twice, yz],
    [z, xz, yz, twice * twice],
  ];
  for (let j = 0; j < 4; j += 1) out[at + j] = rows[k][j] / (2 * twice);
  normalise(out, at);
}

export function normalise(e: Float64Array, at: number): void {
  const size = Math.hypot(e[at], e[at + 1], e[at + 2], e[at + 3]) || 1;
  for (let j = 0; j < 4; j += 1) e[at + j] /= size;
}

/** Turns by a vector of rotation (its direction the axis, its length the angle), in the outer axes. */
export function turn(e: Float64Array, at: number, x: number, y: number, z: number): void {
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
