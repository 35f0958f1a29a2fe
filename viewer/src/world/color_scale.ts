// Numbers as colours: from dark blue through green to yellow, evenly bright steps for evenly large ones.

const STOPS = [
  [0.267, 0.005, 0.329],
  [0.254, 0.265, 0.53],
  [0.164, 0.471, 0.558],
  [0.128, 0.651, 0.525],
  [0.478, 0.821, 0.318],
  [0.993, 0.906, 0.144],
];

/** Red, green and blue of a part from 0 to 1. */
export function scaleColor(part: number): [number, number, number] {
  const x = (Number.isFinite(part) ? Math.min(Math.max(part, 0), 1) : 0) * (STOPS.length - 1);
  const k = Math.min(Math.floor(x), STOPS.length - 2);
  return STOPS[k].map((low, j) => low + (x - k) * (STOPS[k + 1][j] - low)) as [number, number, number];
}

/** The whole scale as a gradient of a style. */
export const GRADIENT = `linear-gradient(to right, ${STOPS.map((rgb) => `rgb(${rgb.map((x) => Math.round(255 * x)).join(" ")})`).join(", ")})`;
