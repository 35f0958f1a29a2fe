// A body under the pointer: pulled by a spring while the model plays, moved through its constraints while it pauses.
import { BufferGeometry, Line, LineBasicMaterial, Plane, Raycaster, Vector2, Vector3 } from "three";
import type { LiveSource } from "./source/live";
import type { Point } from "./source/program";
import type { PageStore } from "./state/page";
import { discard, type Layer } from "./world/layer";
import type { World } from "./world/world";

const STILL = 4; // pixels within which a press is a click

/** The spring, from the point that is held to the pointer. */
class Spring implements Layer {
  readonly objects: Line[];

  constructor() {
    this.objects = [new Line(new BufferGeometry(), new LineBasicMaterial({ color: "#c4542f", depthTest: false }))];
    this.objects[0].renderOrder = 4;
    this.objects[0].frustumCulled = false;
    this.show(false);
  }

  join(from: Vector3, to: Vector3): void {
    this.objects[0].geometry.setFromPoints([from, to]);
  }

  show(on: boolean): void {
    this.objects[0].visible = on;
  }

  dispose(): void {
    discard(this.objects);
  }
}

interface Held {
  body: number;
  number: number;
  grip: Vector3;
  plane: Plane;
  pointer: Vector3;
  from: [number, number];
  moved: boolean;
  pulls: boolean;
  last: number;
}

export function bindDrag(world: World, store: PageStore, source: LiveSource, began: () => void): void {
  const { stage } = world;
  const { canvas } = stage;
  const spring = stage.add(new Spring());
  const rays = new Raycaster();
  let held: Held | null = null;
  const ray = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    rays.setFromCamera(
      new Vector2((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height),
      stage.camera,
    );
    return rays.ray;
  };
  const point = (v: Vector3): Point => [v.x, v.y, v.z];

  // Before the camera hears of it.
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0 || store.get("mode") >= 0) return;
      const box = canvas.getBoundingClientRect();
      const hit = stage.meet(event.clientX - box.left, event.clientY - box.top);
      const number = hit?.thing.type === "body" ? source.held(hit.thing.index) : null;
      if (!hit || number === null) return;
      const body = hit.thing.index;
      const grip = hit.point.clone().sub(world.pose.positions[body]).applyQuaternion(world.pose.quaternions[body].clone().conjugate());
      const plane = new Plane().setFromNormalAndCoplanarPoint(stage.camera.getWorldDirection(new Vector3()), hit.point);
      held = {
        body,
        number,
        grip,
        plane,
        pointer: hit.point.clone(),
        from: [event.clientX, event.clientY],
        moved: false,
        pulls: false,
        last: 0,
      };
      stage.controls.enabled = false;
      canvas.setPointerCapture(event.pointerId);
    },
    { capture: true },
  );

  canvas.addEventListener("pointermove", (event) => {
    if (!held) return;
    ray(event).intersectPlane(held.plane, held.pointer);
    if (held.moved || Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) <= STILL) return;
    held.moved = true;
    began();
    held.pulls = store.get("playing") && source.program.freedoms > 0;
    if (held.pulls) source.grab(store.get("t"), held.number, point(held.grip));
    held.last = performance.now();
    requestAnimationFrame(follow);
  });

  // Once a picture: on with the pointer.
  const follow = (now: number) => {
    if (!held) return;
    if (held.pulls) {
      const seconds = Math.min(Math.max(now - held.last, 0) / 1000, 0.1);
      held.last = now;
      source.pull(point(held.pointer), seconds * store.get("speed"));
      store.set("t", source.range()[1]);
    } else source.hand(store.get("t"), held.number, point(held.grip), point(held.pointer));
    spring.join(world.pose.point(held.body, held.grip), held.pointer);
    spring.show(true);
    stage.ask();
    requestAnimationFrame(follow);
  };

  const release = () => {
    if (!held) return;
    if (held.moved) source.release();
    held = null;
    stage.controls.enabled = true;
    spring.show(false);
    stage.ask();
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
}
