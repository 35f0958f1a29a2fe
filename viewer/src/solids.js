// Bodies as meshes: the primitives of their shapes, with edges, and bars for those that have none.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, ConeGeometry, CylinderGeometry, EdgesGeometry, Group, LatheGeometry,
  LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshStandardMaterial, Quaternion, SphereGeometry, Vector2, Vector3,
} from "three";
import { unpack } from "./data.js";

const UP = new Vector3(0, 0, 1);
const [FINE, COARSE] = [48, 10]; // pieces of a circle, as a solid and as a wireframe

/** A cylinder along z, centred. */
export function rod(radius, length, segments = 32, top = radius) {
  return new CylinderGeometry(top, radius, length, segments).rotateX(Math.PI / 2);
}

function tube(inner, outer, length, segments) {
  const h = length / 2;
  const outline = [[inner, -h], [outer, -h], [outer, h], [inner, h], [inner, -h]].map(([x, y]) => new Vector2(x, y));
  return new LatheGeometry(outline, segments).rotateX(Math.PI / 2).toNonIndexed();
}

function mesh(look) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(unpack(look.vertices)), 3));
  geometry.setIndex(Array.from(unpack(look.faces)));
  return geometry.toNonIndexed();
}

/** A bar from a to b. */
export function bar(a, b, radius) {
  const along = new Vector3().subVectors(b, a);
  const length = along.length() || 1e-12;
  const turn = new Quaternion().setFromUnitVectors(UP, along.divideScalar(length));
  const middle = new Vector3().addVectors(a, b).multiplyScalar(0.5);
  return rod(radius, length, 12).applyMatrix4(new Matrix4().compose(middle, turn, new Vector3(1, 1, 1)));
}

function wire(look, { size }) {
  const points = look.points.map((p) => new Vector3(...p));
  const bars = look.segments.map(([a, b]) => bar(points[a], points[b], 0.45 * size));
  return [...bars, ...points.map((p, k) => {
    const radius = k === points.length - 1 ? 1.1 * size : 0.45 * size;
    return new SphereGeometry(radius, 20, 14).translate(p.x, p.y, p.z);
  })];
}

// look, sizes (of symbols, of the thinnest rod), pieces of a circle
const SHAPES = {
  box: (look) => [new BoxGeometry(...look.size)],
  sphere: (look, _, n) => [new SphereGeometry(look.radius, n, Math.ceil(n / 1.6))],
  ellipsoid: (look, _, n) => [new SphereGeometry(1, n, Math.ceil(n / 1.6)).scale(...look.radii)],
  // A rod that would be too thin to see or pick is drawn a little thicker.
  cylinder: (look, { thin }, n) => [look.inner_radius > 0 ? tube(look.inner_radius, look.radius, look.length, n)
    : rod(look.length > look.radius ? Math.max(look.radius, thin) : look.radius, look.length, n)],
  cone: (look, _, n) => [new ConeGeometry(look.radius, look.length, n).rotateX(Math.PI / 2).translate(0, 0, look.length / 2)],
  mesh: (look) => [mesh(look)],
  wire,
  point: (_, { size }) => [new SphereGeometry(1.6 * size, 24, 16)],
};

function place(geometry, look) {
  if (!look.rotation && !look.position) return geometry;
  const r = look.rotation ?? [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const p = look.position ?? [0, 0, 0];
  const rows = r.flatMap((row, i) => [...row, p[i]]);
  return geometry.applyMatrix4(new Matrix4().set(...rows, 0, 0, 0, 1));
}

const known = new Map();

/** Geometries of a primitive, as solids or as the lines of their edges; bodies that look the same share them. */
function geometries(look, sizes, segments, angle) {
  const key = JSON.stringify([look, sizes, segments, angle]);
  if (!known.has(key)) {
    const made = (SHAPES[look.kind]?.(look, sizes, segments) ?? []).map((geometry) => {
      const placed = place(geometry, look);
      if (look.kind === "mesh") placed.computeVertexNormals();
      return angle ? new EdgesGeometry(placed, angle) : placed;
    });
    known.set(key, made);
  }
  return known.get(key);
}

/** A body: a group to be posed, its fill and edge materials, the meshes that can be picked, and a lattice made when asked. */
export function makeBody(part, index, color, sizes) {
  const group = new Group();
  const fill = new MeshStandardMaterial({ color, roughness: 0.62, metalness: 0.08 });
  const edge = new LineBasicMaterial({ transparent: true });
  const meshes = [];
  for (const look of part.looks) {
    for (const geometry of geometries(look, sizes, FINE, 0)) {
      const solid = new Mesh(geometry, fill);
      solid.castShadow = solid.receiveShadow = true;
      solid.userData.pick = { type: "body", index };
      meshes.push(solid);
      group.add(solid);
    }
    if (look.kind === "wire") continue;
    for (const geometry of geometries(look, sizes, FINE, 28)) group.add(new LineSegments(geometry, edge));
  }
  const lattice = new Group();
  const weave = () => {
    if (lattice.children.length) return;
    for (const look of part.looks) for (const geometry of geometries(look, sizes, COARSE, 1)) lattice.add(new LineSegments(geometry, edge));
  };
  group.add(lattice);
  return { group, fill, edge, lattice, weave, meshes, color };
}

/** The same body as a faint second one. */
export function makeGhost(body) {
  const group = new Group();
  const fill = new MeshStandardMaterial({ transparent: true, opacity: 0.16, depthWrite: false, roughness: 1 });
  const edge = new LineBasicMaterial({ transparent: true, opacity: 0.5 });
  for (const child of body.group.children) {
    if (child !== body.lattice) group.add(child.isMesh ? new Mesh(child.geometry, fill) : new LineSegments(child.geometry, edge));
  }
  return { group, fill, edge };
}
