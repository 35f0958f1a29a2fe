import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../src/state/store";

const frames: (() => void)[] = [];
Object.assign(globalThis, { requestAnimationFrame: (next: () => void) => frames.push(next) });
const nextFrame = () => {
  for (const next of frames.splice(0)) next();
};

test("what watches is called once a frame, however often something changed", () => {
  const store = new Store({ a: 1, b: 2, on: false });
  const seen: number[][] = [];
  store.watch(["a", "b"], () => seen.push([store.get("a"), store.get("b")]));
  store.set("a", 5);
  store.set("a", 6);
  store.set("b", 7);
  assert.deepEqual(seen, [[1, 2]]);
  nextFrame();
  assert.deepEqual(seen, [
    [1, 2],
    [6, 7],
  ]);
  store.set("a", 6);
  store.toggle("on");
  nextFrame();
  assert.equal(seen.length, 2);
});

test("what a listener sets is told in the same frame", () => {
  const store = new Store({ a: 1, b: 0 });
  const seen: number[] = [];
  store.watch(["b"], () => seen.push(store.get("b")));
  store.watch(["a"], () => store.set("b", 10 * store.get("a")));
  store.flush();
  store.set("a", 2);
  nextFrame();
  assert.equal(seen.at(-1), 20);
});

test("it lets go, and can be flushed at once", () => {
  const store = new Store({ a: 1 });
  let calls = 0;
  const leave = store.watch(["a"], () => {
    calls += 1;
  });
  store.set("a", 2);
  store.flush();
  assert.equal(calls, 2);
  store.set("a", 3);
  leave();
  nextFrame();
  assert.equal(calls, 2);
});
