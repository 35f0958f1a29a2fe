// A plain script, no module: it defines linkworkSimulation, and may stand in a page of one file.
import { begin, library, load } from "./simulation";

declare global {
  var linkworkSimulation: { begin: typeof begin; load: typeof load; library: typeof library };
}

globalThis.linkworkSimulation = { begin, load, library };
