// The bar above: the model's name, and switches of the picture.
import type { SceneDocument } from "../scene/schema";
import type { PageStore, Switch } from "../state/page";
import type { World } from "../world/world";
import { el, type IconName, icon } from "./dom";

export function makeHeader(
  doc: SceneDocument,
  store: PageStore,
  world: World | null,
  help: HTMLDialogElement,
  save: HTMLDialogElement,
  curves: number,
): HTMLElement {
  const act = (label: string, key: string, picture: IconName, action: () => void) =>
    el(
      "button",
      { class: "plain", "aria-label": label, title: `${label} (${key})`, onclick: action },
      icon(picture),
      el("span", { class: "word", "aria-hidden": "true" }, label),
    );
  const toggle = (name: Switch, label: string, key: string, picture: IconName) => {
    const button = act(label, key, picture, () => store.toggle(name));
    store.watch([name], () => button.setAttribute("aria-pressed", String(store.get(name))));
    return button;
  };
  return el(
    "header",
    {},
    toggle("left", "Model list", "[", "left"),
    el("span", { class: "brand" }, "linkwork"),
    el("h1", { title: doc.name }, doc.name),
    el("span", { class: "spring" }),
    el(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "Picture" },
      world && act("Fit", "F", "fit", () => world.fit()),
      world && toggle("wire", "Wireframe", "W", "wire"),
      world && toggle("names", "Names", "N", "names"),
      world && toggle("frames", "Axes", "A", "frames"),
      world && toggle("floor", "Floor", "B", "floor"),
      world && toggle("follow", "Follow", "V", "follow"),
      world && toggle("measuring", "Measure", "R", "measure"),
      doc.traces.length > 0 && toggle("traces", "Traces", "T", "traces"),
      (doc.ghost !== null || doc.others.length > 0) && toggle("ghost", doc.ghost ? "Ghost" : "Other runs", "G", "ghost"),
      (doc.touching.length > 0 || (world?.contacts.views.length ?? 0) > 0) && toggle("contacts", "Contacts", "C", "contacts"),
      curves > 0 && toggle("plots", "Plots", "P", "plots"),
    ),
    act("Save", "S", "save", () => save.showModal()),
    act("Light or dark", "D", "theme", () => store.set("theme", store.get("theme") === "dark" ? "light" : "dark")),
    act("Keys", "?", "help", () => help.showModal()),
    toggle("right", "Details", "]", "right"),
  );
}
