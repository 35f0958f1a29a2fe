// The dialog that saves pictures, films, numbers and links.
import type { Source } from "../source/port";
import { moves, type PageStore } from "../state/page";
import type { World } from "../world/world";
import { el } from "./dom";
import type { Plots } from "./plots";
import { download, fileName, film } from "./save";

const SWING = 2; // seconds of one swing of a mode on the screen
const LEAST = 1; // seconds of a film
const FEWEST = 4; // pictures of one

export function makeSaveDialog(name: string, store: PageStore, source: Source, world: World | null, plots: Plots): HTMLDialogElement {
  const said = el("p", { class: "quiet", role: "status" });
  const act = (label: string, words: string, action: () => void | Promise<void>) => el("div", { class: "save-row" },
    el("button", { class: "chip", onclick: () => { void action(); } }, label), el("span", { class: "quiet" }, words));
  const dialog: HTMLDialogElement = el("dialog", { class: "save", "aria-label": "Save" }, el("h2", {}, "Save"),
    world && act("Picture", "as PNG, as it is now", () => download(world.stage.picture(), fileName(name, "png"))),
    world && (moves(source) || world.doc.modes.length > 0) && act("Film", "of one run from start to end, at the speed chosen", async () => {
      const found = await record(store, source, world);
      if (found) download(found.blob, fileName(name, found.ending));
      said.textContent = found ? "" : "This browser makes no films.";
    }),
    source.channels.length > 0 && act("Numbers", "of the plots, as CSV", () => download(new Blob([plots.table()], { type: "text/csv" }), fileName(name, "csv"))),
    act("Link", "to this view, time and selection", async () => {
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
  const [start, end] = source.range();
  const [loop, mode] = [store.get("loop"), store.get("mode")];
  if (mode < 0) { store.set("t", start); store.set("loop", false); }
  store.set("playing", true);
  store.flush();
  const [began, drawn] = [performance.now(), world.stage.drawn];
  const seconds = () => (performance.now() - began) / 1000;
  const isOver = mode < 0 && source.kind === "recorded" ? () => !store.get("playing") || store.get("t") >= end : () => seconds() >= SWING;
  // Encoders want some pictures and some time before they give anything.
  await until(() => { world.stage.ask(); return isOver() && seconds() > LEAST && world.stage.drawn > drawn + FEWEST; });
  store.set("playing", false);
  store.set("loop", loop);
  const blob = await taken.end();
  return blob.size ? { blob, ending: taken.ending } : null;
}

function until(condition: () => boolean): Promise<void> {
  return new Promise((done) => {
    const look = () => { if (condition()) done(); else requestAnimationFrame(look); };
    look();
  });
}
