// The stage: camera, light, what is drawn when, and where the pointer is. What stands on it are layers.

import type { Material, Mesh, Object3D } from "three";
import {
  type Box3,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  PMREMGenerator,
  Quaternion,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import { THEMES, type ThemeName } from "./colors";
import type { Extent } from "./extent";
import type { Layer, Thing } from "./layer";
import type { Pose } from "./pose";

const SLOW = 60; // milliseconds a frame: more is seen as stutter
const FLAT = 0.2; // of the longest edge: thinner models are looked at across their plane
const PATIENCE = 8; // frames over which that is judged
const QUICK = 25; // milliseconds a frame: less leaves room for what was given up
const CALM = 8; // such judgements in a row before one saving ends; twice as many each time that it had to come back
const SAVINGS = 3; // shadows, pixels beyond one for each of the screen, then some of these

export class Stage {
  readonly scene = new Scene();
  readonly camera: PerspectiveCamera;
  readonly renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: false });
  readonly controls: OrbitControls;
  readonly sun = new DirectionalLight("#fff6ea", 1.8);
  /** Straight from above: its shadow is where bodies touch the floor. */
  private readonly top = new DirectionalLight("#ffffff", 0.5);
  readonly layers: Layer[] = [];
  /** Called after each picture. */
  onrender: () => void = () => {};
  /** Called when fewer things shall be drawn, or all of them again. */
  onspare: (isSparing: boolean) => void = () => {};
  /** Pictures so far. */
  drawn = 0;
  asked = false;
  /** How many savings are in force. */
  saved = 0;
  private readonly best = Math.min(window.devicePixelRatio, 2);
  private readonly sky = new HemisphereLight("#ffffff", "#9aa3ad", 2.1);
  private readonly raycaster = new Raycaster();
  private lately: number[] = []; // durations of the last frames of a running motion
  private quick = 0; // judgements in a row that found them quick
  private calm = CALM;
  private eased = false; // whether the last change was the end of a saving
  private readonly resizing: ResizeObserver;

  constructor(
    readonly container: HTMLElement,
    readonly extent: Extent,
  ) {
    this.camera = new PerspectiveCamera(32, 1, extent.radius / 200, extent.radius * 200);
    this.camera.up.copy(extent.up);
    this.renderer.setPixelRatio(this.best);
    this.renderer.shadowMap.enabled = true;
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.type = PCFShadowMap;
    container.append(this.canvas);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", () => this.ask());
    this.addLights();
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(container);
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  private addLights(): void {
    const { radius: r, up, centre } = this.extent;
    const side = Math.abs(up.x) > 0.5 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    const front = new Vector3().crossVectors(up, side);
    this.sky.position.copy(up);
    this.sun.position
      .copy(centre)
      .addScaledVector(up, 3 * r)
      .addScaledVector(side, 1.1 * r)
      .addScaledVector(front, -1.6 * r);
    this.top.position
      .copy(centre)
      .addScaledVector(up, 3 * r)
      .addScaledVector(front, -0.1 * r);
    for (const [light, pixels, blur] of [
      [this.sun, 2048, 3],
      [this.top, 1024, 3],
    ] as const) {
      light.target.position.copy(centre);
      light.castShadow = true;
      light.shadow.mapSize.set(pixels, pixels);
      Object.assign(light.shadow.camera, { left: -1.8 * r, right: 1.8 * r, top: 1.8 * r, bottom: -1.8 * r, near: 0.1 * r, far: 9 * r });
      light.shadow.bias = -0.0008;
      light.shadow.normalBias = 0.004 * r;
      light.shadow.radius = blur;
      this.scene.add(light, light.target);
    }
    this.scene.add(this.sky);
    // A room with lamps, mirrored in what is smooth.
    const room = new PMREMGenerator(this.renderer);
    this.scene.environment = room.fromScene(new RoomEnvironment(), 0.04).texture;
    this.scene.environmentRotation.setFromQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), up));
    room.dispose();
  }

  add<L extends Layer>(layer: L): L {
    this.layers.push(layer);
    for (const object of layer.objects) this.scene.add(object);
    return layer;
  }

  update(pose: Pose, t: number): void {
    for (const layer of this.layers) layer.update?.(pose, t);
    this.ask();
  }

  theme(name: ThemeName): void {
    const theme = THEMES[name];
    const dark = name === "dark";
    this.scene.background = new Color(theme.sky);
    this.scene.fog = new Fog(theme.sky, 1, 2);
    this.sky.groundColor.set(dark ? "#39424c" : "#9aa3ad");
    this.sky.intensity = dark ? 0.7 : 0.95;
    this.sun.intensity = dark ? 1.6 : 1.4;
    this.scene.environmentIntensity = dark ? 0.4 : 0.55;
    for (const layer of this.layers) layer.theme?.(name);
    this.ask();
  }

  /** Looks at everything from a direction, or at what is in a box. */
  fit(toward: Vector3, box: Box3 = this.extent.box): void {
    const { radius } = this.extent;
    const centre = box.getCenter(new Vector3());
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(toward.normalize(), radius);
    this.camera.lookAt(centre);
    this.camera.position.copy(centre).addScaledVector(toward, this.distanceToFit(box, centre));
    this.controls.update();
    this.ask();
  }

  /** Where one looks from to begin with: across the plane in which most of it lies, and always from above. */
  get front(): Vector3 {
    const { box, radius, up, isGrounded, look } = this.extent;
    if (look) return look.clone();
    const extent = box.getSize(new Vector3());
    const flat = (["x", "y", "z"] as const).reduce((best, name) => (extent[name] < extent[best] - 1e-9 * radius ? name : best), "y");
    const normal = { x: new Vector3(1, 0, 0), y: new Vector3(0, -1, 0), z: new Vector3(0, 0, 1) }[flat];
    if (Math.abs(normal.dot(up)) < 0.5)
      return normal.clone().addScaledVector(new Vector3().crossVectors(up, normal), 0.28).addScaledVector(up, 0.26);
    const front = Math.abs(up.y) < 0.5 ? new Vector3(0, -1, 0) : new Vector3(0, 0, 1);
    // What stands upright is not looked at from above only because it is wider than tall.
    if (extent[flat] > FLAT * Math.max(extent.x, extent.y, extent.z))
      return front.addScaledVector(up, 0.55).addScaledVector(new Vector3().crossVectors(up, front), -0.6);
    // What lies flat on a floor is seen as a table is; without gravity it is a drawing, whose axes stay upright.
    if (isGrounded) return front.addScaledVector(up, 0.8).addScaledVector(new Vector3().crossVectors(up, front), -0.4);
    return up.clone().addScaledVector(front, 0.3);
  }

  /** How far away the camera, looking as it does, sees all corners of the box with some air around them. */
  private distanceToFit(box: Box3, centre: Vector3): number {
    const { size } = this.extent;
    const view = this.camera.quaternion.clone().conjugate();
    const tall = Math.tan((this.camera.fov * Math.PI) / 360) * 0.84;
    const wide = tall * this.camera.aspect;
    let distance = Math.max(0.25 * box.getSize(new Vector3()).length(), 0.05 * this.extent.radius);
    for (let k = 0; k < 8; k += 1) {
      const pick = (name: "x" | "y" | "z", j: number) => ((k >> j) & 1 ? box.max[name] : box.min[name]);
      const corner = new Vector3(pick("x", 0), pick("y", 1), pick("z", 2)).sub(centre).applyQuaternion(view);
      distance = Math.max(distance, Math.abs(corner.x) / wide + corner.z, Math.abs(corner.y) / tall + corner.z);
    }
    return distance + 3 * size;
  }

  /** Goes along with something that moved. */
  shift(by: Vector3): void {
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.controls.update();
  }

  /** Where the camera is and where it looks. */
  get view(): number[] {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()];
  }

  set view([x, y, z, a, b, c]: number[]) {
    this.camera.position.set(x, y, z);
    this.controls.target.set(a, b, c);
    this.controls.update();
    this.ask();
  }

  /** Turns or zooms by keys: radians about up, radians of tilt, factor of distance. */
  nudge(around: number, tilt: number, zoom: number): void {
    const { up } = this.extent;
    const arm = this.camera.position.clone().sub(this.controls.target);
    arm.applyAxisAngle(up, around);
    const side = new Vector3().crossVectors(up, arm).normalize();
    const angle = arm.angleTo(up);
    const wanted = Math.min(Math.max(angle - tilt, 0.05), Math.PI - 0.05);
    arm.applyAxisAngle(side, wanted - angle).multiplyScalar(zoom);
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
    this.ask();
  }

  resize(): void {
    const { clientWidth: w, clientHeight: h } = this.container;
    if (!w || !h) return;
    this.renderer.setSize(w, h, false);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.ask();
  }

  /** What is under a point of the canvas, in pixels from its corner, and where in the world. */
  meet(x: number, y: number): { thing: Thing; point: Vector3 } | null {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    this.raycaster.setFromCamera(new Vector2((2 * x) / w - 1, 1 - (2 * y) / h), this.camera);
    const pickable = this.layers.flatMap((layer) => (layer.pickable ?? []) as Object3D[]);
    const hits = this.raycaster.intersectObjects(
      pickable.filter((mesh) => mesh.visible && mesh.parent?.visible),
      false,
    );
    // Points of contacts are seen through bodies.
    const hit = hits.find(({ object }) => !((object as Mesh).material as Material).depthTest) ?? hits[0];
    return hit ? { thing: hit.object.userData.pick as Thing, point: hit.point } : null;
  }

  /** Where a point of the world is on the canvas, in pixels; null behind the camera. */
  project(point: Vector3): [number, number] | null {
    const p = point.clone().project(this.camera);
    return p.z > 1 ? null : [((p.x + 1) * this.canvas.clientWidth) / 2, ((1 - p.y) * this.canvas.clientHeight) / 2];
  }

  /** Takes note of how long a frame of a running motion took, in milliseconds; draws less where that is too long, and all again later. */
  took(duration: number): void {
    this.lately.push(duration);
    if (this.lately.length < PATIENCE) return;
    const mean = this.lately.reduce((sum, x) => sum + x, 0) / PATIENCE;
    this.lately = [];
    this.quick = mean < QUICK ? this.quick + 1 : 0;
    if (mean >= SLOW) {
      if (this.eased) this.calm *= 2;
      this.eased = false;
      this.spare(this.saved + 1);
    } else if (this.saved && this.quick >= this.calm) {
      this.eased = true;
      this.quick = 0;
      this.spare(this.saved - 1);
    }
  }

  /** Gives up shadows, then pixels, where pictures come too slowly. */
  private spare(saved: number): void {
    this.saved = Math.min(saved, SAVINGS);
    this.sun.castShadow = this.top.castShadow = this.saved < 1;
    this.onspare(this.saved > 0);
    this.renderer.setPixelRatio([this.best, this.best, Math.min(1, this.best), 0.6][this.saved]);
    this.resize();
  }

  /** Draws without savings while something is recorded. */
  async atItsBest(action: () => Promise<void>): Promise<void> {
    const { saved } = this;
    this.spare(0);
    try {
      await action();
    } finally {
      this.spare(saved);
    }
  }

  /** Draws soon, once, however often it is asked. */
  ask(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
      this.onrender();
    });
  }

  draw(): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    const fog = this.scene.fog as Fog;
    fog.near = distance + 1.6 * this.extent.radius;
    fog.far = distance + 7 * this.extent.radius;
    this.renderer.render(this.scene, this.camera);
    this.drawn += 1;
  }

  /** The picture as it is now, as the text of a PNG. */
  picture(): string {
    this.draw();
    return this.canvas.toDataURL("image/png");
  }

  dispose(): void {
    this.resizing.disconnect();
    for (const layer of this.layers) layer.dispose();
    this.controls.dispose();
    this.renderer.dispose();
    this.canvas.remove();
  }
}
