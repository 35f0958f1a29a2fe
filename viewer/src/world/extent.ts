// How large everything is: the camera, the ground and symbols are made for it.
import { Box3, Vector3 } from "three";
import type { SceneDocument } from "../scene/schema";

const STEEPEST = 1.45; // radians above the horizon
const LARGEST = 1e15; // metres; more is beyond what graphics hardware can tell apart

export class Extent {
  readonly box: Box3;
  readonly centre: Vector3;
  readonly radius: number;
  /** The radius of what is seen at once. */
  readonly seen: number;
  /** Of symbols. */
  readonly size: number;
  readonly up: Vector3;
  /** Whether there is gravity, and a floor. */
  readonly isGrounded: boolean;
  /** From where the model wants to be looked at; null where it does not say. */
  readonly look: Vector3 | null;

  /** Whether the camera goes with a body, and sees little of the way at once. */
  readonly isFollowed: boolean;

  constructor(doc: SceneDocument) {
    this.up = new Vector3(...doc.up);
    this.isGrounded = doc.floor;
    this.isFollowed = doc.followed.length > 0;
    const [azimuth, elevation] = (doc.look ?? [0, 0]).map((x) => (x * Math.PI) / 180);
    // Straight from above there would be no upright in the picture.
    const rise = Math.min(Math.max(elevation, -STEEPEST), STEEPEST);
    const flat = new Vector3(Math.cos(azimuth), Math.sin(azimuth), 0).multiplyScalar(Math.cos(rise));
    this.look = doc.look ? flat.setZ(Math.sin(rise)) : null;
    this.box = new Box3(new Vector3(...doc.extents.min), new Vector3(...doc.extents.max));
    this.centre = this.box.getCenter(new Vector3());
    const sizes = doc.bodies
      .slice(1)
      .map((body) => body.size)
      .filter((size) => size > 0)
      .sort((a, b) => a - b);
    const median = sizes[Math.floor((doc.bodies.length - 1) / 2)] || 0;
    this.radius = Math.max(this.box.getSize(new Vector3()).length() / 2, median / 2, 1e-9);
    if (!(this.radius < LARGEST)) throw new Error("the model is too large");
    // Symbols fit the bodies they join, and can still be seen where these are small.
    const usual = median || this.radius;
    this.seen = this.isFollowed ? Math.min(this.radius, 2 * sizes[sizes.length - 1]) : this.radius;
    this.size = Math.min(Math.max(0.03 * usual, 0.008 * this.seen), 0.03 * this.seen, 0.07 * usual);
  }
}
