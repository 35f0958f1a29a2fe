// Bodies that deform: the surfaces of modal bodies, and beams and cables as lines through their nodes.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from "three";
import type { BodyPart, StrandPart } from "../scene/schema";
import { unpack, unpackReals } from "../scene/unpack";
import { curveAt } from "../source/curve";
import type { Source } from "../source/port";
import { scaleColor } from "./color_scale";
import { bodyColor } from "./colors";
import { discard, type Layer } from "./layer";
import { type MovingEnd, movingEnd, type Pose } from "./pose";

/** What colours mean: nothing, how far nodes are displaced, how much the surface is strained, the stress of elements. */
export type Coloring = "plain" | "displacement" | "strain" | "stress";

const AROUND = 12; // corners of a round section
const BETWEEN = 6; // sections between two nodes

/** A surface with a colour at each corner. */
abstract class ColoredMesh {
  readonly group = new Group();
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  /** The largest number that a colour stood for so far. */
  largest = 0;
  protected readonly positions: Float32Array;
  protected readonly values: Float64Array;
  private readonly colors: Float32Array;
  private readonly plain: Color;
  private isPlain = false; // as it is painted now

  constructor(corners: number, faces: ArrayLike<number>, color: string, body: number) {
    this.positions = new Float32Array(3 * corners);
    this.colors = new Float32Array(3 * corners);
    this.values = new Float64Array(corners);
    this.plain = new Color(color);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(this.positions, 3));
    geometry.setAttribute("color", new BufferAttribute(this.colors, 3));
    geometry.setIndex(Array.from(faces));
    this.mesh = new Mesh(geometry, new MeshStandardMaterial({ vertexColors: true, roughness: 0.62, metalness: 0.05, side: DoubleSide }));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.mesh.userData.pick = { type: "body", index: body };
    this.group.add(this.mesh);
  }

  abstract readonly colorings: readonly Coloring[];
  /** Writes `positions` and `values`. */
  protected abstract shape(pose: Pose, t: number, coloring: Coloring): void;

  update(pose: Pose, t: number, coloring: Coloring): void {
    const own = this.colorings.includes(coloring) ? coloring : "plain";
    this.shape(pose, t, own);
    if (own !== "plain") for (const value of this.values) if (value > this.largest) this.largest = value;
    this.mesh.geometry.attributes.position.needsUpdate = true;
    this.mesh.geometry.computeVertexNormals();
  }

  /** Colours corners; the largest number there is has the brightest. */
  paint(coloring: Coloring, largest: number): void {
    const own = this.colorings.includes(coloring) && coloring !== "plain";
    if (!own && this.isPlain) return;
    this.isPlain = !own;
    const color = new Color();
    for (let k = 0; k < this.values.length; k += 1) {
      if (own) color.setRGB(...scaleColor(largest > 0 ? this.values[k] / largest : 0), "srgb");
      else color.copy(this.plain);
      color.toArray(this.colors, 3 * k);
    }
    this.mesh.geometry.attributes.color.needsUpdate = true;
  }
}

/** The surface of a modal body: a node at X stands at X + Φ e. */
class ModalSurface extends ColoredMesh {
  readonly colorings: readonly Coloring[];
  private readonly stresses: ArrayLike<number> | null;
  private readonly nodes: ArrayLike<number>;
  private readonly shapes: ArrayLike<number>;
  private readonly edges: Int32Array; // corners of pairs
  private readonly lengths: Float64Array;
  private readonly count: number;

  constructor(
    part: BodyPart,
    private readonly body: number,
  ) {
    const faces = unpack(part.elastic!.faces);
    super(part.elastic!.nodes.shape[0], faces, bodyColor(body), body);
    this.nodes = unpackReals(part.elastic!.nodes);
    this.shapes = unpackReals(part.elastic!.shapes);
    this.count = part.elastic!.shapes.shape[2];
    this.stresses = part.elastic!.stress ? unpackReals(part.elastic!.stress) : null;
    this.colorings = this.stresses ? ["stress", "displacement", "strain"] : ["displacement", "strain"];
    this.edges = edgesOf(faces);
    this.lengths = Float64Array.from({ length: this.edges.length / 2 }, (_, k) =>
      apart(this.nodes, this.edges[2 * k], this.edges[2 * k + 1]),
    );
  }

