// Mode shapes: small motions that are added to a frame.
import type { ModePart } from "../scene/schema";
import { unpackReals } from "../scene/unpack";
import { copyFrame, type Frame } from "./port";
import { turn } from "./rotation";

/** A mode shape, scaled so that its largest displacement is 1 for bodies of these sizes. */
export class ModeShape {
  private readonly moves: ArrayLike<number>[]; // real and imaginary parts
  private readonly turns: ArrayLike<number>[];
  private readonly deformation: ArrayLike<number>[] | null;
  private readonly unit: number;

  constructor(
    part: ModePart,
    private readonly sizes: number[],
  ) {
    this.moves = part.displacements.map(unpackReals);
    this.turns = part.turns.map(unpackReals);
    this.deformation = part.deformation?.map(unpackReals) ?? null;
    const norm = ([re, im]: ArrayLike<number>[], b: number) =>
      Math.hypot(...[0, 1, 2].map((j) => Math.hypot(re[3 * b + j], im[3 * b + j])));
    const largest = Math.max(part.reach ?? 0, ...sizes.map((size, b) => norm(this.moves, b) + size * norm(this.turns, b)));
    this.unit = largest > 0 ? 1 / largest : 0;
  }

  /** The real part of amplitude · shape · exp(iφ), added to a reference. */
  apply(reference: Frame, amplitude: number, phase: number, out: Frame): Frame {
    const c = amplitude * this.unit * Math.cos(phase);
    const s = amplitude * this.unit * Math.sin(phase);
    const part = ([re, im]: ArrayLike<number>[], k: number) => c * re[k] - s * im[k];
    copyFrame(reference, out);
    this.sizes.forEach((_, b) => {
      for (let j = 0; j < 3; j += 1) out.poses[7 * b + j] += part(this.moves, 3 * b + j);
      turn(out.poses, 7 * b + 3, part(this.turns, 3 * b), part(this.turns, 3 * b + 1), part(this.turns, 3 * b + 2));
    });
    for (let k = 0; this.deformation && k < out.deformation.length; k += 1) out.deformation[k] += part(this.deformation, k);
    return out;
  }
}
