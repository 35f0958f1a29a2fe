// The bodies of the model, and the same bodies once more where something else is.
import { AxesHelper, Color, type Group, type LineBasicMaterial, type Mesh, type MeshStandardMaterial } from "three";
import type { BodyPart, Look } from "../scene/schema";
import { AXES, bodyColor, THEMES, type ThemeName } from "./colors";
import type { Extent } from "./extent";
import { discard, isSame, type Layer, type Thing } from "./layer";
import type { Pose } from "./pose";
import { makeBody, makeGhost, type Sizes, type Solid } from "./solids";

export class Bodies implements Layer {
  readonly objects: Group[];
  readonly pickable: Mesh[];
  readonly solids: Solid[];
  private name: ThemeName = "light";
  private isWire = false;
  private readonly sizes: Sizes;

  /** Bodies that are `drawn` by other layers are hidden here. */
  constructor(
    private readonly parts: readonly BodyPart[],
    { size, seen }: Extent,
    drawn: ReadonlySet<number>,
  ) {
    this.sizes = { size, thin: Math.max(0.45 * size, 0.0022 * seen) };
    this.solids = parts.map((part, b) => makeBody(part, b, bodyColor(b), this.sizes, drawn.has(b)));
    this.objects = this.solids.map((solid) => solid.group);
    this.pickable = this.solids.flatMap((solid) => solid.meshes);
  }

  update(pose: Pose): void {
    place(this.objects, pose);
  }

  /** Draws a body with other primitives of the same kinds. */
  reshape(index: number, looks: Look[]): void {
    const { group, color } = this.solids[index];
    const other = makeBody({ ...this.parts[index], looks }, index, color, this.sizes, false).group;
    other.children.forEach((child, k) => {
      const own = group.children[k] as Mesh;
      if ((child as Mesh).geometry && own?.geometry) own.geometry = (child as Mesh).geometry;
    });
  }

  theme(name: ThemeName): void {
    this.name = name;
    this.wire(this.isWire);
  }

  wire(on: boolean): void {
    this.isWire = on;
    for (const body of this.solids) {
      for (const fill of body.fills) {
        const { alpha } = fill.userData;
        Object.assign(fill, {
          transparent: on || alpha < 1,
          opacity: on ? 0.07 : alpha,
          depthWrite: !on && alpha === 1,
          needsUpdate: true,
        });
      }
      body.edge.color.set(on ? body.color : THEMES[this.name].edge);
      body.edge.opacity = on ? 0.9 : THEMES[this.name].edgeOpacity;
      if (on) body.weave();
      body.lattice.visible = on;
      for (const mesh of body.meshes) mesh.castShadow = !on && (mesh.material as MeshStandardMaterial).userData.alpha === 1;
    }
  }

  mark(selected: Thing | null, hovered: Thing | null): void {
    this.solids.forEach((body, index) => {
      for (const fill of body.fills) {
        fill.emissive.copy(fill.color);
        fill.emissiveIntensity = glow({ type: "body", index }, selected, hovered);
      }
    });
  }

  dispose(): void {
    discard(this.objects);
  }
}

/** How bright what is selected is. */
export const SELECTED = 0.5;

/** How bright a thing is that is selected, or that the pointer is over. */
export function glow(thing: Thing, selected: Thing | null, hovered: Thing | null): number {
  if (isSame(selected, thing)) return SELECTED;
  return isSame(hovered, thing) ? 0.22 : 0;
}

function place(groups: readonly Group[], pose: Pose): void {
  groups.forEach((group, b) => {
    group.position.copy(pose.positions[b]);
    group.quaternion.copy(pose.quaternions[b]);
  });
}

/** Faint copies of the bodies, wherever `follow` puts them. */
export class Ghost implements Layer {
  readonly objects: Group[];
  private tint: string | null = null;
  private readonly copies: { group: Group; fill: MeshStandardMaterial; edge: LineBasicMaterial }[];

  /** `follow` gives the pose at a time; a ghost that stands still gives the same always. */
  constructor(
    bodies: Bodies,
    private readonly follow: (t: number) => Pose,
    tint: string | null = null,
  ) {
    this.tint = tint;
    this.copies = bodies.solids.map(makeGhost);
    this.objects = this.copies.map((copy) => copy.group);
  }

  update(_: Pose, t: number): void {
    place(this.objects, this.follow(t));
  }

  theme(name: ThemeName): void {
    const theme = THEMES[name];
    for (const { fill, edge } of this.copies) {
      fill.color.set(this.tint ?? theme.ghost);
      edge.color.set(this.tint ?? theme.ghost);
      fill.opacity = (name === "dark" ? 0.3 : 0.16) * (this.tint ? 2 : 1);
    }
  }

  show(on: boolean): void {
    for (const group of this.objects) group.visible = on;
  }

  dispose(): void {
    for (const { group, fill, edge } of this.copies) {
      group.removeFromParent();
      fill.dispose();
      edge.dispose();
    }
  }
}

/** The axes of the world and of all bodies. */
export class Axes implements Layer {
  readonly objects: AxesHelper[];

  constructor(count: number, { radius, size }: Extent) {
    this.objects = Array.from({ length: count }, (_, b) => new AxesHelper(b ? 7 * size : 0.25 * radius));
    for (const axes of this.objects) {
      axes.setColors(...(AXES.map((c) => new Color(c)) as [Color, Color, Color]));
      (axes.material as LineBasicMaterial).depthTest = false;
      axes.renderOrder = 3;
    }
  }

  update(pose: Pose): void {
    this.objects.forEach((axes, b) => {
      axes.position.copy(pose.positions[b]);
      axes.quaternion.copy(pose.quaternions[b]);
    });
  }

  show(on: boolean): void {
    for (const axes of this.objects) axes.visible = on;
  }

  dispose(): void {
    discard(this.objects);
  }
}
