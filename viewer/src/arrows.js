// Forces and moments as arrows over time; a moment has two heads.
import { ConeGeometry, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from "three";
import { FORCE, MOMENT } from "./colors.js";
import { curveAt, unpack } from "./data.js";
import { rod } from "./solids.js";

const Z = new Vector3(0, 0, 1);

export class ArrowView {
  constructor(part, size) {
    this.part = part;
    this.times = unpack(part.times);
    this.values = unpack(part.values);
    this.point = new Vector3(...part.point);
    this.group = new Group();
    this.size = size;
    const material = new MeshStandardMaterial({ color: part.kind === "force" ? FORCE : MOMENT, roughness: 0.55 });
    this.shaft = new Mesh(rod(0.4 * size, 1, 16).translate(0, 0, 0.5), material);
    const head = () => new Mesh(new ConeGeometry(1.1 * size, 3 * size, 24).rotateX(Math.PI / 2), material);
    this.heads = part.kind === "force" ? [head()] : [head(), head()];
    this.group.add(this.shaft, ...this.heads);
    this.turn = new Quaternion();
    this.largest = 0;
    for (let k = 0; k < this.times.length; k += 1) {
      const length = Math.hypot(this.values[3 * k], this.values[3 * k + 1], this.values[3 * k + 2]);
      if (Number.isFinite(length)) this.largest = Math.max(this.largest, length);
    }
  }

  at(t) { return curveAt(this.times, this.values, t, 3); }

  update(attitude, t, reach) {
    // Scaled first: the square of a very large number is infinite.
    const value = new Vector3(...this.at(t).map((x) => x / this.largest));
    const length = value.length();
    this.group.visible = this.largest > 0 && Number.isFinite(length) && length > 1e-3;
    if (!this.group.visible) return;
    const long = Math.max(length * reach, 4 * this.size);
    attitude.point(this.part.body, this.point, this.group.position);
    this.group.quaternion.setFromUnitVectors(Z, value.normalize());
    this.shaft.scale.z = long - 2.5 * this.size;
    this.heads.forEach((head, k) => { head.position.z = long - (1.5 + 2.2 * k) * this.size; });
  }
}
