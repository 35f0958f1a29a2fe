// The list of channels: by body and connection, with a search.
import type { PageStore } from "../state/page";
import { CURVES } from "../world/colors";
import { type CurveInfo, type CurveTable, shownIn } from "./curves";
import { el, number } from "./dom";

const FILTER = 8; // curves above which there is a search
const FOLDED = 24; // curves above which groups are folded

interface Row {
  row: HTMLElement;
  value: HTMLElement;
  curve: CurveInfo;
  box: HTMLInputElement;
  swatch: HTMLElement;
}

interface Group {
  title: string;
  holder: HTMLElement;
  rows: Row[];
}

export const curveColor = (place: number): string => CURVES[place % CURVES.length];

export function makeChannelList(curves: CurveTable, store: PageStore, show: (key: string, on: boolean) => void): HTMLElement {
  const makeRow = (curve: CurveInfo, inside: string): Row => {
    const box: HTMLInputElement = el("input", { type: "checkbox", "aria-label": curve.key, onchange: () => show(curve.key, box.checked) });
    const [value, swatch] = [el("span", { class: "value" }), el("span", { class: "swatch" })];
    const row = el("label", { class: "channel", title: curve.key }, box, swatch, el("span", { class: "name" }, inside), value);
    return { row, value, curve, box, swatch };
  };
  const isMany = curves.all.length > FOLDED;
  const groups = groupsOf(curves).map(({ title, own }): Group => {
    const rows = own.map((curve) => makeRow(curve, title && isMany ? curve.key.slice(title.length + 1) || curve.key : curve.key));
    const nodes = rows.map(({ row }) => row);
    if (!isMany || !title) return { title, rows, holder: el("div", {}, ...nodes) };
    return {
      title,
      rows,
      holder: el("details", {}, el("summary", {}, `${title} `, el("span", { class: "count" }, String(rows.length))), ...nodes),
    };
  });
  const rows = groups.flatMap((group) => group.rows);
  const tell = () => {
    if (!store.get("plots")) return;
    for (const { row, value, curve } of rows) {
      if (row.parentElement instanceof HTMLDetailsElement && !row.parentElement.open) continue;
      const { factor, unit } = shownIn(curve.unit, store.get("degrees"));
      value.textContent = `${number(factor * curves.value(curve, store.get("t")), 4)} ${unit}`;
    }
  };
  store.watch(["shown"], () => {
    const shown = store.get("shown");
    for (const { row, box, swatch, curve } of rows) {
      box.checked = shown.includes(curve.key);
      row.classList.toggle("on", box.checked);
      swatch.style.background = box.checked ? curveColor(shown.indexOf(curve.key)) : "";
    }
    for (const { holder, rows: own } of groups)
      if (holder instanceof HTMLDetailsElement && own.some(({ box }) => box.checked)) holder.open = true;
  });
  store.watch(["t", "grown", "degrees", "plots"], tell);
  const list = el("div", { class: "channels", role: "group", "aria-label": "Channels" }, ...groups.map(({ holder }) => holder));
  list.addEventListener("toggle", tell, true);
  return el("div", { class: "choose" }, rows.length > FILTER && makeSearch(groups, rows.length, tell), list);
}

function makeSearch(groups: readonly Group[], count: number, tell: () => void): HTMLElement {
  const search: HTMLInputElement = el("input", {
    type: "search",
    placeholder: `${count} channels: search`,
    "aria-label": "Filter channels",
  });
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { holder, rows } of groups) {
      let found = 0;
      for (const { row, curve } of rows) {
        row.hidden = !words.every((word) => curve.key.toLowerCase().includes(word));
        if (!row.hidden) found += 1;
      }
      holder.hidden = found === 0;
      if (holder instanceof HTMLDetailsElement && words.length) holder.open = found > 0;
    }
    tell();
  });
  return search;
}

/** Curves of the whole model first, then by what they belong to, in the order in which they come. */
function groupsOf(curves: CurveTable): { title: string; own: CurveInfo[] }[] {
  const found = new Map<string, CurveInfo[]>([["", []]]);
  for (const curve of curves.all) found.set(curve.group, [...(found.get(curve.group) ?? []), curve]);
  return [...found].filter(([, own]) => own.length).map(([title, own]) => ({ title, own }));
}
