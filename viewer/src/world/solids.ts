// Bodies as meshes: the primitives of their shapes, with edges, and bars for those that have none.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  EdgesGeometry,
  Group,
  LatheGeometry,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector2,
  Vector3,
} from "three";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { BodyPart, Look } from "../scene/schema";
import { unpack } from "../scene/unpack";

const UP = new Vector3(0, 0, 1);
const OUTSIDE = 1.003; // marks lie a little above what they mark
const CREASE = 0.6; // radians between faces of a mesh: less is round
const STEEL = 0.12; // saturation: what is greyer looks like metal
const [FINE, COARSE] = [48, 10]; // pieces of a circle, as a solid and as a wireframe

/** Radii of symbols, and of the thinnest rod. */
export interface Sizes {
  size: number;
  thin: number;
}

/** A cylinder along z, centred. */
export function rod(radius: number, length: number, segments = 32, top = radius): BufferGeometry {
  return new CylinderGeometry(top, radius, length, segments).rotateX(Math.PI / 2);
}

function tube(inner: number, outer: number, length: number, segments: number): BufferGeometry {
  const h = length / 2;
  const outline = [
    [inner, -h],
    [outer, -h],
    [outer, h],
    [inner, h],
    [inner, -h],
  ].map(([x, y]) => new Vector2(x, y));
  return new LatheGeometry(outline, segments).rotateX(Math.PI / 2).toNonIndexed();
}

function mesh(look: Look): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(unpack(look.vertices!)), 3));
  geometry.setIndex(Array.from(unpack(look.faces!)));
  return geometry.toNonIndexed();
}

/** A bar from a to b. */
export function bar(a: Vector3, b: Vector3, radius: number): BufferGeometry {
  const along = new Vector3().subVectors(b, a);
  const length = along.length() || 1e-12;
  const turn = new Quaternion().setFromUnitVectors(UP, along.divideScalar(length));
  const middle = new Vector3().addVectors(a, b).multiplyScalar(0.5);
  return rod(radius, length, 12).applyMatrix4(new Matrix4().compose(middle, turn, new Vector3(1, 1, 1)));
}

function wire(look: Look, { size }: Sizes): BufferGeometry[] {
  const points = look.points!.map((p) => new Vector3(...p));
  const bars = look.segments!.map(([a, b]) => bar(points[a], points[b], 0.45 * size));
  return [
    ...bars,
    ...points.map((p, k) => {
      const radius = k === points.length - 1 ? 1.1 * size : 0.45 * size;
      return new SphereGeometry(radius, 20, 14).translate(p.x, p.y, p.z);
    }),
  ];
}

/** Given a primitive, sizes, and the pieces of a circle. */
const SHAPES: Record<string, (look: Look, sizes: Sizes, pieces: number) => BufferGeometry[]> = {
  box: (look) => [new BoxGeometry(...look.size!)],
  sphere: (look, _, n) => [new SphereGeometry(look.radius, n, Math.ceil(n / 1.6))],
  ellipsoid: (look, _, n) => [new SphereGeometry(1, n, Math.ceil(n / 1.6)).scale(...look.radii!)],
  // A rod that would be too thin to see or pick is drawn a little thicker.
  cylinder: (look, { thin }, n) => [
    look.inner_radius! > 0
      ? tube(look.inner_radius!, look.radius!, look.length!, n)
      : rod(look.length! > look.radius! ? Math.max(look.radius!, thin) : look.radius!, look.length!, n),
  ],
  cone: (look, _, n) => [new ConeGeometry(look.radius, look.length, n).rotateX(Math.PI / 2).translate(0, 0, look.length! / 2)],
  mesh: (look) => [mesh(look)],
  wire,
  sheet: (look) => [new PlaneGeometry(...look.size!)],
  point: (_, { size }) => [new SphereGeometry(1.6 * size, 24, 16)],
};

function place(geometry: BufferGeometry, look: Look): BufferGeometry {
  if (!look.rotation && !look.position) return geometry;
  const [a, b, c] = look.rotation ?? [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const [x, y, z] = look.position ?? [0, 0, 0];
  return geometry.applyMatrix4(new Matrix4().set(...a, x, ...b, y, ...c, z, 0, 0, 0, 1));
}

/** Lines on what is round, by which one sees that it spins: radii and generators of wheels, great circles of balls. */
function spinMarks({ kind, radius: r = 0, length = 0, inner_radius: hole = 0 }: Look): BufferGeometry | null {
  const flat: number[] = [];
  const put = (...points: [number, number, number][]) => {
    for (const p of points) flat.push(...p.map((x) => OUTSIDE * x));
  };
  if (kind === "sphere") {
    for (let k = 0; k < FINE; k += 1) {
      const [a, b] = [k, k + 1].map((j) => (2 * Math.PI * j) / FINE);
      put([r * Math.cos(a), r * Math.sin(a), 0], [r * Math.cos(b), r * Math.sin(b), 0]);
      put([r * Math.cos(a), 0, r * Math.sin(a)], [r * Math.cos(b), 0, r * Math.sin(b)]);
    }
  } else if ((kind === "cylinder" && length < 3 * r) || kind === "cone") {
    const [low, high, top] = kind === "cone" ? [0, length, 0] : [-length / 2, length / 2, r];
    for (let k = 0; k < 4; k += 1) {
      const [x, y] = [Math.cos((Math.PI * k) / 2), Math.sin((Math.PI * k) / 2)];
      put([hole * x, hole * y, low], [r * x, r * y, low], [r * x, r * y, low], [top * x, top * y, high]);
      if (top) put([hole * x, hole * y, high], [r * x, r * y, high]);
    }
  }
  return flat.length ? new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(flat), 3)) : null;
}

