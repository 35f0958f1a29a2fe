// The dialog that saves pictures, films, numbers and links.
import type { Source } from "../source/port";
import { moves, type PageStore } from "../state/page";
import type { World } from "../world/world";
import { el } from "./dom";
import { Film } from "./film";
import { Gif } from "./gif";
import type { Plots } from "./plots";
import { download, fileName } from "./save";

const SWING = 2; // seconds of one swing of a mode on the screen
const FEWEST = 4; // pictures of a film
const FILM_RATE = 30; // pictures a second of a film
const GIF_RATE = 20; // the same of a GIF
const MOST = 240; // pictures of one
const LONGEST = 640; // pixels of its longer side

type Tell = (done: number) => void;

export function makeSaveDialog(name: string, store: PageStore, source: Source, world: World | null, plots: Plots): HTMLDialogElement {
  const said = el("p", { class: "quiet", role: "status" });
  const tell = (done: number) => {
    said.textContent = `${Math.round(100 * done)} % drawn`;
  };
  const act = (label: string, words: string, action: () => void | Promise<void>) =>
    el(
      "div",
      { class: "save-row" },
      el(
        "button",
        {
          class: "chip",
          onclick: () => {
            void action();
          },
        },
        label,
      ),
      el("span", { class: "quiet" }, words),
    );
  const isMoving = moves(source) || (world?.doc.modes.length ?? 0) > 0;
  const dialog: HTMLDialogElement = el(
    "dialog",
    { class: "save", "aria-label": "Save" },
    el("h2", {}, "Save"),
    world && act("Picture", "as PNG, as it is now", () => download(world.stage.picture(), fileName(name, "png"))),
    world &&
      isMoving &&
      act("Film", "as MP4: one run from start to end, at the speed chosen", async () => {
        const made = await drawnFilm(store, source, world, tell);
        if (made) download(new Blob([made], { type: "video/mp4" }), fileName(name, "mp4"));
        said.textContent = made ? "" : "This browser makes no films; take a GIF.";
      }),
    world &&
      isMoving &&
      act("GIF", "of the same, for slides and pages without a player", async () => {
        const made = await drawnGif(store, source, world, tell);
        download(new Blob([made], { type: "image/gif" }), fileName(name, "gif"));
        said.textContent = "";
      }),
    source.channels.length > 0 &&
      act("Numbers", "of the plots, as CSV", () => download(new Blob([plots.table()], { type: "text/csv" }), fileName(name, "csv"))),
    act("Link", "to this view, time, selection and values of sliders", async () => {
      try {
        await navigator.clipboard.writeText(window.location.href);
        said.textContent = "The address is copied.";
      } catch {
        said.textContent = "Copy the address of the page: it says what is shown.";
      }
    }),
    said,
    el("button", { class: "chip", onclick: () => dialog.close() }, "Close"),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}

/** What a film shows of a motion: all of a run, and of one that goes on as much as is shown at once. */
function stretch(source: Source): [number, number] {
  const [first, end] = source.range();
  return [Math.max(first, end - (source.span ?? Infinity)), end];
}

/** The moments of a film or a GIF: of a mode one swing, of a motion its stretch. */
function moments(
  store: PageStore,
  source: Source,
  rate: number,
  most = Infinity,
): { name: "phase" | "t"; values: number[]; seconds: number } {
  const isMode = store.get("mode") >= 0;
  const [start, end] = isMode ? [0, 2 * Math.PI] : stretch(source);
  const [length, duration] = [end - start, isMode ? SWING : (end - start) / store.get("speed")];
  const count = Math.min(Math.max(Math.round(duration * rate), FEWEST), most);
  return {
    name: isMode ? "phase" : "t",
    values: Array.from({ length: count }, (_, k) => start + (k / count) * length),
    seconds: duration / count,
  };
}

/** Draws moments one after the other as well as can be, however long each takes; `take` has each in its hands at once. */
async function draw(
  store: PageStore,
  world: World,
  { name, values }: ReturnType<typeof moments>,
  take: (canvas: HTMLCanvasElement) => void | Promise<void>,
  tell: Tell,
): Promise<void> {
  const before = store.get(name);
  store.set("playing", false);
  await world.stage.atItsBest(async () => {
    for (const [k, value] of values.entries()) {
      store.set(name, value);
      store.flush();
      world.stage.draw();
      await take(world.stage.canvas);
      tell((k + 1) / values.length);
      await new Promise((done) => {
        window.setTimeout(done);
      });
    }
  });
  store.set(name, before);
}

/** A canvas for pictures of the stage, so that what is made of them does not depend on how well it draws. */
function paperFor(world: World, scale: number, multiple: number): { paper: HTMLCanvasElement; pen: CanvasRenderingContext2D } {
  const { clientWidth, clientHeight } = world.stage.canvas;
  const side = (pixels: number) => Math.max(Math.round((scale * pixels) / multiple), 1) * multiple;
  const paper: HTMLCanvasElement = el("canvas", { width: side(clientWidth), height: side(clientHeight) });
  return { paper, pen: paper.getContext("2d", { willReadFrequently: true })! };
}

/** A motion as a film; null where the browser makes none. */
export async function drawnFilm(store: PageStore, source: Source, world: World, tell: Tell): Promise<Uint8Array<ArrayBuffer> | null> {
  const shown = moments(store, source, FILM_RATE);
  const { paper, pen } = paperFor(world, Math.min(window.devicePixelRatio, 2), 2);
  const made = await Film.of(paper.width, paper.height, 1 / shown.seconds);
  if (!made) return null;
  await draw(
    store,
    world,
    shown,
    (canvas) => {
      pen.drawImage(canvas, 0, 0, paper.width, paper.height);
      return made.add(paper);
    },
    tell,
  );
  return made.file();
}

/** The same as a GIF. */
export async function drawnGif(store: PageStore, source: Source, world: World, tell: Tell): Promise<Uint8Array<ArrayBuffer>> {
  const { clientWidth, clientHeight } = world.stage.canvas;
  const { paper, pen } = paperFor(world, Math.min(1, LONGEST / Math.max(clientWidth, clientHeight)), 1);
  const made = new Gif(paper.width, paper.height);
  const shown = moments(store, source, GIF_RATE, MOST);
  await draw(
    store,
    world,
    shown,
    (canvas) => {
      pen.drawImage(canvas, 0, 0, made.width, made.height);
      made.add(pen.getImageData(0, 0, made.width, made.height).data);
    },
    tell,
  );
  return made.file(shown.seconds);
}
