// The connections of the model as symbols.
import type { Group, Mesh, MeshStandardMaterial } from "three";
import type { ConnectionPart } from "../scene/schema";
import { glow, SELECTED } from "./bodies";
import { THEMES, type ThemeName } from "./colors";
import { type Drawing, type Materials, makeSymbol, symbolMaterials } from "./drawings";
import type { Extent } from "./extent";
import { discard, type Layer, type Thing } from "./layer";
import type { Pose } from "./pose";

const OPEN = 2e-3; // of the model's radius: a residual above which a connection is shown as open

export class Symbols implements Layer {
  readonly objects: Group[];
  readonly pickable: Mesh[];
  readonly drawings: Drawing[];
  private readonly materials: Materials = symbolMaterials();

  constructor(parts: readonly ConnectionPart[], { size, up, radius }: Extent) {
    this.drawings = parts.map((part, k) => makeSymbol(part, k, { size, up, gap: OPEN * radius, materials: this.materials }));
    this.objects = this.drawings.flatMap((drawing) => drawing.groups);
    this.pickable = this.drawings.flatMap((drawing) => drawing.meshes);
  }

  update(pose: Pose): void {
    for (const drawing of this.drawings) drawing.update(pose);
  }

  theme(name: ThemeName): void {
    for (const kind of ["metal", "base", "spring", "constraint", "muscle", "open"] as const)
      this.materials[kind].color.set(THEMES[name][kind]);
    this.materials.sheet.color.set(THEMES[name].metal);
    this.materials.through.color.set(THEMES[name].muscle);
  }

  mark(selected: Thing | null, hovered: Thing | null): void {
    this.drawings.forEach((drawing, index) => {
      const strength = glow({ type: "connection", index }, selected, hovered);
      for (const mesh of drawing.meshes) light(mesh, strength);
    });
  }

  dispose(): void {
    discard(this.objects);
  }
}

/** Materials are shared; one that glows is a copy. */
function light(mesh: Mesh, strength: number): void {
  const plain = (mesh.userData.plain ??= mesh.material) as MeshStandardMaterial;
  if (mesh.material !== plain) (mesh.material as MeshStandardMaterial).dispose();
  mesh.material = plain;
  mesh.renderOrder = 0;
  if (strength === 0) return;
  const bright = plain.clone();
  bright.emissive.set("#3d8fe0");
  bright.emissiveIntensity = strength;
  // What is selected is seen through bodies: muscles and springs often lie inside of them.
  bright.depthTest = strength < SELECTED;
  mesh.renderOrder = bright.depthTest ? 0 : 2;
  mesh.material = bright;
}
