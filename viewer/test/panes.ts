import assert from "node:assert/strict";
import { test } from "node:test";
import { CurveTable, shownIn } from "../src/panes/curves";
import { csv, fileName } from "../src/panes/save";
import { stacked } from "../src/panes/stack";
import { RecordedSource } from "../src/source/recorded";
import { scaleColor } from "../src/world/color_scale";
import { close, packed, record } from "./packing";

test("the numbers of vectors are curves of their own", () => {
  const table = new CurveTable(new RecordedSource(record(), 2));
  assert.deepEqual(
    table.all.map((curve) => curve.key),
    ["x", "A.force.x", "A.force.y", "A.force.z"],
  );
  const force = table.find("A.force.y")!;
  assert.equal(table.value(force, 0.5), 3.5);
  close(table.at(force, [0, 1], 2), [4, 10]);
  assert.ok(Number.isNaN(table.at(force, [1.5])[0])); // it ends at 1
  close(table.union([force, table.find("x")!]), [0, 1, 2]);
  assert.deepEqual(
    table.pick(["no", "x"]).map((curve) => curve.key),
    ["x"],
  );
});

test("elastic coordinates stand one behind the other", () => {
  const part = (body: number, values: number[], width: number) => ({
    body,
    times: packed([0, 2]),
    values: packed(values, "float64", [2, width]),
  });
  const source = new RecordedSource({ ...record(), deformation: [part(1, [0, 0, 2, 4], 2), part(2, [1, 3], 1)] }, 2);
  close(source.frame(1).deformation, [1, 2, 2]);
});

test("angles are shown in degrees, and nothing else is", () => {
  close([shownIn("rad", true).factor, shownIn("rad/s", true).factor], [180 / Math.PI, 180 / Math.PI]);
  assert.equal(shownIn("rad/s²", true).unit, "°/s²");
  assert.deepEqual(shownIn("rad", false), { factor: 1, unit: "rad" });
  assert.deepEqual(shownIn("radian-like", true), { factor: 1, unit: "radian-like" });
});

test("tables are quoted where they must be, and gaps are empty", () => {
  assert.equal(
    csv(
      ["t [s]", 'a "b", c', "=x"],
      [
        [0, 1],
        [1.5, NaN],
        [2, 3],
      ],
    ),
    't [s],"a ""b"", c","=x"\n0,1.5,2\n1,,3\n',
  );
  assert.equal(fileName("../<b>four bar</b>é", "png"), "b-four-bar-b-e.png");
  assert.equal(fileName("///", "csv"), "linkwork.csv");
});

test("stacks keep what is above zero apart from what is below", () => {
  const { above, below } = stacked([
    [1, -2],
    [3, 4],
    [-1, NaN],
  ]);
  assert.deepEqual(above, [
    [1, 0],
    [4, 4],
    [4, 4],
  ]);
  assert.deepEqual(below, [
    [0, -2],
    [0, -2],
    [-1, -2],
  ]);
});

test("colours run from dark to bright and stay inside", () => {
  const sum = (part: number) => scaleColor(part).reduce((a, b) => a + b);
  assert.ok(sum(0) < sum(0.5) && sum(0.5) < sum(1));
  assert.deepEqual(scaleColor(7), scaleColor(1));
  assert.deepEqual(scaleColor(NaN), scaleColor(0));
});
