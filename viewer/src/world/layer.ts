// What a picture is made of: layers that know nothing of each other.
import type { Object3D } from "three";
import type { ThemeName } from "./colors";
import type { Pose } from "./pose";

/** A part of the model that can be selected. */
export interface Thing {
  type: "body" | "connection";
  index: number;
}

export const isSame = (a: Thing | null | undefined, b: Thing | null | undefined): boolean => a?.type === b?.type && a?.index === b?.index;

export interface Layer {
  /** What is put into the picture. */
  readonly objects: readonly Object3D[];
  /** What the pointer can meet; its `userData.pick` says what it is. */
  readonly pickable?: readonly Object3D[];
  /** Brings it into the state at a time. */
  update?(pose: Pose, t: number): void;
  theme?(name: ThemeName): void;
  show?(on: boolean): void;
  dispose(): void;
}

/** Lets go of what the graphics card holds for these objects. */
export function discard(objects: readonly Object3D[]): void {
  for (const object of objects) {
    object.removeFromParent();
    object.traverse((part) => {
      const { geometry, material } = part as { geometry?: { dispose(): void }; material?: { dispose(): void } | { dispose(): void }[] };
      geometry?.dispose();
      for (const one of Array.isArray(material) ? material : material ? [material] : []) one.dispose();
    });
  }
}
