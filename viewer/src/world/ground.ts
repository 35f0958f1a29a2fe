// The ground: a grid with round cells, on which shadows fall.
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  PlaneGeometry,
  Quaternion,
  ShadowMaterial,
  Vector3,
} from "three";
import { THEMES, type ThemeName } from "./colors";
import type { Extent } from "./extent";
import { discard, type Layer } from "./layer";

const CELLS = 60;
const COARSER = 5; // cells of the fine lines in one of the others

function niceStep(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  return [1, 2, 5, 10].map((f) => f * power).find((step) => step >= x) ?? power;
}

/** Lines in the xz plane, in short pieces: long ones that pass the camera fade in the wrong places. */
function grid(cells: number, cell: number): LineSegments<BufferGeometry, LineBasicMaterial> {
  const flat = [];
  const half = (cells * cell) / 2;
  for (let i = 0; i <= cells; i += 1) {
    for (let j = 0; j < cells; j += 1) {
      const [a, b, c] = [i, j, j + 1].map((k) => k * cell - half);
      flat.push(a, 0, b, a, 0, c, b, 0, a, c, 0, a);
    }
  }
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(flat), 3));
  return new LineSegments(geometry, new LineBasicMaterial({ toneMapped: false }));
}

export class Ground implements Layer {
  readonly objects: Group[];
  /** Its height along up, and the side of a cell. */
  readonly floor: number;
  cell: number;
  private readonly fine: number;
  private readonly shade: Mesh<PlaneGeometry, ShadowMaterial>;
  private readonly grids: LineSegments<BufferGeometry, LineBasicMaterial>[];

  constructor({ up, box, radius, size, centre, isFollowed }: Extent) {
    const along = (p: Vector3) => p.dot(up);
    const lowest = Math.min(...[box.min, box.max].map(along));
    // Bodies on a floor may enter it a little.
    this.floor = lowest >= -2e-3 * radius && lowest <= 2 * radius ? 0 : lowest - 5.2 * size;
    this.fine = niceStep(radius / (isFollowed ? 12 : 5));
    this.cell = this.fine;
    const snapped = centre.clone().addScaledVector(up, -along(centre)).divideScalar(this.cell).round().multiplyScalar(this.cell);
    const group = new Group();
    group.position.copy(snapped).addScaledVector(up, this.floor);
    group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), up));
    this.shade = new Mesh(new PlaneGeometry(CELLS * this.cell, CELLS * this.cell).rotateX(-Math.PI / 2), new ShadowMaterial());
    this.shade.receiveShadow = true;
    this.shade.position.y = -0.002 * radius;
    this.grids = [grid(CELLS, this.cell), grid(CELLS / COARSER, COARSER * this.cell)];
    this.grids[0].position.y = -0.0008 * radius;
    group.add(this.shade, ...this.grids);
    this.objects = [group];
  }

  /** Leaves the fine lines out: they cost much where there is no graphics card. */
  simplify(on: boolean): void {
    this.grids[0].visible = !on;
    this.cell = on ? COARSER * this.fine : this.fine;
  }

  theme(name: ThemeName): void {
    this.shade.material.opacity = THEMES[name].shadow;
    this.grids.forEach((lines, k) => lines.material.color.set(k ? THEMES[name].major : THEMES[name].minor));
  }

  show(on: boolean): void {
    this.objects[0].visible = on;
  }

  dispose(): void {
    discard(this.objects);
  }
}
