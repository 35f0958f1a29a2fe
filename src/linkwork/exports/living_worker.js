// The worker of a living page: takes wishes from the page, gives rows, certificates and sentences back.
//
// from the page   {kind: "begin", program}  {kind: "until", t}  {kind: "set", values}  {kind: "reset"}
//                 {kind: "grab", t, body, point}  {kind: "pull", pointer, dt}  {kind: "release"}
//                 {kind: "hand", t, body, point, pointer}
// to the page     {kind: "rows", run, first, t, values}   rows from number `first` on; those behind it are void
//                 {kind: "values", values, chosen, sentence}  what controls are now and what was chosen; why where
//                                         that was not asked for
//                 {kind: "certificate", …}  {kind: "time", t}  {kind: "failed", sentence}
"use strict";
{
  const SLICE = 12; // milliseconds, after which the page may say something else
  let living = null, until = 0, run = 0, waits = false;
  const post = (message, transfer = []) => globalThis.postMessage(message, transfer);
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { waits = false; work(); };

  function tell() {
    const { first, t, values } = living.rows();
    if (t.length) post({ kind: "rows", run, first, t, values }, [t.buffer, values.buffer]);
    post({ kind: "certificate", run, t: living.t[living.t.length - 1], ...living.certificate() });
  }

  function work() {
    const there = living.simulate(until, SLICE);
    tell();
    if (!there && !waits) {
      waits = true;
      channel.port2.postMessage(null);
    }
  }

  const wishes = {
    async begin({ program }) {
      living = await globalThis.linkworkLiving.begin(program);
      until = living.base.t + program.span;
      work();
    },
    until({ t }) {
      until = Math.max(until, t);
      if (!living.held) work();
    },
    set({ values }) { anew(living.set(values)); },
    reset() { anew(living.reset()); },
    grab({ t, body, point }) {
      living.grab(t, body, point);
      tell();
    },
    pull({ pointer, dt }) {
      living.pull(pointer, dt);
      tell();
    },
    release() {
      living.release();
      until = Math.max(until, living.now + living.program.span / 2);
      work();
    },
    hand({ t, body, point, pointer }) {
      const found = living.hand(t, body, point, pointer);
      if (found === null) tell();
      else post({ kind: "time", t: found });
    },
  };

  // A run from other values, or a sentence that tells why there is none.
  function anew(sentence) {
    if (!sentence) run += 1;
    post({ kind: "values", values: living.values, chosen: living.chosen, sentence });
    if (!sentence) work();
  }

  // Wishes are answered in the order in which they came, those made before the model is ready as soon as it is. Where it
  // cannot begin the page has been told why, and nothing else can be answered.
  let last = Promise.resolve();
  const answered = async (wish) => {
    if (!living && wish.kind !== "begin") return;
    try {
      await wishes[wish.kind](wish);
    } catch (error) {
      post({ kind: "failed", sentence: String(error?.message ?? error) });
    }
  };
  if (typeof WorkerGlobalScope !== "undefined") {
    globalThis.onmessage = ({ data }) => { last = last.then(() => answered(data)); };
  }
}
