import { test } from "node:test";
import { ModeShape } from "../src/source/modes";
import { emptyFrame } from "../src/source/port";
import { close, packed } from "./packing";

test("a mode swings with its real part at phase zero and minus its imaginary part a quarter later", () => {
  const none = packed([0, 0, 0, 0, 0, 0]);
  // The second body moves along x by 3 and, a quarter later, along z by −4: five in all.
  const shape = new ModeShape(
    {
      name: "sway",
      frequency: 1,
      damping: 0,
      displacements: [packed([0, 0, 0, 3, 0, 0]), packed([0, 0, 0, 0, 0, 4])],
      turns: [none, none],
    },
    [0, 1],
  );
  const [reference, out] = [emptyFrame(2), emptyFrame(2)];
  reference.poses[8] = 7;
  close(shape.apply(reference, 10, 0, out).poses.subarray(7, 10), [6, 7, 0]);
  close(shape.apply(reference, 10, Math.PI / 2, out).poses.subarray(7, 10), [0, 7, -8]);
});

test("a mode of turns is scaled by how far bodies reach", () => {
  const none = packed([0, 0, 0, 0, 0, 0]);
  const shape = new ModeShape(
    {
      name: "roll",
      frequency: null,
      damping: null,
      displacements: [none, none],
      turns: [packed([0, 0, 0, 0, 0, 2]), none],
    },
    [0, 0.5],
  );
  const out = shape.apply(emptyFrame(2), 0.2, 0, emptyFrame(2));
  close(out.poses.subarray(10), [Math.cos(0.2), 0, 0, Math.sin(0.2)]); // an angle of 0.4 moves 0.5 m by 0.2 m
});
