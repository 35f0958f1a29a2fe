import assert from "node:assert/strict";
import { test } from "node:test";
import type { SceneDocument } from "../src/scene/schema";
import type { ControlPart } from "../src/source/program";
import type { PageState } from "../src/state/page";
import { read, written } from "../src/state/url";

const doc = {
  bodies: [{ name: "ground" }, { name: "arm & <b>" }],
  connections: [{ name: "A=1" }],
  modes: [{}],
} as unknown as SceneDocument;
const first = {
  t: 0,
  selected: null,
  mode: -1,
  shown: [],
  plotKind: "time",
  theme: "light",
  coloring: "plain",
  wire: false,
  names: false,
  frames: false,
  traces: true,
  ghost: true,
  contacts: true,
  plots: true,
  degrees: false,
  follow: false,
  difference: false,
} as unknown as PageState;

test("what an address was written from comes back", () => {
  const state: PageState = {
    ...first,
    t: 1.25,
    selected: { type: "body", index: 1 },
    mode: 0,
    shown: ["A.angle", "a,b&c"],
    plotKind: "over A.angle",
    theme: "dark",
    coloring: "stress",
    traces: false,
    degrees: true,
  };
  const kept = read(doc, `#${written(doc, state, [1, 2, 3, 4, 5.5, -6], first)}`);
  assert.deepEqual(kept, {
    t: 1.25,
    view: [1, 2, 3, 4, 5.5, -6],
    pick: { type: "body", index: 1 },
    mode: 0,
    shown: ["A.angle", "a,b&c"],
    kind: "over A.angle",
    theme: "dark",
    coloring: "stress",
    on: { traces: false, degrees: true },
  });
});

test("what is not there, or is no number, is left out", () => {
  assert.deepEqual(read(doc, ""), { on: {} });
  assert.deepEqual(read(doc, "#t=x&view=1,2&body=none&mode=7&kind=bad&theme=pink&color=red&connection=%3Cimg%3E"), { on: {} });
  assert.deepEqual(read(doc, "#connection=A%3D1").pick, { type: "connection", index: 0 });
});

test("values of controls come back where they are not the model's own, within their ranges", () => {
  const controls = [
    { name: "a=b", value: 1, low: 0, high: 2 },
    { name: "c.d", value: 3, low: 0, high: 9 },
  ] as unknown as ControlPart[];
  const address = written(doc, first, null, first, controls, { "a=b": 0.1 + 0.2, "c.d": 3 });
  assert.deepEqual(read(doc, address, controls).values, { "a=b": 0.1 + 0.2 });
  assert.equal(read(doc, "#set=a%3Db%3D7&set=none%3D1&set=c.d%3Dx&set=c.d", controls).values, undefined);
});
