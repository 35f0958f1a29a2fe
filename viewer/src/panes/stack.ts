// Curves on top of each other.

/** Sums of what is above zero and of what is below, line by line: the edges of areas that do not overlap. */
export function stacked(lines: readonly ArrayLike<number>[]): { above: number[][]; below: number[][] } {
  const sums = (part: (value: number) => number) => {
    let before = Array.from(lines[0] ?? [], () => 0);
    return lines.map((line) => (before = before.map((sum, k) => sum + part(Number.isFinite(line[k]) ? line[k] : 0))));
  };
  return { above: sums((value) => Math.max(value, 0)), below: sums((value) => Math.min(value, 0)) };
}
