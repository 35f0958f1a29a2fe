import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveSource } from "../src/source/live";
import { type Change, emptyFrame } from "../src/source/port";
import type { Answer, Program, Wish } from "../src/source/program";
import { fromMatrix } from "../src/source/rotation";
import { Rows } from "../src/source/rows";
import { close } from "./packing";

const POSE = ["rotation", "position", "velocity", "angular_velocity"];
const NAMES = [
  "A.angle",
  "A.angle_dot",
  "work",
  ...POSE.flatMap((what) =>
    what === "rotation" ? Array.from({ length: 9 }, (_, k) => `rod.rotation.${k}`) : ["x", "y", "z"].map((axis) => `rod.${what}.${axis}`),
  ),
  "energy_balance",
];

function program(): Program {
  return {
    script: "",
    module: "",
    method: "dop853",
    sentence: "",
    span: 2,
    step: 1,
    freedoms: 1,
    states: 3,
    controls: [
      { name: "gravity", kind: "parameter", place: 0, value: 9.81, low: 0, high: 20, unit: "m/s²", drawn: { bodies: [], ends: [] } },
    ],
    keys: [],
    columns: NAMES.map((name) => ({ name, unit: "", group: name.split(".")[0] })),
    bodies: [{ name: "rod", column: 0, dragged: 0 }],
    elastic: [0],
    touching: [],
    h: null,
    verdict: {
      rules: [],
      statuses: [],
      sentences: { findings: {}, measured: { energy: ["", ""], closed: ["", ""] }, descriptions: [], motion: "" },
    },
    notes: [],
    loops: [],
    overlap: null,
    pull: { pointer: [], grip: [], stiffness: [], damping: null, masses: [], relaxation: 0, rate: 0, stiffest: null },
  };
}

/** A row of a rod at x, turned about z by an angle. */
function row(angle: number, x: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [angle, 0, 0, c, -s, 0, s, c, 0, 0, 0, 1, x, 0, 0, 1, 0, 0, 0, 0, angle, 0];
}

class FakeWorker {
  readonly wishes: Wish[] = [];
  onmessage: (event: { data: Answer }) => void = () => {};
  onerror: () => void = () => {};
  postMessage(wish: Wish): void {
    this.wishes.push(wish);
  }
  terminate(): void {}
  say(answer: Answer): void {
    this.onmessage({ data: answer });
  }
  rows(run: number, first: number, t: number[], ...rows: number[][]): void {
    this.say({ kind: "rows", run, first, t: Float64Array.from(t), values: Float64Array.from(rows.flat()) });
  }
}

function begun(): { worker: FakeWorker; source: LiveSource; changes: Change[] } {
  const worker = new FakeWorker();
  const source = new LiveSource(program(), worker as unknown as Worker, 2, emptyFrame(2, 1));
  const changes: Change[] = [];
  source.subscribe((change) => changes.push(change));
  return { worker, source, changes };
}

test("a live source gives what its worker has sent, and frames between rows", () => {
  const { worker, source, changes } = begun();
  assert.deepEqual(source.range(), [0, 0]);
  worker.rows(0, 0, [0, 1], row(0, 1), row(Math.PI / 2, 3));
  assert.deepEqual(source.range(), [0, 1]);
  assert.deepEqual(changes, ["grown"]);
  const frame = source.frame(0.5);
  const eighth = Math.PI / 8;
  close(frame.poses.subarray(7, 14), [2, 0, 0, Math.cos(eighth), 0, 0, Math.sin(eighth)]);
  close(frame.velocities!.subarray(6, 12), [0, 0, Math.PI / 4, 1, 0, 0]);
  close(frame.deformation, [Math.PI / 4]);
  assert.deepEqual(
    source.channels.map(({ id }) => id),
    ["A.angle", "A.angle_dot", "work", "rod.position", "rod.velocity", "rod.angular_velocity", "energy_balance"],
  );
  close(source.channel("rod.position").y, [1, 0, 0, 3, 0, 0]);
});

test("points of contacts and impacts come with the rows, and are no channels", () => {
  const own = ["touch_place", "touch_normal", "touch_friction"].flatMap((what) =>
    ["x", "y", "z"].map((axis) => `floor.tip.${what}.${axis}`),
  );
  const columns = ["A.angle", ...own, "floor.tip.touch_hits"].map((name) => ({ name, unit: "", group: "" }));
  const given = { ...program(), columns, states: 1, bodies: [], elastic: [], touching: [{ name: "floor.tip", connection: 3 }] };
  const worker = new FakeWorker();
  const source = new LiveSource(given, worker as unknown as Worker, 1, emptyFrame(1));
  assert.deepEqual(
    source.channels.map(({ id }) => id),
    ["A.angle"],
  );
  assert.deepEqual(source.marks(), []);
  worker.rows(0, 0, [0, 1, 2], [0, NaN, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 2], [2, 6, 0, 0, 0, 0, 9, 1, 0, 0, 0]);
  const [point] = source.touching;
  assert.equal(point.connection, 3);
  const { times, places, normal, friction } = point.curves();
  assert.equal(point.curves().normal, normal);
  close(times, [0, 1, 2]);
  close(Array.from(places).slice(3), [5, 0, 0, 6, 0, 0]);
  close(Array.from(normal).slice(6), [0, 0, 9]);
  close(Array.from(friction).slice(6), [1, 0, 0]);
  assert.deepEqual(source.marks(), [{ t: 1, kind: "impact", sentence: "t = 1: impact of floor.tip" }]);
});

