// Tabs: the inspector first, then the texts of the scene.
import type { PanelPart } from "../scene/schema";
import type { PageStore } from "../state/page";
import { el } from "./dom";

/** A panel as it is read: a certificate as its verdict with reasons and rows, anything else as text. */
function content({ text, verdict, rows }: PanelPart): HTMLElement {
  if (!verdict) return el("pre", { tabindex: 0 }, text);
  const [first, ...others] = verdict.reasons;
  return el(
    "article",
    { class: "certificate", tabindex: 0 },
    el(
      "p",
      { class: `verdict ${["good", "doubtful", "bad"].includes(verdict.level) ? verdict.level : ""}` },
      el("b", {}, verdict.level),
      first ?? "",
    ),
    others.length > 0 && el("ul", {}, ...others.map((reason) => el("li", {}, reason))),
    el("dl", {}, ...(rows ?? []).flatMap(([label, said]) => [el("dt", {}, label), el("dd", {}, said)])),
  );
}

export type Tab = [title: string, content: HTMLElement];

export function makeTabs(panels: readonly PanelPart[], inspector: HTMLElement, store: PageStore, more: readonly Tab[] = []): HTMLElement {
  const all: Tab[] = [["Selection", inspector], ...more, ...panels.map((panel): Tab => [panel.title, content(panel)])];
  const buttons: HTMLElement[] = all.map(([title], k) =>
    el(
      "button",
      {
        role: "tab",
        id: `tab-${k}`,
        "aria-controls": `panel-${k}`,
        onclick: () => store.set("tab", k),
        onkeydown: (event: KeyboardEvent) => {
          const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!by) return;
          event.preventDefault();
          event.stopPropagation();
          store.set("tab", (k + by + all.length) % all.length);
          store.flush();
          buttons[store.get("tab")].focus();
        },
      },
      title,
    ),
  );
  const sheets = all.map(([, content], k) =>
    el("div", { role: "tabpanel", id: `panel-${k}`, "aria-labelledby": `tab-${k}`, class: "sheet" }, content),
  );
  const side = el(
    "aside",
    { class: "side right", "aria-label": "Details" },
    el("div", { role: "tablist", "aria-label": "Details", class: "tabs" }, ...buttons),
    ...sheets,
  );
  store.watch(["tab"], () => {
    const tab = store.get("tab");
    buttons.forEach((button, k) => {
      button.setAttribute("aria-selected", String(k === tab));
      button.tabIndex = k === tab ? 0 : -1;
    });
    sheets.forEach((sheet, k) => {
      sheet.hidden = k !== tab;
    });
    side.classList.toggle("wide", tab > more.length && !panels[tab - 1 - more.length].verdict); // reports are written for lines longer than numbers need
  });
  return side;
}
