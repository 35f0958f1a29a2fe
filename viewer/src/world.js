// The picture: camera, light, ground, bodies, connections, traces, arrows, ghost, and what the pointer meets.
import {
  AxesHelper, Box3, BufferAttribute, BufferGeometry, Color, DirectionalLight, Fog, Group, HemisphereLight, LineBasicMaterial,
  LineSegments, Mesh, PCFShadowMap, PerspectiveCamera, PlaneGeometry, Quaternion, Raycaster, Scene, ShadowMaterial, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { ArrowView } from "./arrows.js";
import { AXES, BODIES, CURVES, THEMES } from "./colors.js";
import { Attitude, ghostAttitude } from "./data.js";
import { makeBody, makeGhost } from "./solids.js";
import { makeSymbol, symbolMaterials } from "./symbols.js";

const LOOKED_AT = 240; // frames that are looked at for extents, strokes and traces to begin with
const LARGEST = 1e15; // metres; more is beyond what graphics hardware can tell apart
const SMOOTH = 4000; // points of a trace
const SLOW = 60; // milliseconds a frame: more is seen as stutter
const PATIENCE = 8; // frames over which that is judged
// What is given up, one after the other, where pictures come too slowly (no graphics card): shadows and fine lines, then pixels.
const SAVINGS = [
  (world) => { world.sun.castShadow = world.grids[0].visible = false; world.cell *= world.coarser; },
  (world) => world.renderer.setPixelRatio(1),
  (world) => world.renderer.setPixelRatio(0.6),
];

function niceStep(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [1, 2, 5, 10].map((f) => f * power).find((step) => step >= x) ?? power;
}

/** Lines in the xz plane, in short pieces: long ones that pass the camera fade in the wrong places. */
function grid(cells, cell) {
  const flat = [];
  const half = (cells * cell) / 2;
  for (let i = 0; i <= cells; i += 1) {
    for (let j = 0; j < cells; j += 1) {
      const [a, b, c] = [i, j, j + 1].map((k) => k * cell - half);
      flat.push(a, 0, b, a, 0, c, b, 0, a, c, 0, a);
    }
  }
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(flat), 3));
  return new LineSegments(geometry, new LineBasicMaterial());
}

