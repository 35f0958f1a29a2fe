// Connections as what they are: pins, sliders, balls, coils that stretch, dampers, rotors.

import type { BufferGeometry } from "three";
import {
  Box3,
  BoxGeometry,
  CatmullRomCurve3,
  CylinderGeometry,
  DoubleSide,
  GreaterDepth,
  Group,
  Mesh,
  MeshStandardMaterial,
  OctahedronGeometry,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  TubeGeometry,
  Vector3,
} from "three";
import type { ConnectionPart, GuidePart, ObstaclePart } from "../scene/schema";
import { type MovingEnd, movingEnd, type Pose } from "./pose";
import { routePoints, Tube } from "./route";
import { rod } from "./solids";

const Z = new Vector3(0, 0, 1);
const TURNS = 9;

function helix(radius: number, wire: number, length: number): BufferGeometry {
  const points = [new Vector3(0, 0, 0), new Vector3(0, 0, 0.1 * length)];
  const steps = TURNS * 16;
  for (let k = 0; k <= steps; k += 1) {
    const s = k / steps;
    const angle = 2 * Math.PI * TURNS * s;
    const r = radius * Math.min(1, 12 * s, 12 * (1 - s));
    points.push(new Vector3(r * Math.cos(angle), r * Math.sin(angle), length * (0.12 + 0.76 * s)));
  }
  points.push(new Vector3(0, 0, 0.9 * length), new Vector3(0, 0, length));
  return new TubeGeometry(new CatmullRomCurve3(points), steps * 2, wire, 7);
}

function spiral(radius: number, wire: number): BufferGeometry {
  const points = [];
  for (let k = 0; k <= 90; k += 1) {
    const angle = (k / 90) * 6 * Math.PI;
    const r = radius * (0.3 + 0.7 * (k / 90));
    points.push(new Vector3(r * Math.cos(angle), r * Math.sin(angle), 0));
  }
  return new TubeGeometry(new CatmullRomCurve3(points), 180, wire, 6);
}

/** What is drawn in the frame of the first end, of the second end, and along the line between them. */
export class Drawing {
  readonly first = new Group();
  readonly second = new Group();
  readonly between = new Group();
  readonly touch = new Group(); // at the second end, with the axes of the first
  readonly extra = new Group();
  readonly world = new Group(); // never moved: what is in it has places of the world
  private readonly obstacles: [end: number, group: Group][] = [];
  readonly axes: Vector3[];
  readonly ends: MovingEnd[];
  readonly places: Vector3[];
  private readonly turns: Quaternion[];
  readonly meshes: Mesh[] = [];
  /** How far the ends are apart. */
  length = 0;
  /** Whether it is drawn as one that is not closed. */
  readonly isOpen: boolean;
  readonly nominal: number;
  readonly shortest: number;
  readonly stroke: [number, number];
  private readonly over: readonly (ObstaclePart | GuidePart | null)[];
  private tube: Tube | null = null;
  private stretch: (length: number) => void = () => {};

  constructor(
    readonly part: ConnectionPart,
    private readonly index: number,
    readonly size: number,
    gap: number,
    readonly materials: Materials,
  ) {
    this.axes = part.axes.map((axis) => new Vector3(...axis));
    this.ends = part.ends.map(movingEnd);
    this.places = this.ends.map(() => new Vector3());
    this.turns = this.ends.map(() => new Quaternion());
    this.over = part.over ?? part.ends.slice(2).map(() => null);
    this.isOpen = part.gap > gap;
    const { shortest, longest, stroke } = part.travel;
    // Coils and pistons are made for a usual length: never for the one at which they happen to start.
    this.nominal = Math.max(Math.min(part.free ?? longest, longest), 0.3 * longest, 6 * size);
    [this.shortest, this.stroke] = [shortest, stroke];
  }

  get groups(): Group[] {
    return [this.first, this.second, this.between, this.touch, this.extra, this.world, ...this.obstacles.map(([, group]) => group)];
  }

