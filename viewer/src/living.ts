// What a living page has beside a replay: sliders, a pointer that pulls, the run before as a ghost.
import { bindDrag } from "./drag";
import { makeControls } from "./panes/controls";
import type { Tab } from "./panes/tabs";
import type { LiveSource } from "./source/live";
import type { PageStore } from "./state/page";
import { Ghost } from "./world/bodies";
import { Pose } from "./world/pose";
import type { World } from "./world/world";

/** The tabs that a living page has more. */
export function makeLiving(source: LiveSource, store: PageStore): Tab[] {
  return [["Controls", makeControls(source, () => store.set("mode", -1))]];
}

/** A number, vector or primitive between two others. */
function mixed<T>(low: T, high: T, s: number): T {
  if (typeof low === "number") return (low + s * ((high as number) - low)) as T;
  if (Array.isArray(low)) return low.map((x, k) => mixed(x, (high as unknown[])[k], s)) as T;
  if (low === null || typeof low !== "object") return low;
  return Object.fromEntries(Object.entries(low).map(([name, x]) => [name, mixed(x, (high as Record<string, unknown>)[name], s)])) as T;
}

/** Shapes and ends as controls have them now. */
function redraw(source: LiveSource, world: World): void {
  for (const { name, low, high, drawn } of source.program.controls) {
    const s = (source.news.values[name] - low) / (high - low);
    for (const change of drawn.bodies) world.bodies.reshape(change.body, mixed(change.low, change.high, s));
    for (const change of drawn.ends) {
      world.symbols.drawings[change.connection].ends[change.end].position.set(...mixed(change.low, change.high, s));
    }
  }
}

/** Lets the picture be pulled at, and shows the run that a slider leaves behind. */
export function bindLiving(source: LiveSource, store: PageStore, world: World): void {
  const [pose, room] = [new Pose(world.doc.bodies.length), source.room()];
  const ghost = world.stage.add(
    new Ghost(world.bodies, (t) => {
      const found = source.ghost(t, room);
      ghost.show(found !== null);
      return found ? pose.set(found) : pose;
    }),
  );
  ghost.show(false);
  world.stage.theme(store.get("theme"));
  let drawn: Record<string, number> | null = source.news.values;
  source.watch(() => {
    if (source.news.values !== drawn) redraw(source, world);
    drawn = source.news.values;
  });
  source.ontime = (t) => store.set("t", t);
  bindDrag(world, store, source, () => store.set("mode", -1));
}
