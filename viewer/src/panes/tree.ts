// The list of bodies and connections.
import type { SceneDocument } from "../scene/schema";
import type { PageStore } from "../state/page";
import { bodyColor } from "../world/colors";
import { isSame, type Thing } from "../world/layer";
import { el } from "./dom";

interface Item {
  name: string;
  item: HTMLElement;
}

const FILTER = 14; // entries above which there is a filter

export function makeTree(doc: SceneDocument, store: PageStore): HTMLElement {
  const entries: { item: HTMLElement; text: string }[] = [];
  const entry = (thing: Thing, name: string, kind: string, color?: string) => {
    const swatch = el("span", { class: thing.type === "body" ? "swatch" : "swatch ring" });
    if (color) swatch.style.background = color;
    const button = el(
      "button",
      { class: "entry", title: name, onclick: () => store.set("selected", thing) },
      swatch,
      el("span", { class: "name" }, name),
      el("span", { class: "kind" }, kind),
    );
    store.watch(["selected"], () => {
      const on = isSame(store.get("selected"), thing);
      button.setAttribute("aria-current", String(on));
      if (!on) return;
      const group = button.closest("details");
      if (group) group.open = true;
      button.scrollIntoView({ block: "nearest" });
    });
    const item = el("li", {}, button);
    entries.push({ item, text: `${name} ${kind}`.toLowerCase() });
    return item;
  };
  const bodies: Item[] = doc.bodies.map((body, index) => ({
    name: body.name,
    item: entry({ type: "body", index }, body.name, index ? "" : "fixed", bodyColor(index)),
  }));
  const connections: Item[] = doc.connections.map((c, index) => ({
    name: c.name,
    item: entry({ type: "connection", index }, c.name, c.kind),
  }));
  const filter: HTMLInputElement = el("input", {
    type: "search",
    placeholder: "Filter",
    "aria-label": "Filter bodies and connections",
    oninput: () =>
      entries.forEach(({ item, text }) => {
        item.hidden = !text.includes(filter.value.toLowerCase());
        const group = item.closest("details");
        if (group && filter.value && !item.hidden) group.open = true;
      }),
  });
  return el(
    "nav",
    { class: "tree", "aria-label": "Model" },
    entries.length > FILTER && filter,
    el("h2", {}, "Bodies", el("span", { class: "count" }, String(bodies.length - 1))),
    el("ul", {}, ...folded(bodies)),
    el("h2", {}, "Connections", el("span", { class: "count" }, String(connections.length))),
    el("ul", {}, ...folded(connections)),
  );
}

/** Entries of one beam, cable or sub-model, "beam/node1", under one head. */
function folded(items: readonly Item[]): HTMLElement[] {
  const groups = new Map<string, HTMLElement[]>();
  for (const { name, item } of items) {
    const owner = name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : `/${name}`;
    groups.set(owner, [...(groups.get(owner) ?? []), item]);
  }
  return [...groups].flatMap(([owner, own]) =>
    own.length === 1
      ? own
      : [
          el(
            "li",
            {},
            el("details", {}, el("summary", {}, `${owner} `, el("span", { class: "count" }, String(own.length))), el("ul", {}, ...own)),
          ),
        ],
  );
}