test("another run takes its place once it reaches what is shown; the one before can be compared with", () => {
  const { worker, source, changes } = begun();
  worker.rows(0, 0, [0, 1, 2], row(0, 1), row(0, 2), row(0, 3));
  source.frame(1.5);
  source.remember();
  source.set({ gravity: 1 });
  worker.rows(1, 0, [0, 1], row(0, 5), row(0, 6));
  close(source.channel("rod.position").y.subarray(0, 3), [1, 0, 0]);
  worker.rows(1, 2, [2], row(0, 7));
  assert.equal(changes.at(-1), "anew");
  close(source.channel("rod.position").y, [5, 0, 0, 6, 0, 0, 7, 0, 0]);
  close(source.remembered("rod.position")!.y, [1, 0, 0, 2, 0, 0, 3, 0, 0]);
  close(source.ghost(1, source.room())!.poses.subarray(7, 10), [2, 0, 0]);
  source.forget();
  assert.equal(source.remembered("rod.position"), null);
  assert.deepEqual(
    worker.wishes.map(({ kind }) => kind),
    ["begin", "set"],
  );
});

test("rows behind one that comes again are void, and wishes for more time are made once", () => {
  const { worker, source, changes } = begun();
  worker.rows(0, 0, [0, 1, 2], row(0, 1), row(0, 2), row(0, 3));
  worker.rows(0, 1, [1], row(0, 9));
  assert.deepEqual(source.range(), [0, 1]);
  assert.equal(changes.at(-1), "anew");
  source.reach(1.5);
  source.reach(4);
  source.reach(3);
  assert.deepEqual(worker.wishes.slice(1), [{ kind: "until", t: 4 }]);
});

test("sentences and certificates are told", () => {
  const { worker, source } = begun();
  let told = 0;
  source.watch(() => {
    told += 1;
  });
  worker.say({ kind: "values", values: { gravity: 9.81 }, chosen: { gravity: 9.81 }, sentence: "It cannot be closed." });
  assert.equal(source.news.sentence, "It cannot be closed.");
  worker.say({ kind: "failed", sentence: "It failed." });
  assert.equal(source.news.sentence, "It failed.");
  assert.equal(told, 2);
});

test("old rows are dropped where there are many", () => {
  const rows = new Rows(1, 10);
  for (let k = 0; k < 25; k += 1) rows.put(k, Float64Array.of(k), Float64Array.of(10 * k));
  assert.ok(rows.count <= 10);
  assert.equal(rows.row(0)[0], 10 * rows.first);
  assert.equal(rows.t[rows.count - 1], 24);
});

test("Euler parameters of a matrix, for each of the four that may be largest", () => {
  const out = new Float64Array(4);
  for (const e of [
    [1, 0.1, 0.2, 0.3],
    [0.1, 1, 0.2, 0.3],
    [0.1, 0.2, 1, -0.3],
    [-0.1, 0.2, 0.3, 1],
  ]) {
    const size = Math.hypot(...e);
    const [w, x, y, z] = e.map((v) => v / size);
    const R = Float64Array.of(
      1 - 2 * (y * y + z * z),
      2 * (x * y - w * z),
      2 * (x * z + w * y),
      2 * (x * y + w * z),
      1 - 2 * (x * x + z * z),
      2 * (y * z - w * x),
      2 * (x * z - w * y),
      2 * (y * z + w * x),
      1 - 2 * (x * x + y * y),
    );
    fromMatrix(R, 0, out, 0);
    const sign = Math.sign(out[0] * w + out[1] * x + out[2] * y + out[3] * z);
    close(
      out.map((v) => sign * v),
      [w, x, y, z],
    );
  }
});

test("Euler parameters come last, and places of a free body are one vector", () => {
  const names = ["plate.e0", "plate.e1", "plate.x", "plate.y", "plate.z", "A.angle"];
  const own = {
    ...program(),
    states: names.length,
    columns: names.map((name) => ({ name, unit: "", group: name.split(".")[0] })),
    bodies: [],
    elastic: [],
  };
  const source = new LiveSource(own, new FakeWorker() as unknown as Worker, 1, emptyFrame(1));
  assert.deepEqual(
    source.channels.map(({ id }) => id),
    ["plate", "A.angle", "plate.e0", "plate.e1"],
  );
});
