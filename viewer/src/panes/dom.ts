// Elements without markup: everything a scene says goes in as text, so that no name can become anything else.

type Attribute = string | number | boolean | null | undefined | ((event: never) => void);
type Child = Node | string | null | undefined | false;

/** el("button", { class: "x", onclick: f, "aria-label": "y" }, "text", child) */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Attribute> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, String(value));
  }
  node.append(...children.filter((child): child is Node | string => child != null && child !== false));
  return node;
}

const SPACE = "http://www.w3.org/2000/svg";

/** svg("path", { d: "M0 0" }) */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
  ...children: Node[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  start: "M6 5h2v14H6zM19 5v14L9 12z",
  loop: "M7 7h8.5a3.5 3.5 0 0 1 3.5 3.5V12h-2v-1.5A1.5 1.5 0 0 0 15.500 9H7v2.500L3 8l4-3.500zM17 17H8.500A3.500 3.500 0 0 1 5 13.500V12h2v1.500A1.500 1.500 0 0 0 8.500 15H17v-2.500l4 3.500-4 3.500z",
  fit: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  wire: "M12 2.500 20.500 7v10L12 21.500 3.500 17V7zM12 4.800 6.800 7.500 12 10.300l5.200-2.800zM5.500 9.200v6.600l5.500 2.900V12zM13 18.700l5.500-2.900V9.200L13 12z",
  names: "M3 5h9l8 7-8 7H3zm2 2v10h6.200l5.800-5-5.800-5zm3 3.500a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3z",
  frames: "M11 3h2v9.400l7 4-1 1.700-7-4-7 4-1-1.700 7-4z",
  traces: "M3 17c3 0 3-10 7-10s3 8 6 8 3-4 5-4v2c-1.500 0-2 4-5 4s-3.500-8-6-8-3 10-7 10z",
  ghost: "M4 4h10v3h-2V6H6v6h1v2H4zM10 10h10v10H10zm2 2v6h6v-6z",
  contacts: "M4 18h16v2H4zM12 3l4 5h-3v6a2 2 0 1 1-2 0V8H8z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z",
  help: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 2a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm-1 10.500h2v2h-2zm1-9a3.200 3.200 0 0 1 1.600 6c-.5.300-.6.500-.6 1v.500h-2V14c0-1.300.6-2 1.500-2.600A1.200 1.200 0 1 0 10.800 10h-2A3.200 3.200 0 0 1 12 6.500z",
  plots: "M4 4h2v14h14v2H4zM8 14l4-5 3 3 4-6 1.600 1.100-5.400 8.100-3-3-2.600 3.200z",
  floor: "M7 6h10l5 12H2zm1.300 2-.8 2h3.700V8zm4.900 0v2h3.300l-.8-2zM6.700 12l-1.600 4h6.100v-4zm6.500 0v4h5.700l-1.600-4z",
  follow: "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM11 2h2v4h-2zM11 18h2v4h-2zM2 11h4v2H2zM18 11h4v2h-4z",
  measure:
    "M3 15.500 15.500 3 21 8.500 8.500 21zm2.800 0L8.500 18.200 18.200 8.500 15.500 5.800l-1.600 1.600 1.800 1.800-1.400 1.400-1.800-1.800-1.500 1.500 2.600 2.600-1.400 1.400-2.600-2.600-1.500 1.500 1.800 1.800-1.400 1.400-1.800-1.800z",
  save: "M11 3h2v9l3.300-3.300 1.400 1.400L12 15.800 6.300 10.100l1.400-1.400L11 12zM4 17h2v2h12v-2h2v4H4z",
  left: "M4 5h16v14H4zm2 2v10h3V7zm5 0v10h7V7z",
  right: "M4 5h16v14H4zm2 2v10h7V7zm9 0v10h3V7z",
};

export type IconName = keyof typeof PATHS;

/** A picture on a button; the button's label says what it is. */
export function icon(name: IconName): SVGElement {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name], "fill-rule": "evenodd" }));
}

/** A number for reading: five digits, powers of ten where it is very large or small. */
export function number(x: number | null | undefined, digits = 5): string {
  if (x == null || Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  if (x === 0) return "0";
  const size = Math.abs(x);
  const shown = size >= 1e5 || size < 1e-3 ? x.toExponential(Math.max(digits - 2, 0)) : String(Number(x.toPrecision(digits)));
  return shown.replace("e+", "e").replaceAll("-", "−");
}

export const vector = (v: ArrayLike<number>, digits = 4): string =>
  `(${Array.from(v, (x) => number(Math.abs(x) < 1e-12 ? 0 : x, digits)).join(", ")})`;