  add(group: Group, geometry: BufferGeometry, material: MeshStandardMaterial = this.materials.metal): Mesh {
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = true;
    mesh.userData.pick = { type: "connection", index: this.index };
    this.meshes.push(mesh);
    group.add(mesh);
    return mesh;
  }

  along(group: Group, geometry: BufferGeometry, axis: Vector3, material?: MeshStandardMaterial): Mesh {
    const mesh = this.add(group, geometry, material);
    mesh.quaternion.setFromUnitVectors(Z, axis);
    return mesh;
  }

  update(pose: Pose): void {
    this.ends.forEach((end, k) => pose.end(end, this.places[k], this.turns[k]));
    // Of several ends the last is the second that matters: those between are passed.
    const last = this.tube ? this.ends.length - 1 : 1;
    for (const [group, k] of [
      [this.first, 0],
      [this.second, last],
    ] as const) {
      if (k >= this.ends.length) continue;
      group.position.copy(this.places[k]);
      group.quaternion.copy(this.turns[k]);
    }
    if (this.places.length < 2) return;
    this.tube?.follow(routePoints(this.over, this.places, this.turns));
    for (const [end, group] of this.obstacles) {
      group.position.copy(this.places[end]);
      group.quaternion.copy(this.turns[end]);
    }
    this.touch.position.copy(this.places[1]);
    this.touch.quaternion.copy(this.first.quaternion);
    const along = new Vector3().subVectors(this.places[1], this.places[0]);
    this.length = along.length();
    this.between.visible = this.length > 1e-9;
    this.between.position.copy(this.places[0]);
    if (this.length > 1e-9) this.between.quaternion.setFromUnitVectors(Z, along.divideScalar(this.length));
    this.stretch(this.length);
  }

  private onStretch(more: (length: number) => void): void {
    const before = this.stretch;
    this.stretch = (length) => {
      before(length);
      more(length);
    };
  }

  /** A bar between the ends that is as long as they are apart. */
  link(radius: number, material: MeshStandardMaterial, from = 0): void {
    const mesh = this.add(this.between, rod(radius, 1, 10).translate(0, 0, 0.5), material);
    this.onStretch((length) => {
      mesh.scale.z = length;
      mesh.visible = length > from;
    });
  }

  /** A tube through all ends, and over what is in its way. */
  route(radius: (part: number) => number, material: MeshStandardMaterial): void {
    this.tube = new Tube(radius);
    const mesh = this.add(this.world, this.tube.geometry, material);
    // Muscles lie between bones and skin, ropes in booms: where a body hides them, they shine through.
    const through = new Mesh(this.tube.geometry, this.materials.through);
    for (const part of [mesh, through]) part.frustumCulled = false;
    through.renderOrder = 1;
    mesh.add(through);
    this.over.forEach((obstacle, k) => {
      if (!obstacle || obstacle.kind === "guide") return;
      const { kind, radius: r, radii = [r, r, r] } = obstacle;
      const solid = this.add(
        new Group(),
        kind === "cylinder" ? rod(0.99 * r, Math.max(0.35 * r, 3 * this.size), 40) : new SphereGeometry(0.99, 32, 24).scale(...radii),
        this.materials.base,
      );
      this.obstacles.push([k + 1, solid.parent as Group]);
    });
  }

  /** How long the line is that is drawn through its ends. */
  get way(): number {
    const points = routePoints(this.over, this.places, this.turns);
    return points.slice(1).reduce((sum, point, k) => sum + point.distanceTo(points[k]), 0);
  }

  eyes(): void {
    for (const group of [this.first, this.second]) this.add(group, new SphereGeometry(0.8 * this.size, 18, 14), this.materials.spring);
  }

  /** How far the symbol reaches across the line between its ends and along it, as it stands. */
  reach(): number {
    const box = new Box3();
    for (const group of [this.first, this.second, this.between, this.touch]) if (group.visible) box.expandByObject(group);
    return box.isEmpty() ? 0 : box.getSize(new Vector3()).length();
  }