  protected shape(pose: Pose, _: number, coloring: Coloring): void {
    const e = pose.elastic(this.body);
    const { count, shapes, nodes, positions, values } = this;
    const real = pose.exaggeration || 1;
    for (let node = 0; node < values.length; node += 1) {
      let size = 0;
      for (let j = 0; j < 3; j += 1) {
        let moved = 0;
        const row = (3 * node + j) * count;
        for (let k = 0; k < e.length; k += 1) moved += shapes[row + k] * e[k];
        positions[3 * node + j] = nodes[3 * node + j] + moved;
        size += moved * moved;
      }
      values[node] = coloring === "displacement" ? Math.sqrt(size) / real : 0;
    }
    if (coloring === "strain") this.strain(real);
    if (coloring === "stress")
      this.values.forEach((_, node) => {
        values[node] = this.vonMises(node, e, real);
      });
    this.group.position.copy(pose.positions[this.body]);
    this.group.quaternion.copy(pose.quaternions[this.body]);
  }

  /** The equivalent stress at a node: linear stresses are divided by the exaggeration of e first. */
  private vonMises(node: number, e: Float64Array, exaggeration: number): number {
    const [x, y, z, yz, xz, xy] = Array.from({ length: 6 }, (_, j) => {
      const row = (6 * node + j) * this.count;
      return e.reduce((sum, value, k) => sum + this.stresses![row + k] * value, 0) / exaggeration;
    });
    return Math.sqrt(0.5 * ((x - y) ** 2 + (y - z) ** 2 + (z - x) ** 2) + 3 * (yz * yz + xz * xz + xy * xy));
  }

  /** The largest change of length, per length, of the edges at a node: linear in e, so that exaggeration divides out. */
  private strain(exaggeration: number): void {
    this.edges.forEach((_, at) => {
      if (at % 2) return;
      const [a, b, length] = [this.edges[at], this.edges[at + 1], this.lengths[at / 2]];
      let along = 0;
      for (let j = 0; j < 3; j += 1) {
        const before = this.nodes[3 * b + j] - this.nodes[3 * a + j];
        along += before * (this.positions[3 * b + j] - this.positions[3 * a + j] - before);
      }
      const strain = length > 0 ? Math.abs(along) / (length * length * exaggeration) : 0;
      this.values[a] = Math.max(this.values[a], strain);
      this.values[b] = Math.max(this.values[b], strain);
    });
  }
}

function apart(points: ArrayLike<number>, a: number, b: number): number {
  return Math.hypot(...[0, 1, 2].map((j) => points[3 * b + j] - points[3 * a + j]));
}

/** The edges of triangles, each once. */
function edgesOf(faces: ArrayLike<number>): Int32Array {
  const found = new Map<string, [number, number]>();
  for (let k = 0; k < faces.length; k += 3) {
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ]) {
      const pair = [faces[k + i], faces[k + j]].sort((a, b) => a - b) as [number, number];
      found.set(pair.join(), pair);
    }
  }
  return Int32Array.from([...found.values()].flat());
}

/** Corners around a section, in units of half its width and height. */
function rim(isRound: boolean): [number, number][] {
  if (!isRound)
    return [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ];
  return Array.from({ length: AROUND }, (_, k) => [Math.cos((2 * Math.PI * k) / AROUND), Math.sin((2 * Math.PI * k) / AROUND)]);
}

/** A beam or a cable: sections along a smooth line through its nodes. */
class Strand extends ColoredMesh {
  readonly colorings: readonly Coloring[];
  private readonly ends: MovingEnd[];
  private readonly places: Vector3[];
  private readonly turns: Quaternion[];
  private readonly corners: [number, number][];
  private readonly half: [number, number];
  private readonly element: number[]; // of each stretch between nodes

  constructor(
    private readonly part: StrandPart,
    private readonly source: Source,
    thin: number,
  ) {
    const corners = rim(part.is_round || !part.outline);
    const sections = (part.ends.length - 1) * BETWEEN + 1;
    super(
      sections * corners.length,
      tubeFaces(sections, corners.length),
      bodyColor(part.ends[1].body || part.ends[0].body),
      part.ends[1].body,
    );
    this.corners = corners;
    this.half = part.outline ? [Math.max(part.outline[0] / 2, thin), Math.max(part.outline[1] / 2, thin)] : [thin, thin];
    this.ends = part.ends.map(movingEnd);
    this.places = part.ends.map(() => new Vector3());
    this.turns = part.ends.map(() => new Quaternion());
    this.element = part.elements.flatMap((count, k) => Array<number>(count).fill(k));
    this.colorings = part.channels.length ? ["stress"] : [];
  }

