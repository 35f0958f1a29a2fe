// The source of a page. A living page has a `program` in its scene; its source is made here too, so that nothing else asks.
import type { SceneDocument } from "../scene/schema";
import { LiveSource, makeWorker } from "./live";
import type { Source } from "./port";
import type { Program } from "./program";
import { RecordedSource } from "./recorded";

export function makeSource(doc: SceneDocument): Source {
  const recorded = new RecordedSource(doc, doc.bodies.length, doc.arrows);
  if (!doc.program || typeof WebAssembly === "undefined") return recorded;
  const program = doc.program as Program;
  return new LiveSource(program, makeWorker(program), doc.bodies.length, recorded.frame(recorded.range()[0]));
}