  coil(radius: number): void {
    const free = Math.max(this.nominal, 3 * radius);
    const mesh = this.add(this.between, helix(radius, 0.13 * radius, free), this.materials.spring);
    this.onStretch((length) => {
      mesh.scale.z = length / free;
    });
  }

  piston(radius: number): void {
    // The housing fits between the ends where they are nearest.
    const room = Math.max(Math.min(this.nominal, 1.4 * this.shortest), 4 * radius);
    const half = 0.5 * room;
    this.add(this.between, rod(0.25 * radius, 0.15 * room, 12).translate(0, 0, 0.075 * room));
    this.add(this.between, rod(radius, half, 24).translate(0, 0, 0.15 * room + half / 2));
    const stem = this.add(this.between, rod(0.35 * radius, 1, 12).translate(0, 0, -0.5));
    this.onStretch((length) => {
      stem.position.z = length;
      stem.scale.z = Math.max(length - 0.3 * room, 0.05 * room);
    });
  }
}

function support(symbol: Drawing, up: Vector3): Group {
  const { size } = symbol;
  const down = new Group();
  const foot = symbol.add(down, new CylinderGeometry(1.0 * size, 2.8 * size, 4 * size, 4).rotateY(Math.PI / 4), symbol.materials.base);
  foot.position.y = -2.2 * size;
  const plate = symbol.add(down, new BoxGeometry(7 * size, 0.6 * size, 7 * size), symbol.materials.base);
  plate.position.y = -4.4 * size;
  down.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), up);
  return down;
}

/** A rail as long as the motion, with a block on it of so many sides. */
function guideway(s: Drawing, sides: number): void {
  const [low, high] = s.stroke;
  const length = high - low + 12 * s.size;
  s.along(s.first, rod(0.55 * s.size, length, 16).translate(0, 0, (low + high) / 2), s.axes[0]);
  s.along(s.second, rod(1.7 * s.size, 4 * s.size, sides).rotateZ(Math.PI / 4), s.axes[0], s.materials.base);
}