  protected shape(pose: Pose, t: number, coloring: Coloring): void {
    this.ends.forEach((end, k) => pose.end(end, this.places[k], this.turns[k]));
    const stress = coloring === "stress" ? this.part.channels.map((id) => this.stress(id, t)) : null;
    const [place, turn, around] = [new Vector3(), new Quaternion(), new Vector3()];
    const last = this.ends.length - 1;
    for (let section = 0; section <= last * BETWEEN; section += 1) {
      const k = Math.min(Math.floor(section / BETWEEN), last - 1);
      const s = section / BETWEEN - k;
      this.along(k, s, place);
      turn.copy(this.turns[k]).slerp(this.turns[k + 1], s);
      this.corners.forEach(([y, z], j) => {
        around
          .set(0, y * this.half[0], z * this.half[1])
          .applyQuaternion(turn)
          .add(place);
        around.toArray(this.positions, 3 * (section * this.corners.length + j));
        this.values[section * this.corners.length + j] = stress ? this.smooth(stress, section / BETWEEN) : 0;
      });
    }
  }

  /** A cubic between two nodes, along the x axes of both. */
  private along(k: number, s: number, out: Vector3): void {
    const [a, b] = [this.places[k], this.places[k + 1]];
    const length = a.distanceTo(b);
    const [s2, s3] = [s * s, s * s * s];
    const x = (turn: Quaternion) => new Vector3(length, 0, 0).applyQuaternion(turn);
    out
      .copy(a)
      .multiplyScalar(2 * s3 - 3 * s2 + 1)
      .addScaledVector(b, 3 * s2 - 2 * s3)
      .addScaledVector(x(this.turns[k]), s3 - 2 * s2 + s)
      .addScaledVector(x(this.turns[k + 1]), s3 - s2);
  }

  private stress(id: string, t: number): number {
    const { t: times, y } = this.source.channel(id);
    return Math.abs(curveAt(times, y, t));
  }

  /** Stresses are those of the middles of elements: straight lines between them. */
  private smooth(stress: number[], place: number): number {
    const middles = this.part.elements.map((_, k) => (this.element.indexOf(k) + this.element.lastIndexOf(k) + 1) / 2);
    return curveAt(middles, stress, place);
  }
}

function tubeFaces(sections: number, around: number): number[] {
  const faces: number[] = [];
  for (let i = 0; i + 1 < sections; i += 1) {
    for (let k = 0; k < around; k += 1) {
      const [a, b] = [i * around + k, i * around + ((k + 1) % around)];
      faces.push(a, b, b + around, a, b + around, a + around);
    }
  }
  for (let k = 1; k + 1 < around; k += 1) {
    faces.push(0, k + 1, k);
    const end = (sections - 1) * around;
    faces.push(end, end + k, end + k + 1);
  }
  return faces;
}

/** Everything that deforms, with one scale of colours for all. */
export class Elastic implements Layer {
  readonly objects: Group[];
  readonly pickable: Mesh[];
  /** What colours can mean here. */
  readonly colorings: Coloring[];
  coloring: Coloring = "plain";
  private readonly surfaces: ColoredMesh[];

  constructor(bodies: readonly BodyPart[], strands: readonly StrandPart[], source: Source, thin: number) {
    this.surfaces = [
      ...bodies.flatMap((body, b) => (body.elastic ? [new ModalSurface(body, b)] : [])),
      ...strands.map((strand) => new Strand(strand, source, thin)),
    ];
    this.objects = this.surfaces.map((surface) => surface.group);
    this.pickable = this.surfaces.map((surface) => surface.mesh);
    this.colorings = [...new Set<Coloring>(["plain", ...this.surfaces.flatMap((surface) => surface.colorings)])];
  }

  /** The largest number that a colour stands for. */
  get largest(): number {
    return Math.max(0, ...this.surfaces.map((surface) => surface.largest));
  }

  /** Chooses what colours mean, and finds how large that becomes over the whole motion. */
  choose(coloring: Coloring, pose: Pose, source: Source): void {
    this.coloring = coloring;
    for (const surface of this.surfaces) surface.largest = 0;
    if (coloring === "plain") return;
    const [now, [start, end]] = [pose.frame, source.range()];
    for (let k = 0; k <= LOOKED_AT; k += 1) {
      const t = start + (k * (end - start)) / LOOKED_AT;
      pose.set(source.frame(t));
      for (const surface of this.surfaces) surface.update(pose, t, coloring);
    }
    pose.set(now);
  }

  update(pose: Pose, t: number): void {
    for (const surface of this.surfaces) surface.update(pose, t, this.coloring);
    for (const surface of this.surfaces) surface.paint(this.coloring, this.largest);
  }

  /** Where a corner of the first surface is, in the world. */
  corner(k: number): number[] {
    const { mesh } = this.surfaces[0];
    mesh.updateWorldMatrix(true, false);
    return new Vector3().fromBufferAttribute(mesh.geometry.attributes.position, k).applyMatrix4(mesh.matrixWorld).toArray();
  }

  dispose(): void {
    discard(this.objects);
  }
}

const LOOKED_AT = 60; // moments of a motion
