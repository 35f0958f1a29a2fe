// What the page remembers.
import type { Source } from "../source/port";
import type { ThemeName } from "../world/colors";
import type { Coloring } from "../world/elastic";
import type { Thing } from "../world/layer";
import type { MeasuredPoint } from "../world/measure";
import { Store } from "./store";

export interface PageState {
  t: number;
  playing: boolean;
  loop: boolean;
  speed: number;
  selected: Thing | null;
  hovered: Thing | null;
  /** The mode that swings; -1 is the motion. */
  mode: number;
  amplitude: number;
  phase: number;
  theme: ThemeName;
  wire: boolean;
  names: boolean;
  frames: boolean;
  floor: boolean;
  traces: boolean;
  ghost: boolean;
  contacts: boolean;
  plots: boolean;
  left: boolean;
  right: boolean;
  tab: number;
  /** Curves that are plotted, by key. */
  shown: readonly string[];
  /** Connections whose loads are drawn as arrows. */
  arrows: readonly string[];
  /** Angles in degrees. */
  degrees: boolean;
  /** The camera goes with what is selected. */
  follow: boolean;
  /** Clicks put down points to measure between. */
  measuring: boolean;
  measured: readonly MeasuredPoint[];
  coloring: Coloring;
  exaggeration: number;
  /** What is plotted: curves over time, energies or powers in a stack, or curves over the curve of this key. */
  plotKind: "time" | "energy" | "power" | `over ${string}`;
  /** Other runs less the first, in place of the runs. */
  difference: boolean;
  /** The part of time that plots show; null is all of it. */
  window: readonly [number, number] | null;
  /** Counts changes of the source. */
  grown: number;
}

export type PageStore = Store<PageState>;

/** The names of switches. */
export type Switch = { [K in keyof PageState]: PageState[K] extends boolean ? K : never }[keyof PageState];

/** Whether there is more than one moment to be seen. */
export const moves = (source: Source): boolean => {
  const [start, end] = source.range();
  return source.kind === "live" || end > start;
};

export function makeStore(first: Partial<PageState> & Pick<PageState, "t" | "speed" | "mode" | "left" | "right" | "plots">): PageStore {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  return new Store<PageState>({
    playing: false,
    loop: true,
    selected: null,
    hovered: null,
    amplitude: 0.5,
    phase: 0,
    theme: dark ? "dark" : "light",
    wire: false,
    names: false,
    frames: false,
    floor: true,
    traces: true,
    ghost: true,
    contacts: true,
    tab: 0,
    shown: [],
    arrows: [],
    grown: 0,
    degrees: false,
    follow: false,
    measuring: false,
    measured: [],
    coloring: "plain",
    exaggeration: 1,
    plotKind: "time",
    difference: false,
    window: null,
    ...first,
  });
}
