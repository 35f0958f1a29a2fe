// The pointer over the picture: what it is over is marked, a click selects it.
import type { SceneDocument } from "./scene/schema";
import type { PageStore } from "./state/page";
import { isSame, type Thing } from "./world/layer";
import { onBody } from "./world/measure";
import type { World } from "./world/world";

const STILL = 4; // pixels within which a press is a click

export function bindPointer(world: World, store: PageStore, doc: SceneDocument): void {
  const { canvas } = world.stage;
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `Picture of ${doc.name}. Press question mark for the keys.`);
  let down: [number, number] | null = null;
  const meet = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    return world.stage.meet(event.clientX - box.left, event.clientY - box.top);
  };
  const at = (event: PointerEvent): Thing | null => meet(event)?.thing ?? null;
  const put = (event: PointerEvent) => {
    const hit = meet(event);
    if (!hit) return;
    const body = hit.thing.type === "body" ? hit.thing.index : (doc.connections[hit.thing.index].ends[0]?.body ?? 0);
    const before = store.get("measured");
    store.set("measured", [...(before.length < 2 ? before : []), onBody(world.pose, body, hit.point)]);
  };
  canvas.addEventListener("pointerdown", (event) => {
    down = [event.clientX, event.clientY];
  });
  canvas.addEventListener("pointerup", (event) => {
    if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > STILL || event.button !== 0) return;
    if (store.get("measuring")) {
      put(event);
      return;
    }
    const found = at(event);
    store.set("selected", found);
    if (found) store.set("tab", 0);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons) return;
    const found = at(event);
    if (isSame(found, store.get("hovered"))) return;
    canvas.style.cursor = found ? "pointer" : "";
    store.set("hovered", found);
  });
  canvas.addEventListener("pointerleave", () => store.set("hovered", null));
}