export class World {
  constructor(container, doc, motion) {
    Object.assign(this, { container, doc, motion });
    this.count = doc.bodies.length;
    this.now = new Attitude(this.count);
    this.up = new Vector3(...doc.up);
    this.ghostPose = doc.ghost && ghostAttitude(doc.ghost, this.count);
    this.measure();
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(32, 1, this.radius / 200, this.radius * 200);
    this.camera.up.copy(this.up);
    this.renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: false });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.canvas = this.renderer.domElement;
    container.append(this.canvas);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", () => this.ask());
    this.raycaster = new Raycaster();
    this.onrender = () => {};
    this.drawn = 0; // pictures so far
    this.saved = 0; // how many of SAVINGS are in force
    this.lately = []; // durations of the last frames of a running motion
    this.addLights();
    this.addBodies();
    this.addSymbols();
    this.addTraces();
    this.addArrows();
    this.addFrames();
    this.fit();
  }

  /** How large everything is over the whole motion. */
  measure() {
    const box = new Box3();
    const around = new Vector3();
    this.box = box;
    const sizes = this.doc.bodies.map((body) => body.size);
    const frames = this.motion.times.length;
    const step = Math.max(1, Math.floor(frames / LOOKED_AT));
    const reach = (attitude) => this.doc.bodies.forEach((body, b) => {
      if (b === 0) return;
      for (const p of [...this.corners(body)]) box.expandByPoint(attitude.point(b, p, around));
    });
    for (let k = 0; k < frames; k += step) reach(this.motion.frame(k, this.now));
    if (this.ghostPose) reach(this.ghostPose);
    for (const c of this.doc.connections) for (const end of c.ends) if (end.body === 0) box.expandByPoint(around.fromArray(end.position));
    if (box.isEmpty()) box.set(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));
    this.centre = box.getCenter(new Vector3());
    const median = sizes.slice(1).filter((s) => s > 0).sort((a, b) => a - b)[Math.floor((this.count - 1) / 2)] || 0;
    this.radius = Math.max(box.getSize(around).length() / 2, median / 2, 1e-9);
    if (!(this.radius < LARGEST)) throw new Error("the model is too large");
    // Symbols fit the bodies they join, and can still be seen where these are small.
    const usual = median || this.radius;
    this.size = Math.min(Math.max(0.03 * usual, 0.008 * this.radius), 0.03 * this.radius, 0.07 * usual);
  }

  /** Points that tell how far a body reaches: the corners of its looks. */
  * corners(body) {
    yield new Vector3();
    for (const look of body.looks) {
      if (look.kind === "wire") { for (const p of look.points) yield new Vector3(...p); continue; }
      const h = {
        box: () => look.size.map((x) => x / 2), sphere: () => [look.radius, look.radius, look.radius], ellipsoid: () => look.radii,
        cylinder: () => [look.radius, look.radius, look.length / 2], cone: () => [look.radius, look.radius, look.length],
      }[look.kind]?.() ?? (look.kind === "mesh" ? [body.size, body.size, body.size].map((x) => x / 2) : [0, 0, 0]);
      for (let k = 0; k < 8; k += 1) {
        const local = [0, 1, 2].map((j) => ((k >> j) & 1 ? h[j] : -h[j]));
        const r = look.rotation ?? [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        const p = look.position ?? [0, 0, 0];
        yield new Vector3(...r.map((row, i) => p[i] + row[0] * local[0] + row[1] * local[1] + row[2] * local[2]));
      }
    }
  }

  addLights() {
    const r = this.radius;
    this.sky = new HemisphereLight("#ffffff", "#8b95a0", 1.9);
    this.sky.position.copy(this.up);
    this.sun = new DirectionalLight("#ffffff", 1.9);
    const side = Math.abs(this.up.x) > 0.5 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    const front = new Vector3().crossVectors(this.up, side);
    this.sun.position.copy(this.centre).addScaledVector(this.up, 3 * r).addScaledVector(side, 1.1 * r).addScaledVector(front, -1.6 * r);
    this.sun.target.position.copy(this.centre);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    Object.assign(this.sun.shadow.camera, { left: -1.8 * r, right: 1.8 * r, top: 1.8 * r, bottom: -1.8 * r, near: 0.1 * r, far: 9 * r });
    this.sun.shadow.bias = -0.0008;
    this.sun.shadow.normalBias = 0.004 * r;
    this.sun.shadow.radius = 3;
    this.scene.add(this.sky, this.sun, this.sun.target);
    this.addGround();
  }

  addGround() {
    const along = (p) => p.dot(this.up);
    const corners = [this.box.min, this.box.max].map(along);
    const lowest = Math.min(...corners);
    this.floor = lowest >= -1e-9 * this.radius ? 0 : lowest - 5.2 * this.size;
    if (lowest > 2 * this.radius) this.floor = lowest - 5.2 * this.size;
    this.cell = niceStep(this.radius / 5);
    const cells = 60;
    this.coarser = 5; // cells of the fine lines in one of the others
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), this.up);
    const snapped = this.centre.clone().addScaledVector(this.up, -along(this.centre)).divideScalar(this.cell).round().multiplyScalar(this.cell);
    this.ground = new Group();
    this.ground.position.copy(snapped).addScaledVector(this.up, this.floor);
    this.ground.quaternion.copy(turn);
    this.shade = new Mesh(new PlaneGeometry(cells * this.cell, cells * this.cell).rotateX(-Math.PI / 2), new ShadowMaterial());
    this.shade.receiveShadow = true;
    this.shade.position.y = -0.002 * this.radius;
    this.grids = [grid(cells, this.cell), grid(cells / this.coarser, this.coarser * this.cell)];
    this.grids[0].position.y = -0.0008 * this.radius;
    this.ground.add(this.shade, ...this.grids);
    this.scene.add(this.ground);
  }

  addBodies() {
    const sizes = { size: this.size, thin: Math.max(0.45 * this.size, 0.0022 * this.radius) };
    this.bodies = this.doc.bodies.map((part, b) => makeBody(part, b, b === 0 ? "#9aa5af" : BODIES[(b - 1) % BODIES.length], sizes));
    this.bodies.forEach((body) => this.scene.add(body.group));
    this.ghosts = this.ghostPose ? this.bodies.map(makeGhost) : [];
    this.ghosts.forEach((ghost, b) => {
      ghost.group.position.copy(this.ghostPose.positions[b]);
      ghost.group.quaternion.copy(this.ghostPose.quaternions[b]);
      this.scene.add(ghost.group);
    });
  }

  addSymbols() {
    this.materials = symbolMaterials();
    this.symbols = this.doc.connections.map((part, index) => {
      const symbol = makeSymbol(part, index, {
        size: this.size, materials: this.materials, up: this.up, gap: 2e-3 * this.radius, ...this.travel(part),
      });
      this.scene.add(symbol.first, symbol.second, symbol.between, symbol.touch, symbol.extra);
      return symbol;
    });
    this.pickable = [...this.bodies, ...this.symbols].flatMap((thing) => thing.meshes);
  }

  /** How far the ends of a connection are apart, at least and at most, and how far the second slides along the axis. */
  travel(part) {
    if (part.ends.length < 2) return { shortest: 0, longest: 0, stroke: [0, 0] };
    const [a, b] = part.ends.map((end) => new Vector3(...end.position));
    const [w, x, y, z] = part.ends[0].quaternion;
    const axis = new Vector3(...(part.axes[0] ?? [0, 0, 1])).applyQuaternion(new Quaternion(x, y, z, w));
    const stroke = [0, 0];
    const [p, q, n] = [new Vector3(), new Vector3(), new Vector3()];
    const frames = this.motion.times.length;
    let [shortest, longest] = [Infinity, 0];
    for (let k = 0; k < frames; k += Math.max(1, Math.floor(frames / LOOKED_AT))) {
      this.motion.frame(k, this.now);
      q.subVectors(this.now.point(part.ends[1].body, b, q), this.now.point(part.ends[0].body, a, p));
      n.copy(axis).applyQuaternion(this.now.quaternions[part.ends[0].body]);
      stroke[0] = Math.min(stroke[0], q.dot(n));
      stroke[1] = Math.max(stroke[1], q.dot(n));
      shortest = Math.min(shortest, q.length());
      longest = Math.max(longest, q.length());
    }
    return { shortest, longest, stroke };
  }

  addTraces() {
    const frames = this.motion.times.length;
    this.traces = !this.motion.moves ? [] : this.doc.traces.map((trace, k) => {
      const count = Math.min(frames, SMOOTH);
      const point = new Vector3(...trace.point);
      const place = new Vector3();
      const flat = [];
      const index = Array.from({ length: count }, (_, i) => Math.round((i * (frames - 1)) / (count - 1)));
      for (const i of index) flat.push(...this.motion.frame(i, this.now).point(trace.body, point, place));
      const make = (opacity, linewidth) => {
        const material = new LineMaterial({ color: CURVES[k % CURVES.length], linewidth, transparent: true, opacity });
        const line = new Line2(new LineGeometry().setPositions(flat), material);
        this.scene.add(line);
        return line;
      };
      return { whole: make(0.3, 1.4), past: make(1, 2.2), times: index.map((i) => this.motion.times[i]) };
    });
  }

  addArrows() {
    this.arrows = this.doc.arrows.map((part) => new ArrowView(part, Math.max(this.size, 0.011 * this.radius)));
    for (const kind of ["force", "moment"]) {
      const same = this.arrows.filter((arrow) => arrow.part.kind === kind);
      const largest = Math.max(...same.map((arrow) => arrow.largest), 0);
      same.forEach((arrow) => { arrow.reach = largest > 0 ? 0.4 * this.radius * (arrow.largest / largest) : 0; });
    }
    this.arrows.forEach((arrow) => this.scene.add(arrow.group));
  }

  addFrames() {
    const origin = new AxesHelper(0.25 * this.radius);
    this.frames = [origin, ...this.bodies.slice(1).map((body) => {
      const axes = new AxesHelper(7 * this.size);
      body.group.add(axes);
      return axes;
    })];
    this.frames.forEach((axes) => { axes.setColors(...AXES.map((c) => new Color(c))); axes.material.depthTest = false; axes.renderOrder = 3; });
    this.scene.add(origin);
  }

  setTheme(name) {
    const theme = THEMES[name];
    this.theme = name;
    const dark = name === "dark";
    this.scene.background = new Color(theme.sky);
    this.scene.fog = new Fog(theme.sky, 1, 2);
    this.sky.groundColor.set(dark ? "#39424c" : "#9aa3ad");
    this.sky.intensity = dark ? 1.5 : 2.1;
    this.sun.intensity = dark ? 2.1 : 1.8;
    this.shade.material.opacity = theme.shadow;
    this.grids.forEach((grid, k) => grid.material.color.set(k ? theme.major : theme.minor));
    this.ghosts.forEach((ghost) => { ghost.fill.color.set(theme.ghost); ghost.edge.color.set(theme.ghost); ghost.fill.opacity = dark ? 0.3 : 0.16; });
    for (const name of ["metal", "base", "spring", "constraint", "open"]) this.materials[name].color.set(theme[name]);
    this.materials.sheet.color.set(theme.metal);
    this.ask();
  }

  setWire(on) {
    this.bodies.forEach((body) => {
      Object.assign(body.fill, { transparent: on, opacity: on ? 0.07 : 1, depthWrite: !on, needsUpdate: true });
      if (on) body.edge.color.set(body.color);
      else body.edge.color.set(THEMES[this.theme].edge);
      body.edge.opacity = on ? 0.9 : THEMES[this.theme].edgeOpacity;
      if (on) body.weave();
      body.lattice.visible = on;
      body.meshes.forEach((mesh) => { mesh.castShadow = !on; });
    });
    this.ask();
  }

  show(what, on) {
    if (what === "frames") this.frames.forEach((axes) => { axes.visible = on; });
    if (what === "traces") this.traces.forEach((t) => { t.whole.visible = t.past.visible = on; });
    if (what === "ghost") this.ghosts.forEach((ghost) => { ghost.group.visible = on; });
    this.ask();
  }

  /** Marks what is selected and what the pointer is over. */
  mark(selected, hovered) {
    const level = (type, index) => (selected?.type === type && selected.index === index ? 0.5
      : hovered?.type === type && hovered.index === index ? 0.22 : 0);
    this.bodies.forEach((body, b) => { body.fill.emissive.set(body.color); body.fill.emissiveIntensity = level("body", b); });
    this.symbols.forEach((symbol, k) => {
      const strength = level("connection", k);
      for (const mesh of symbol.meshes) {
        mesh.userData.plain ??= mesh.material;
        if (mesh.material !== mesh.userData.plain) mesh.material.dispose();
        if (strength === 0) { mesh.material = mesh.userData.plain; continue; }
        mesh.material = mesh.userData.plain.clone();
        mesh.material.emissive.set("#3d8fe0");
        mesh.material.emissiveIntensity = strength;
      }
    });
    this.ask();
  }

  /** Poses everything. */
  pose(attitude, t) {
    this.attitude = attitude;
    this.bodies.forEach((body, b) => {
      body.group.position.copy(attitude.positions[b]);
      body.group.quaternion.copy(attitude.quaternions[b]);
    });
    this.symbols.forEach((symbol) => symbol.update(attitude));
    this.arrows.forEach((arrow) => arrow.update(attitude, t, arrow.reach));
    for (const trace of this.traces) {
      const passed = trace.times.findIndex((time) => time > t);
      trace.past.geometry.instanceCount = passed < 0 ? trace.times.length - 1 : Math.max(passed - 1, 0);
    }
    this.ask();
  }

  /** Looks at everything from a direction; without one, across the plane in which most of it lies. */
  fit(direction) {
    const extent = this.box.getSize(new Vector3());
    const flat = ["x", "y", "z"].reduce((best, name) => (extent[name] < extent[best] - 1e-9 * this.radius ? name : best), "y");
    const toward = direction ?? this.across({ x: new Vector3(1, 0, 0), y: new Vector3(0, -1, 0), z: new Vector3(0, 0, 1) }[flat]);
    this.controls.target.copy(this.centre);
    this.camera.position.copy(this.centre).addScaledVector(toward.normalize(), this.radius);
    this.camera.lookAt(this.centre);
    this.camera.position.copy(this.centre).addScaledVector(toward, this.distanceToFit());
    this.controls.update();
    this.ask();
  }

  /** A direction from which a plane with this normal is seen: somewhat from the side, and always from above. */
  across(normal) {
    const { up } = this;
    if (Math.abs(normal.dot(up)) < 0.5) return normal.clone().addScaledVector(new Vector3().crossVectors(up, normal), 0.28).addScaledVector(up, 0.26);
    const front = Math.abs(up.y) < 0.5 ? new Vector3(0, -1, 0) : new Vector3(0, 0, 1);
    return up.clone().addScaledVector(front, 0.35).addScaledVector(new Vector3().crossVectors(up, front), -0.1);
  }

  /** How far away the camera, looking as it does, sees all corners of the box with some air around them. */
  distanceToFit() {
    const view = this.camera.quaternion.clone().conjugate();
    const tall = Math.tan((this.camera.fov * Math.PI) / 360) * 0.84;
    const wide = tall * this.camera.aspect;
    let distance = 0.5 * this.radius;
    for (let k = 0; k < 8; k += 1) {
      const pick = (name, j) => ((k >> j) & 1 ? this.box.max[name] : this.box.min[name]);
      const corner = new Vector3(pick("x", 0), pick("y", 1), pick("z", 2)).sub(this.centre).applyQuaternion(view);
      distance = Math.max(distance, Math.abs(corner.x) / wide + corner.z, Math.abs(corner.y) / tall + corner.z);
    }
    return distance + 3 * this.size;
  }

  /** Turns or zooms by keys: radians about up, radians of tilt, factor of distance. */
  nudge(around, tilt, zoom) {
    const arm = this.camera.position.clone().sub(this.controls.target);
    arm.applyAxisAngle(this.up, around);
    const side = new Vector3().crossVectors(this.up, arm).normalize();
    const angle = arm.angleTo(this.up);
    const wanted = Math.min(Math.max(angle - tilt, 0.05), Math.PI - 0.05);
    arm.applyAxisAngle(side, wanted - angle).multiplyScalar(zoom);
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
    this.ask();
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.container;
    if (!w || !h) return;
    this.renderer.setSize(w, h, false);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.ask();
  }

  /** What is under a point of the canvas, in pixels from its corner. */
  pick(x, y) {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    this.raycaster.setFromCamera(new Vector2((2 * x) / w - 1, 1 - (2 * y) / h), this.camera);
    const [hit] = this.raycaster.intersectObjects(this.pickable.filter((mesh) => mesh.visible), false);
    return hit ? hit.object.userData.pick : null;
  }

  /** Where a point of the world is on the canvas, in pixels; null behind the camera. */
  project(point) {
    const p = point.clone().project(this.camera);
    return p.z > 1 ? null : [((p.x + 1) * this.canvas.clientWidth) / 2, ((1 - p.y) * this.canvas.clientHeight) / 2];
  }

  /** Takes note of how long a frame of a running motion took, in milliseconds; draws less where that is too long. */
  took(duration) {
    this.lately.push(duration);
    if (this.lately.length < PATIENCE) return;
    const mean = this.lately.reduce((sum, x) => sum + x, 0) / PATIENCE;
    this.lately = [];
    if (mean < SLOW || this.saved === SAVINGS.length) return;
    SAVINGS[this.saved](this);
    this.saved += 1;
    this.resize();
  }

  /** Draws soon, once, however often it is asked. */
  ask() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
      this.onrender();
    });
  }

  draw() {
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.scene.fog.near = distance + 1.6 * this.radius;
    this.scene.fog.far = distance + 7 * this.radius;
    this.renderer.render(this.scene, this.camera);
    this.drawn += 1;
  }

  /** The picture as it is now, as the text of a PNG. */
  picture() {
    this.draw();
    return this.canvas.toDataURL("image/png");
  }
}
