// What a page says of its run: sentences of certificates, filled with what their rules have found in the module.

/** A note of a run, with its severity. */
export interface Note {
  code: string;
  severity: string;
  text: string;
}
export type Finding = [number, string];

/** Texts with the names of numbers in braces; `results.run_rules` says which is for what. */
export interface Verdict {
  rules: string[];
  statuses: string[];
  sentences: {
    findings: Record<string, string>;
    measured: { energy: [string, string]; closed: [string, string] };
    descriptions: string[];
    motion: string;
  };
}
export interface Judgement {
  level: "good" | "doubtful" | "bad";
  reasons: string[];
}

const LEVELS = ["good", "doubtful", "bad"] as const;

// Numbers as Python writes them: "" and "g" as they are, ".3g", ".0e", ".0f", "," and "%" as certificates have it.
export function spelled(x: number | string, form: string): string {
  if (typeof x === "string") return x;
  if (form === "%") return x < 0.1 ? `${spelled(100 * x, ".3g")} %` : `${(100 * x).toFixed(0)} %`;
  if (form === ",") return x.toLocaleString("en-US", { maximumFractionDigits: 0 });
  if (!Number.isFinite(x)) return String(x).toLowerCase().replace("infinity", "inf");
  const [, places, kind] = /^(?:\.(\d+))?([gef])$/.exec(form)!;
  const digits = Number(places ?? 6);
  const exponential = (text: string) =>
    text
      .replace(/(\.\d*?)0*e/, "$1e")
      .replace(".e", "e")
      .replace(/e([+-])(\d)$/, "e$10$2");
  if (kind === "f") return x.toFixed(digits);
  if (kind === "e") return x.toExponential(digits).replace(/e([+-])(\d)$/, "e$10$2");
  const count = Math.max(digits, 1),
    power = x === 0 ? 0 : Number(x.toExponential(count - 1).split("e")[1]);
  return power < -4 || power >= count ? exponential(x.toExponential(count - 1)) : String(Number(x.toPrecision(count)));
}

// A sentence with its numbers.
export function filled(text: string, values: Record<string, number | string>): string {
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name: string, form?: string) => spelled(values[name], form ?? "g"));
}

// What rules and notes say, the worst first; of a good run what was measured.
export function worded(
  { rules, sentences }: Verdict,
  numbers: Record<string, number>,
  found: Float64Array,
  notes: readonly Note[],
  end: string,
): Judgement {
  const said: Finding[] = [];
  rules.forEach((code, k) => {
    const [level, size, allowed] = found.subarray(3 * k, 3 * k + 3);
    if (!level) return;
    const which = code === "energy" && !Number.isFinite(size) ? "unmeasured" : code === "steps" && size ? "collapsed" : code;
    const where = code === "histories" ? filled("histories up to {allowed:g} s", { allowed }) : "";
    said.push([level, filled(sentences.findings[which], { ...numbers, size, allowed, where, sentence: end })]);
  });
  for (const { severity, text } of notes) if (severity !== "info") said.push([LEVELS.indexOf(severity as Judgement["level"]), text]);
  said.sort(([one], [other]) => other - one);
  if (said.length) return { level: LEVELS[said[0][0]], reasons: said.map(([, sentence]) => sentence) };
  const [kind, size, allowed] = found.subarray(3 * rules.length),
    { measured, descriptions, motion } = sentences;
  const closed = numbers.rows || numbers.position_error ? measured.closed[Number(allowed > 0)] : "";
  const parts = kind ? [measured.energy[Number(size > 0)], closed] : [closed || "no constraints"];
  const values = { ...numbers, size, allowed },
    both = filled(parts.filter(Boolean).join(", "), values);
  const unseen = kind ? filled(motion, { way: "a page takes no second run" }) : "";
  return { level: "good", reasons: [filled(descriptions[kind], { ...values, measured: both }) + unseen] };
}
