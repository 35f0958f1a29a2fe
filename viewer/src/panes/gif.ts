// Pictures one after the other as a GIF: a palette by median cut, and LZW on what has changed since the picture before.
import { Bytes } from "./bytes";

const BINS = 1 << 15; // colours that are told apart: five bits of red, of green and of blue
const UNCHANGED = 255; // the last colour of the palette is transparent
const WIDEST = 4096; // codes of LZW

interface Cube {
  bins: number[];
  count: number;
  axis: number;
  spread: number;
}

/** A film as it grows: each picture is kept as the number of a bin for each pixel. */
export class Gif {
  private readonly pictures: Uint16Array[] = [];
  private readonly counts = new Float64Array(BINS);
  private readonly sums = new Float64Array(3 * BINS);

  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  /** Adds a picture: red, green, blue and opacity of all pixels, row by row from the top. */
  add(pixels: ArrayLike<number>): void {
    const bins = new Uint16Array(this.width * this.height);
    for (let k = 0; k < bins.length; k += 1) {
      const [r, g, b] = [pixels[4 * k], pixels[4 * k + 1], pixels[4 * k + 2]];
      const bin = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
      bins[k] = bin;
      this.counts[bin] += 1;
      this.sums[3 * bin] += r;
      this.sums[3 * bin + 1] += g;
      this.sums[3 * bin + 2] += b;
    }
    this.pictures.push(bins);
  }

  /** The file: every picture stands for so many seconds, and the last is followed by the first. */
  file(seconds: number): Uint8Array<ArrayBuffer> {
    const { colors, places } = this.palette();
    const out = new Bytes();
    out.text("GIF89a");
    out.short(this.width, this.height);
    out.byte(0xf7, 0, 0); // 256 colours for all pictures
    out.byte(...colors);
    out.byte(0x21, 0xff, 11);
    out.text("NETSCAPE2.0");
    out.byte(3, 1, 0, 0, 0); // again and again
    this.pictures.forEach((bins, k) => {
      const before = this.pictures[k - 1];
      const indices = Uint8Array.from(bins, (bin, j) => (before && places[before[j]] === places[bin] ? UNCHANGED : places[bin]));
      out.byte(0x21, 0xf9, 4, 0b0101); // what is not drawn stays
      out.short(Math.max(Math.round(100 * seconds), 2));
      out.byte(UNCHANGED, 0, 0x2c);
      out.short(0, 0, this.width, this.height);
      out.byte(0);
      compress(indices, out);
    });
    out.byte(0x3b);
    return out.all();
  }

  /** Red, green and blue of the palette, and for every bin its place there. */
  private palette(): { colors: number[]; places: Uint8Array } {
    const colors = new Array<number>(768).fill(0);
    const places = new Uint8Array(BINS);
    this.cubes().forEach(({ bins, count }, place) => {
      for (const bin of bins) places[bin] = place;
      for (let j = 0; j < 3; j += 1) colors[3 * place + j] = Math.round(bins.reduce((sum, bin) => sum + this.sums[3 * bin + j], 0) / count);
    });
    return { colors, places };
  }

  /** Median cut: the cube whose colours differ most is cut in two until there are enough. */
  private cubes(): Cube[] {
    const used = Array.from(this.counts.keys()).filter((bin) => this.counts[bin] > 0);
    const found = [this.cube(used)];
    while (found.length < UNCHANGED) {
      const widest = found.reduce((best, cube, k) => (cube.spread > found[best].spread ? k : best), 0);
      if (found[widest].spread === 0) break;
      found.push(...found.splice(widest, 1).flatMap((cube) => this.halves(cube)));
    }
    return found;
  }

  private cube(bins: number[]): Cube {
    const sides = [0, 1, 2].map((axis) => {
      let [low, high] = [31, 0];
      for (const bin of bins) {
        const x = level(bin, axis);
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      return high - low;
    });
    const axis = sides.indexOf(Math.max(...sides));
    const count = bins.reduce((sum, bin) => sum + this.counts[bin], 0);
    // Large areas of one colour need no more of it: how much there is counts less than how far it reaches.
    return { bins, count, axis, spread: sides[axis] ** 2 * Math.sqrt(count) };
  }

  private halves({ bins, count, axis }: Cube): [Cube, Cube] {
    const sorted = [...bins].sort((a, b) => level(a, axis) - level(b, axis));
    let [cut, seen] = [0, 0];
    while (cut < sorted.length - 1 && seen < count / 2) {
      seen += this.counts[sorted[cut]];
      cut += 1;
    }
    return [this.cube(sorted.slice(0, cut)), this.cube(sorted.slice(cut))];
  }
}

const level = (bin: number, axis: number): number => (bin >> (10 - 5 * axis)) & 31;

/** LZW as GIF has it: codes of nine to twelve bits, in blocks of at most 255 bytes. */
function compress(indices: Uint8Array, out: Bytes): void {
  const [clear, end] = [256, 257];
  const codes = new Map<number, number>();
  const bits = new Bits(out);
  let [next, width] = [end + 1, 9];
  out.byte(8);
  bits.put(clear, width);
  let word = indices[0];
  for (let k = 1; k < indices.length; k += 1) {
    const longer = (word << 8) | indices[k];
    const known = codes.get(longer);
    if (known !== undefined) {
      word = known;
      continue;
    }
    bits.put(word, width);
    word = indices[k];
    if (next === WIDEST) {
      bits.put(clear, width);
      codes.clear();
      [next, width] = [end + 1, 9];
      continue;
    }
    codes.set(longer, next);
    if (next === 1 << width) width += 1;
    next += 1;
  }
  bits.put(word, width);
  // Readers learn a word with every code, also with the last one.
  if (next === 1 << width && width < 12) width += 1;
  bits.put(end, width);
  bits.end();
}

/** Codes as bits, the lowest first. */
class Bits {
  private block: number[] = [];
  private waiting = 0;
  private count = 0;

  constructor(private readonly out: Bytes) {}

  put(code: number, width: number): void {
    this.waiting |= code << this.count;
    this.count += width;
    while (this.count >= 8) this.shift();
  }

  private shift(): void {
    this.block.push(this.waiting & 255);
    this.waiting >>>= 8;
    this.count = Math.max(this.count - 8, 0);
    if (this.block.length === 255) this.flush();
  }

  private flush(): void {
    this.out.byte(this.block.length, ...this.block);
    this.block = [];
  }

  end(): void {
    if (this.count > 0) this.shift();
    if (this.block.length) this.flush();
    this.out.byte(0);
  }
}
