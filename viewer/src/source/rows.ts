// Rows of numbers that grow at their end.

export class Rows {
  readonly t: number[] = [];
  /** The number of the first row that is kept. */
  first = 0;
  private values: Float64Array;

  constructor(
    readonly width: number,
    private readonly most = 30_000,
  ) {
    this.values = new Float64Array(width * 256);
  }

  get count(): number {
    return this.t.length;
  }

  /** Rows from number `first` on; those that were there before are replaced. */
  put(first: number, t: Float64Array, values: Float64Array): void {
    const from = Math.min(Math.max(first - this.first, 0), this.count);
    this.t.length = from;
    this.room(from + t.length);
    this.values.set(values, from * this.width);
    for (const time of t) this.t.push(time);
    if (this.count > this.most) this.drop(this.count - this.most / 2);
  }

  row(k: number): Float64Array {
    return this.values.subarray(k * this.width, (k + 1) * this.width);
  }

  /** So many numbers of all rows from a column on, one row after the other. */
  columns(column: number, width: number): Float64Array {
    const found = new Float64Array(this.count * width);
    for (let k = 0; k < this.count; k += 1) {
      for (let j = 0; j < width; j += 1) found[k * width + j] = this.values[k * this.width + column + j];
    }
    return found;
  }

  private drop(count: number): void {
    this.values.copyWithin(0, count * this.width, this.count * this.width);
    this.t.splice(0, count);
    this.first += count;
  }

  private room(count: number): void {
    if (count * this.width <= this.values.length) return;
    const larger = new Float64Array(Math.max(count * this.width, 2 * this.values.length));
    larger.set(this.values);
    this.values = larger;
  }
}
