// The picture: its layers, and what the page asks of them.
import { Box3, type Vector3 } from "three";
import type { SceneDocument } from "../scene/schema";
import { unpackReals } from "../scene/unpack";
import { longest } from "../source/curve";
import { emptyFrame, type Frame, type Source } from "../source/port";
import { Arrows } from "./arrows";
import { Axes, Bodies, Ghost } from "./bodies";
import { Contacts, recordedTouch } from "./contacts";
import { type Coloring, Elastic } from "./elastic";
import { Extent } from "./extent";
import { Ground } from "./ground";
import type { Layer, Thing } from "./layer";
import { Lit } from "./lit";
import { Measure } from "./measure";
import { Pose } from "./pose";
import { Stage } from "./stage";
import { Symbols } from "./symbols";
import { Traces } from "./traces";

export class World {
  readonly stage: Stage;
  readonly extent: Extent;
  readonly ground: Ground;
  readonly bodies: Bodies;
  readonly elastic: Elastic;
  readonly symbols: Symbols;
  readonly measure: Measure;
  readonly arrows: Arrows;
  readonly contacts: Contacts;
  /** Layers that can be switched, by the name of the switch. */
  readonly switched: Record<string, Layer>;
  /** The body that the camera goes with. */
  followed: number | null = null;
  /** As everything stands now. */
  readonly pose: Pose;

  constructor(
    container: HTMLElement,
    readonly doc: SceneDocument,
    readonly source: Source,
  ) {
    const count = doc.bodies.length;
    this.extent = new Extent(doc);
    this.pose = new Pose(count, doc.deformation);
    this.stage = new Stage(container, this.extent);
    const [start, end] = source.range();
    this.ground = this.stage.add(new Ground(this.extent));
    this.stage.onspare = (isSparing) => this.ground.simplify(isSparing);
    const elsewhere = new Set([...doc.bodies.flatMap((body, b) => (body.elastic ? [b] : [])), ...nodesOf(doc)]);
    this.bodies = this.stage.add(new Bodies(doc.bodies, this.extent, elsewhere));
    this.elastic = this.stage.add(
      new Elastic(doc.bodies, doc.strands, source, Math.max(0.3 * this.extent.size, 0.002 * this.extent.radius)),
    );
    this.symbols = this.stage.add(new Symbols(doc.connections, this.extent));
    this.stage.add(new Lit(doc, source, this.bodies.solids, this.symbols.drawings));
    const touching = [...doc.touching.map(recordedTouch), ...(source.touching ?? [])];
    this.contacts = this.stage.add(new Contacts(touching, this.extent, source.span ?? end - start));
    this.arrows = this.stage.add(new Arrows(doc.arrows, this.extent, this.contacts.shapes));
    this.contacts.onscale = () => this.arrows.rescale();
    doc.arrows.forEach((part, k) => this.arrows.measure(k, longest(unpackReals(part.values))));
    this.measure = this.stage.add(new Measure(this.extent));
    this.switched = {
      contacts: this.contacts,
      floor: this.ground,
      traces: this.stage.add(new Traces(doc.traces, source, count)),
      frames: this.stage.add(new Axes(count, this.extent)),
    };
    const still = ghostFrame(doc);
    if (still) {
      const pose = new Pose(count).set(still);
      this.switched.ghost = this.stage.add(new Ghost(this.bodies, () => pose));
    }
  }

  /** Shows another run of the same bodies as a faint copy in a colour of its own. */
  beside(other: Source, color: string): Ghost {
    const pose = new Pose(this.doc.bodies.length);
    return this.stage.add(new Ghost(this.bodies, (t) => pose.set(other.frame(t)), color));
  }

  /** Poses everything. */
  place(frame: Frame, t: number): void {
    const before = this.followed === null ? null : this.pose.positions[this.followed].clone();
    this.pose.set(frame);
    if (before) this.stage.shift(this.pose.positions[this.followed!].clone().sub(before));
    this.stage.update(this.pose, t);
  }

  /** Draws deformation so many times as large as it is. */
  exaggerate(factor: number): void {
    this.pose.exaggeration = factor;
  }

  /** Colours what deforms. */
  color(by: Coloring): void {
    this.elastic.choose(by, this.pose, this.source);
    this.stage.update(this.pose, this.pose.frame.t);
  }

  show(what: string, on: boolean): void {
    this.switched[what]?.show?.(on);
    this.stage.ask();
  }

  wire(on: boolean): void {
    this.bodies.wire(on);
    this.stage.ask();
  }

  /** Marks what is selected and what the pointer is over. */
  mark(selected: Thing | null, hovered: Thing | null): void {
    this.bodies.mark(selected, hovered);
    this.symbols.mark(selected, hovered);
    this.stage.ask();
  }

  /** Looks at all places that bodies come to; only at them where the camera goes with one. */
  fit(toward?: Vector3): void {
    if (this.followed === null) this.stage.fit(toward ?? this.stage.front);
    else this.closeUp(toward);
  }

  /** Looks at the bodies as they stand now, not at all places that they come to. */
  closeUp(toward = this.stage.front): void {
    const box = new Box3();
    this.stage.scene.updateMatrixWorld(); // bodies may have moved since the last picture
    // What has no end is no part of it: planes that cannot be picked.
    for (const mesh of [...this.bodies.pickable, ...this.elastic.objects])
      if (mesh.visible && mesh.parent?.visible !== false && !(this.followed !== null && mesh.userData.pick?.index === 0))
        box.expandByObject(mesh, true);
    // The ground and ends on it stay behind what the camera goes with.
    if (this.followed === null) for (const { places } of this.symbols.drawings) for (const place of places) box.expandByPoint(place);
    if (!box.isEmpty()) this.stage.fit(toward, box);
  }

  dispose(): void {
    this.stage.dispose();
  }
}

/** Bodies that are nodes of beams and cables. */
function nodesOf(doc: SceneDocument): number[] {
  const own = new Set(doc.strands.map((strand) => `${strand.name}/`));
  const isNode = (b: number) => [...own].some((prefix) => doc.bodies[b].name.startsWith(prefix));
  return doc.strands.flatMap((strand) => strand.ends.map((end) => end.body)).filter((b) => b > 0 && isNode(b));
}

/** The second configuration of a scene, where it has one. */
export function ghostFrame(doc: SceneDocument): Frame | null {
  if (!doc.ghost) return null;
  const [positions, quaternions] = [doc.ghost.positions, doc.ghost.quaternions].map(unpackReals);
  const frame = emptyFrame(doc.bodies.length, 0, doc.arrows.length);
  for (let b = 0; b < doc.bodies.length; b += 1) {
    frame.poses.set(positions.subarray(3 * b, 3 * b + 3), 7 * b);
    frame.poses.set(quaternions.subarray(4 * b, 4 * b + 4), 7 * b + 3);
  }
  return frame;
}
