// Colours of light and dark, and of bodies and curves: calm. Eight bodies, and eight curves, differ by at least ten units of
// CIELAB also for protanopic, deuteranopic and tritanopic eyes; a test measures it.

export const BODIES = ["#5586b5", "#d99333", "#45a688", "#b8563c", "#d39ac0", "#93d2f0", "#6d5447", "#d3cf86"];
export const CURVES = ["#1f78b4", "#e08a00", "#1b9e77", "#c9482b", "#c774a8", "#5cb8e6", "#6a4a3c", "#b5b04a"];
export const AXES = ["#c0504d", "#5a9a4a", "#4a78c0"];
export const FORCE = "#c4542f";
export const MOMENT = "#7a4fb5";
export const FRICTION = "#2a8f6f";
export const TOUCH = "#e0a100";
export const GROUND = "#9aa5af";

/** The colour of a body; the first is the ground. */
export const bodyColor = (b: number): string => (b === 0 ? GROUND : BODIES[(b - 1) % BODIES.length]);

/** The colour of another run beside the first. */
export const otherColor = (k: number): string => CURVES[(k + 3) % CURVES.length];

export type ThemeName = "light" | "dark";

export const THEMES = {
  light: {
    sky: "#f4f6f8",
    minor: "#dfe4e9",
    major: "#c6ced6",
    edge: "#26323d",
    edgeOpacity: 0.42,
    metal: "#8b97a3",
    base: "#b4bdc6",
    spring: "#75818d",
    constraint: "#8a5fb0",
    muscle: "#b5473f",
    open: "#d1493f",
    shadow: 0.16,
    ghost: "#5d6b78",
    axis: "#5b6773",
    line: "#e3e7eb",
  },
  dark: {
    sky: "#12161b",
    minor: "#1f262d",
    major: "#2f3943",
    edge: "#05070a",
    edgeOpacity: 0.6,
    metal: "#98a4b0",
    base: "#56616c",
    spring: "#a9b4bf",
    constraint: "#b08fd8",
    muscle: "#d0645a",
    open: "#ff7468",
    shadow: 0.45,
    ghost: "#9fb0c0",
    axis: "#98a5b1",
    line: "#2a323a",
  },
};
