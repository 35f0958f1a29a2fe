// What a reader takes away: pictures, films, numbers.
import { el } from "./dom";

/** Lets the browser save something under a name. */
export function download(content: Blob | string, name: string): void {
  const address = typeof content === "string" ? content : URL.createObjectURL(content);
  const link = el("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  if (typeof content !== "string") window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name for a file: letters, digits and dashes of what it is about. */
export function fileName(name: string, ending: string): string {
  const stem = name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return `${stem || "linkwork"}.${ending}`;
}

/** Columns as text: commas between numbers, quotes around heads that need them. */
export function csv(heads: readonly string[], columns: readonly ArrayLike<number>[]): string {
  const quoted = (head: string) => (/[",\n\r]/.test(head) || /^[=+\-@]/.test(head) ? `"${head.replaceAll('"', '""')}"` : head);
  const lines = [heads.map(quoted).join(",")];
  for (let k = 0; k < (columns[0]?.length ?? 0); k += 1)
    lines.push(columns.map((column) => (Number.isFinite(column[k]) ? String(column[k]) : "")).join(","));
  return `${lines.join("\n")}\n`;
}
