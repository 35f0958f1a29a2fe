// `window.linkwork`: for tests, and for pages that embed this one. Whatever is asked is answered for the state as it is.
import { Vector3 } from "three";
import type { Plots } from "./panes/plots";
import type { SceneDocument } from "./scene/schema";
import type { LiveSource } from "./source/live";
import type { PageState, PageStore } from "./state/page";
import type { Thing } from "./world/layer";
import type { World } from "./world/world";

export function outside(doc: SceneDocument, store: PageStore, world: World | null, plots: Plots, living: LiveSource | null) {
  const body = (name: string) => doc.bodies.findIndex((part) => part.name === name);
  const find = (type: Thing["type"], list: { name: string }[], name: string): Thing | null => {
    const index = list.findIndex((thing) => thing.name === name);
    return index < 0 ? null : { type, index };
  };
  const picture = (): World => {
    store.flush();
    return world!;
  };
  return {
    get: (name: keyof PageState) => {
      store.flush();
      return store.get(name);
    },
    set: <K extends keyof PageState>(name: K, value: PageState[K]) => {
      store.set(name, value);
      store.flush();
    },
    select: (name: string) => {
      store.set("selected", find("body", doc.bodies, name) ?? find("connection", doc.connections, name));
      store.flush();
    },
    place: (name: string) => {
      const { stage, pose } = picture();
      return stage.project(pose.positions[body(name)]);
    },
    position: (name: string) => picture().pose.positions[body(name)].toArray(),
    pick: (x: number, y: number) => picture().stage.meet(x, y)?.thing ?? null,
    took: (duration: number) => world!.stage.took(duration),
    saved: () => world!.stage.saved,
    frames: () => world!.stage.drawn,
    picture: () => picture().stage.picture(),
    settled: () => {
      store.flush();
      return !world!.stage.asked;
    },
    table: () => {
      store.flush();
      return plots.table();
    },
    measured: () => picture().measure.distance,
    arrows: () => {
      const { arrows } = picture();
      return arrows.parts.filter((_, k) => arrows.objects[k].visible).map((part) => `${part.name} ${part.kind}`);
    },
    root: (name: string) => {
      const { arrows } = picture();
      return arrows.objects[arrows.parts.findIndex((part) => part.name === name)].position.toArray();
    },
    colors: () => picture().elastic.largest,
    corner: (k: number) => {
      const { elastic } = picture();
      return elastic.corner(k);
    },
    camera: () => picture().stage.camera.position.toArray(),
    floor: () => world!.ground.floor,
    reach: (name: string) => picture().symbols.drawings[doc.connections.findIndex((c) => c.name === name)].reach(),
    way: (name: string) => picture().symbols.drawings[doc.connections.findIndex((c) => c.name === name)].way,
    touches: () => picture().contacts.views.map((view) => ({ name: view.part.name, drawn: view.dot.visible, ...view.at(store.get("t")) })),
    living,
    range: () => world!.source.range(),
    closeUp: () => picture().closeUp(),
    project: (x: number, y: number, z: number) => picture().stage.project(new Vector3(x, y, z)),
  };
}

declare global {
  interface Window {
    linkwork: ReturnType<typeof outside>;
  }
}
