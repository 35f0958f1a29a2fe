// What a number lights up: bodies by a channel, from their own colour to red, and muscles by their activation.
import { Color, type MeshStandardMaterial } from "three";
import type { SceneDocument } from "../scene/schema";
import { curveAt } from "../source/curve";
import type { Source } from "../source/port";
import { THEMES, type ThemeName } from "./colors";
import type { Drawing } from "./drawings";
import type { Layer } from "./layer";
import type { Pose } from "./pose";
import type { Solid } from "./solids";

const RESTING = 0.45; // of its colour is left of a muscle at rest, the rest is that of tendons
const TENDON = "#d8c7bd";
const HOT = new Color("#ff4d1a");

export class Lit implements Layer {
  readonly objects = [];
  private readonly muscles: { material: MeshStandardMaterial; channel: string }[] = [];
  private readonly bodies: { paints: { fill: MeshStandardMaterial; own: Color }[]; channel: string; range: [number, number] }[];
  private readonly red = new Color();

  constructor(
    doc: SceneDocument,
    private readonly source: Source,
    solids: readonly Solid[],
    drawings: readonly Drawing[],
  ) {
    const known = new Set(source.channels.map(({ id }) => id));
    this.bodies = doc.lit
      .filter(({ channel }) => known.has(channel))
      .map((part) => ({ ...part, paints: solids[part.body].fills.map((fill) => ({ fill, own: fill.color.clone() })) }));
    doc.connections.forEach(({ drawn, name }, k) => {
      const channel = `${name}.activation`;
      if (drawn !== "muscle" || !known.has(channel)) return;
      const mesh = drawings[k].meshes.find(({ material }) => material === drawings[k].materials.muscle);
      if (!mesh) return;
      const material = (mesh.material as MeshStandardMaterial).clone();
      mesh.material = mesh.userData.plain = material;
      this.muscles.push({ material, channel });
    });
  }

  theme(name: ThemeName): void {
    this.red.set(THEMES[name].muscle);
  }

  update(_: Pose, t: number): void {
    const now = (channel: string) => {
      const { t: times, y } = this.source.channel(channel);
      return times.length ? curveAt(times, y, t) : 0;
    };
    for (const { paints, channel, range } of this.bodies) {
      const part = Math.min(Math.max((now(channel) - range[0]) / (range[1] - range[0]), 0), 1);
      for (const { fill, own } of paints) fill.color.copy(own).lerp(HOT, Math.sqrt(part));
    }
    for (const { material, channel } of this.muscles) {
      const strength = Math.min(Math.max(now(channel), 0), 1);
      material.color.set(TENDON).lerp(this.red, RESTING + (1 - RESTING) * Math.sqrt(strength));
      material.emissive.copy(this.red);
      material.emissiveIntensity = 0.7 * strength;
    }
  }

  dispose(): void {
    for (const { material } of this.muscles) material.dispose();
  }
}