const known = new Map<string, BufferGeometry[]>();

/** Geometries of a primitive, as solids or as the lines of their edges; bodies that look the same share them. */
function geometries(look: Look, sizes: Sizes, segments: number, angle: number): BufferGeometry[] {
  const key = JSON.stringify([look, sizes, segments, angle]);
  let made = known.get(key);
  if (!made) {
    made = (SHAPES[look.kind]?.(look, sizes, segments) ?? []).map((geometry) => {
      const placed = place(geometry, look);
      if (angle) return new EdgesGeometry(placed, angle);
      return look.kind === "mesh" ? toCreasedNormals(placed, CREASE) : placed;
    });
    known.set(key, made);
  }
  return made;
}

/** A plane without an end, as much of it as is of use: it hides nothing and cannot be picked. */
function sheet(geometry: BufferGeometry, color: string): Mesh {
  const material = new MeshStandardMaterial({ color, transparent: true, opacity: 0.16, side: DoubleSide, depthWrite: false, roughness: 1 });
  const found = new Mesh(geometry, material);
  found.receiveShadow = true;
  return found;
}

/** The material of a colour; what is nearly grey is metal, and with two more digits a colour is seen through. */
function painted(color: string): MeshStandardMaterial {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  const own = new Color(color.slice(0, 7));
  const isSteel = own.getHSL({ h: 0, s: 0, l: 0 }).s < STEEL;
  const made = new MeshStandardMaterial({ color: own, roughness: isSteel ? 0.38 : 0.55, metalness: isSteel ? 0.55 : 0.05 });
  if (alpha < 1) Object.assign(made, { transparent: true, opacity: alpha, depthWrite: false, side: DoubleSide });
  made.userData.alpha = alpha;
  return made;
}

/** A body: a group to be posed, its fills, the first its own, and edges, the meshes that can be picked, a lattice made when asked. */
export interface Solid {
  group: Group;
  fills: MeshStandardMaterial[];
  edge: LineBasicMaterial;
  lattice: Group;
  weave(): void;
  meshes: Mesh[];
  color: string;
}

/** One that others draw is hidden: only ghosts are made of it. */
export function makeBody(part: BodyPart, index: number, color: string, sizes: Sizes, isHidden: boolean): Solid {
  const group = new Group();
  const fills = [painted(color)];
  const fillOf = (look: Look) => {
    if (!look.color) return fills[0];
    const known = fills.find(({ userData }) => userData.of === look.color);
    if (known) return known;
    const made = painted(look.color);
    made.userData.of = look.color;
    fills.push(made);
    return made;
  };
  const edge = new LineBasicMaterial({ transparent: true });
  const meshes: Mesh[] = [];
  const { looks } = part;
  group.visible = !isHidden;
  for (const look of looks) {
    for (const geometry of geometries(look, sizes, FINE, 0)) {
      if (look.kind === "sheet") {
        group.add(sheet(geometry, color));
        continue;
      }
      const solid = new Mesh(geometry, fillOf(look));
      solid.castShadow = solid.material.userData.alpha === 1;
      solid.receiveShadow = true;
      solid.userData.pick = { type: "body", index };
      meshes.push(solid);
      group.add(solid);
    }
    if (look.kind === "wire") continue;
    for (const geometry of geometries(look, sizes, FINE, 28)) group.add(new LineSegments(geometry, edge));
    const marks = spinMarks(look);
    if (marks) group.add(new LineSegments(place(marks, look), edge));
  }
  const lattice = new Group();
  const weave = () => {
    if (lattice.children.length) return;
    for (const look of looks) for (const geometry of geometries(look, sizes, COARSE, 1)) lattice.add(new LineSegments(geometry, edge));
  };
  group.add(lattice);
  return { group, fills, edge, lattice, weave, meshes, color };
}

/** The same body as a faint second one. */
export function makeGhost(body: Solid): { group: Group; fill: MeshStandardMaterial; edge: LineBasicMaterial } {
  const group = new Group();
  const fill = new MeshStandardMaterial({ transparent: true, opacity: 0.16, depthWrite: false, roughness: 1 });
  const edge = new LineBasicMaterial({ transparent: true, opacity: 0.5 });
  for (const child of body.group.children) {
    if (child instanceof Mesh) group.add(new Mesh(child.geometry, fill));
    else if (child instanceof LineSegments) group.add(new LineSegments(child.geometry, edge));
  }
  return { group, fill, edge };
}
