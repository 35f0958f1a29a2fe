// The worker of a living page: takes wishes from the page, gives rows, certificates and sentences back. `Wish` and
// `Answer` say which. Rows come with the number of the first; those behind it are void.
import type { Answer, Program, Wish } from "../source/program";
import { begin, Living } from "./living";
import { filled, worded } from "./verdict";

const SLICE = 12; // milliseconds, after which the page may say something else
let living: Living | null = null;
let [until, run, waits] = [0, 0, false];
const post = (message: Answer, transfer: Transferable[] = []) => (globalThis as unknown as Worker).postMessage(message, transfer);
// Goes on after whatever the page has said meanwhile; there is nobody to wait for outside of a worker.
let again = () => {};

function tell(model: Living): void {
  const { first, t, values } = model.rows();
  if (t.length) post({ kind: "rows", run, first, t, values }, [t.buffer, values.buffer]);
  post({ kind: "certificate", run, t: model.t[model.t.length - 1], ...model.certificate() });
}

function work(): void {
  if (!living) return;
  const there = living.simulate(until, SLICE);
  tell(living);
  if (!there && !waits) {
    waits = true;
    again();
  }
}

/** A run from other values, or a sentence that tells why there is none. */
function anew(model: Living, sentence: string): void {
  if (!sentence) run += 1;
  post({ kind: "values", values: model.values, chosen: model.chosen, sentence });
  if (!sentence) work();
}

async function beginWith(program: Program): Promise<void> {
  living = await begin(program);
  until = living.base.t + program.span;
  work();
}

function answer(model: Living, wish: Exclude<Wish, { kind: "begin" }>): void {
  if (wish.kind === "until") {
    until = Math.max(until, wish.t);
    if (!model.held) work();
  } else if (wish.kind === "set") anew(model, model.set(wish.values));
  else if (wish.kind === "reset") anew(model, model.reset());
  else if (wish.kind === "grab") {
    model.grab(wish.t, wish.body, wish.point);
    tell(model);
  } else if (wish.kind === "pull") {
    model.pull(wish.pointer, wish.dt);
    tell(model);
  } else if (wish.kind === "release") {
    model.release();
    until = Math.max(until, model.now + model.program.span / 2);
    work();
  } else if (wish.kind === "press") {
    model.press(wish.t, wish.key, wish.down);
    until = Math.max(until, model.now + model.program.span / 2);
    work();
  } else {
    const found = model.hand(wish.t, wish.body, wish.point, wish.pointer);
    if (found === null) tell(model);
    else post({ kind: "time", t: found });
  }
}

// Wishes are answered in the order in which they came, those made before the model is ready as soon as it is. Where it
// cannot begin the page has been told why, and nothing else can be answered.
let last = Promise.resolve();
async function answered(wish: Wish): Promise<void> {
  try {
    if (wish.kind === "begin") await beginWith(wish.program);
    else if (living) answer(living, wish);
  } catch (error) {
    post({ kind: "failed", sentence: error instanceof Error ? error.message : String(error) });
  }
}

if ("WorkerGlobalScope" in globalThis) {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    waits = false;
    work();
  };
  again = () => channel.port2.postMessage(null);
  globalThis.onmessage = ({ data }: MessageEvent<Wish>) => {
    last = last.then(() => answered(data));
  };
}

declare global {
  var linkworkLiving: { begin: typeof begin; Living: typeof Living; worded: typeof worded; filled: typeof filled };
}

// For tests, which run it in node.
globalThis.linkworkLiving = { begin, Living, worded, filled };