const DRAW: Record<string, (s: Drawing) => void> = {
  pin(s) {
    s.along(s.first, rod(0.95 * s.size, 5 * s.size, 28), s.axes[0]);
    for (const side of [-1, 1]) s.along(s.first, rod(1.5 * s.size, 0.5 * s.size, 28).translate(0, 0, side * 2 * s.size), s.axes[0]);
  },
  slider(s) {
    guideway(s, 4);
  },
  cylindrical(s) {
    guideway(s, 28);
  },
  screw(s) {
    guideway(s, 6);
  },
  plane(s) {
    const pad = s.along(s.first, new PlaneGeometry(16 * s.size, 16 * s.size), s.axes[0], s.materials.sheet);
    pad.castShadow = false;
    s.along(s.second, rod(1.4 * s.size, 0.6 * s.size), s.axes[0]);
  },
  ball(s) {
    s.add(s.first, new SphereGeometry(1.5 * s.size, 28, 20));
    s.add(s.second, new TorusGeometry(1.55 * s.size, 0.3 * s.size, 10, 32), s.materials.base);
  },
  universal(s) {
    [s.first, s.second].forEach((group, k) => {
      s.along(group, rod(0.6 * s.size, 5 * s.size, 16), s.axes[k]);
      for (const side of [-1, 1]) s.along(group, rod(1.0 * s.size, 0.7 * s.size, 20).translate(0, 0, side * 2.2 * s.size), s.axes[k]);
    });
  },
  fixed(s) {
    s.add(s.first, new BoxGeometry(2.2 * s.size, 2.2 * s.size, 2.2 * s.size));
  },
  joint(s) {
    s.add(s.second, new OctahedronGeometry(1.8 * s.size));
  },
  free() {},
  none() {},
  spring(s) {
    s.coil(2.2 * s.size);
    s.eyes();
  },
  damper(s) {
    s.piston(1.5 * s.size);
    s.eyes();
  },
  "spring-damper"(s) {
    s.coil(2.5 * s.size);
    s.piston(1.1 * s.size);
    s.eyes();
  },
  actuator(s) {
    s.piston(1.7 * s.size);
    s.eyes();
  },
  torsion(s) {
    s.add(s.first, spiral(3.2 * s.size, 0.28 * s.size), s.materials.spring);
  },
  rotor(s) {
    const radius = 5 * s.size;
    s.add(s.first, new TorusGeometry(radius, 0.7 * s.size, 14, 48));
    s.add(s.first, rod(radius, 0.3 * s.size, 48), s.materials.base);
    s.add(s.first, rod(0.7 * s.size, 4 * s.size, 16));
  },
  load() {},
  contact(s) {
    const [axis] = s.axes;
    if (!axis) {
      s.add(s.touch, new SphereGeometry(1.1 * s.size, 20, 14), s.materials.spring);
      return;
    }
    s.along(s.touch, rod(2.6 * s.size, 0.35 * s.size, 32), axis, s.materials.spring);
    s.along(s.touch, rod(1.3 * s.size, 0.7 * s.size, 24).translate(0, 0, 0.35 * s.size), axis, s.materials.spring);
  },
  guide(s) {
    const sheet = s.along(s.touch, new PlaneGeometry(14 * s.size, 14 * s.size), s.axes[0], s.materials.sheet);
    sheet.castShadow = false;
    s.along(s.touch, rod(1.5 * s.size, 0.5 * s.size, 28), s.axes[0], s.materials.constraint);
  },
  mark(s) {
    s.add(s.second, new OctahedronGeometry(1.5 * s.size), s.materials.constraint);
  },
  constraint(s) {
    for (const group of [s.first, s.second]) s.add(group, new OctahedronGeometry(1.3 * s.size), s.materials.constraint);
    s.link(0.28 * s.size, s.materials.constraint);
  },
  bar(s) {
    s.link(0.5 * s.size, s.materials.base);
    s.eyes();
  },
  line(s) {
    s.route(() => 0.4 * s.size, s.materials.spring);
    s.eyes();
  },
  muscle(s) {
    // Tendons at both ends, a belly between.
    const belly = Math.max(1.5 * s.size, 0.035 * s.nominal);
    s.route((part) => 0.3 * s.size + belly * Math.sin(Math.PI * Math.min(Math.max((part - 0.15) / 0.7, 0), 1)) ** 1.5, s.materials.muscle);
    s.eyes();
  },
};
const TOGETHER = new Set(["pin", "ball", "universal", "fixed"]);
const STANDING = new Set(["pin", "ball", "universal"]);

export type Materials = Record<"metal" | "base" | "spring" | "constraint" | "muscle" | "through" | "open" | "sheet", MeshStandardMaterial>;

export function symbolMaterials(): Materials {
  const make = (more = {}) => new MeshStandardMaterial({ roughness: 0.55, metalness: 0, ...more });
  return {
    metal: make(),
    base: make({ roughness: 0.8 }),
    spring: make(),
    constraint: make(),
    muscle: make(),
    open: make({ roughness: 0.9 }),
    sheet: make({ transparent: true, opacity: 0.18, side: DoubleSide, depthWrite: false }),
    through: make({ transparent: true, opacity: 0.45, depthWrite: false, depthFunc: GreaterDepth }),
  };
}

/** A symbol for a connection; one that is open by more than `gap` has a line between ends that should meet. */
export function makeSymbol(
  part: ConnectionPart,
  index: number,
  { size, gap, up, materials }: { size: number; gap: number; up: Vector3; materials: Materials },
): Drawing {
  const symbol = new Drawing(part, index, size, gap, materials);
  (DRAW[part.drawn] ?? DRAW.line)(symbol);
  if (symbol.isOpen && TOGETHER.has(part.drawn)) symbol.link(0.3 * size, materials.open, gap);
  const ground = part.ends.findIndex((end) => end.body === 0);
  if (STANDING.has(part.drawn) && ground >= 0) {
    const foot = support(symbol, up);
    foot.position.copy(symbol.ends[ground].position);
    symbol.extra.add(foot);
  }
  return symbol;
}
