// The dialog that saves pictures, films, numbers and links.
import type { Source } from "../source/port";
import { moves, type PageStore } from "../state/page";
import type { World } from "../world/world";
import { el } from "./dom";
import { Gif } from "./gif";
import type { Plots } from "./plots";
import { download, fileName, film } from "./save";

const SWING = 2; // seconds of one swing of a mode on the screen
const LEAST = 1; // seconds of a film
const FEWEST = 4; // pictures of one
const RATE = 20; // pictures a second of a GIF
const MOST = 240; // pictures of one
const LONGEST = 640; // pixels of its longer side

export function makeSaveDialog(name: string, store: PageStore, source: Source, world: World | null, plots: Plots): HTMLDialogElement {
  const said = el("p", { class: "quiet", role: "status" });
  const act = (label: string, words: string, action: () => void | Promise<void>) => el("div", { class: "save-row" },
    el("button", { class: "chip", onclick: () => { void action(); } }, label), el("span", { class: "quiet" }, words));
  const isMoving = moves(source) || (world?.doc.modes.length ?? 0) > 0;
  const dialog: HTMLDialogElement = el("dialog", { class: "save", "aria-label": "Save" }, el("h2", {}, "Save"),
    world && act("Picture", "as PNG, as it is now", () => download(world.stage.picture(), fileName(name, "png"))),
    world && isMoving && act("Film", "of one run from start to end, at the speed chosen", async () => {
      const found = await record(store, source, world);
      if (found) download(found.blob, fileName(name, found.ending));
      said.textContent = found ? "" : "This browser makes no films.";
    }),
    world && isMoving && act("GIF", "of the same, for slides and pages without a player", async () => {
      const made = await drawnGif(store, source, world, (done) => { said.textContent = `${Math.round(100 * done)} % drawn`; });
      download(new Blob([made], { type: "image/gif" }), fileName(name, "gif"));
      said.textContent = "";
    }),
    source.channels.length > 0 && act("Numbers", "of the plots, as CSV", () => download(new Blob([plots.table()], { type: "text/csv" }), fileName(name, "csv"))),
    act("Link", "to this view, time, selection and values of sliders", async () => {
      try {
        await navigator.clipboard.writeText(window.location.href);
        said.textContent = "The address is copied.";
      } catch {
        said.textContent = "Copy the address of the page: it says what is shown.";
      }
    }),
    said, el("button", { class: "chip", onclick: () => dialog.close() }, "Close"));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  return dialog;
}

/** Plays once and records what is seen. */
export async function record(store: PageStore, source: Source, world: World): Promise<{ blob: Blob; ending: string } | null> {
  const taken = film(world.stage.canvas);
  if (!taken) return null;
  const [start, end] = stretch(source);
  const [loop, mode] = [store.get("loop"), store.get("mode")];
  if (mode < 0) { store.set("t", start); store.set("loop", false); }
  store.set("playing", true);
  store.flush();
  const [began, drawn] = [performance.now(), world.stage.drawn];
  const seconds = () => (performance.now() - began) / 1000;
  const isOver = mode < 0 ? () => !store.get("playing") || store.get("t") >= end : () => seconds() >= SWING;
  // Encoders want some pictures and some time before they give anything.
  await until(() => { world.stage.ask(); return isOver() && seconds() > LEAST && world.stage.drawn > drawn + FEWEST; });
  store.set("playing", false);
  store.set("loop", loop);
  const blob = await taken.end();
  return blob.size ? { blob, ending: taken.ending } : null;
}

/** What a film shows of a motion: all of a run, and of one that goes on as much as is shown at once. */
function stretch(source: Source): [number, number] {
  const [first, end] = source.range();
  return [Math.max(first, end - (source.span ?? Infinity)), end];
}

/** The moments of a GIF: of a mode one swing, of a motion its stretch. */
function moments(store: PageStore, source: Source): { name: "phase" | "t"; values: number[]; seconds: number } {
  const isMode = store.get("mode") >= 0;
  const [start, end] = isMode ? [0, 2 * Math.PI] : stretch(source);
  const [length, duration] = [end - start, isMode ? SWING : (end - start) / store.get("speed")];
  const count = Math.min(Math.max(Math.round(duration * RATE), FEWEST), MOST);
  return { name: isMode ? "phase" : "t", values: Array.from({ length: count }, (_, k) => start + (k / count) * length), seconds: duration / count };
}

/** Draws the moments one after the other, however long each takes, and gives them back as a GIF. */
export async function drawnGif(store: PageStore, source: Source, world: World, tell: (done: number) => void = () => {}): Promise<Uint8Array<ArrayBuffer>> {
  const { canvas } = world.stage;
  const scale = Math.min(1, LONGEST / Math.max(canvas.width, canvas.height));
  const made = new Gif(Math.max(Math.round(scale * canvas.width), 1), Math.max(Math.round(scale * canvas.height), 1));
  const paper: HTMLCanvasElement = el("canvas", { width: made.width, height: made.height });
  const pen = paper.getContext("2d", { willReadFrequently: true })!;
  const { name, values, seconds } = moments(store, source);
  const before = store.get(name);
  store.set("playing", false);
  for (const [k, value] of values.entries()) {
    store.set(name, value);
    store.flush();
    world.stage.draw();
    pen.drawImage(canvas, 0, 0, made.width, made.height);
    made.add(pen.getImageData(0, 0, made.width, made.height).data);
    tell((k + 1) / values.length);
    await new Promise((done) => { window.setTimeout(done); });
  }
  store.set(name, before);
  return made.file(seconds);
}

function until(condition: () => boolean): Promise<void> {
  return new Promise((done) => {
    const look = () => { if (condition()) done(); else requestAnimationFrame(look); };
    look();
  });
}
