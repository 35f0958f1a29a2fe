// One command: bundles src/ with its libraries into the one file that linkwork ships, and notes what it was made of.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "src", "linkwork", "views", "viewer");
const text = (path) => readFileSync(join(here, path), "utf8");
const hash = (content) => createHash("sha256").update(content).digest("hex");

const licences = ["three", "uplot"]
  .map((name) => {
    const { version } = JSON.parse(text(`node_modules/${name}/package.json`));
    return `${name} ${version}\n\n${text(`node_modules/${name}/LICENSE`).trim()}\n`;
  })
  .join(`\n${"-".repeat(80)}\n\n`);

const result = await build({
  entryPoints: [join(here, "src", "main.js")],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none", // the banner has the licences in full
  loader: { ".css": "text" },
  banner: { js: `/* linkwork's viewer, with these libraries:\n\n${licences}*/` },
  write: false,
});
const bundle = result.outputFiles[0].text;
if (/<\/script|<!--/i.test(bundle)) throw new Error("the bundle would end the script element it stands in");

// The test that the bundle is current repeats this: every source by name, in order, with its content.
const sources = ["build.mjs", "package-lock.json", "package.json", ...readdirSync(join(here, "src")).sort().map((n) => `src/${n}`)];
const made = { sources: hash(sources.map((name) => `${name}\n${hash(text(name))}\n`).join("")), bundle: hash(bundle) };

mkdirSync(target, { recursive: true });
writeFileSync(join(target, "viewer.js"), bundle);
writeFileSync(join(target, "LICENSES.txt"), licences);
writeFileSync(join(target, "made_of.json"), `${JSON.stringify(made, null, 2)}\n`);
console.log(`viewer.js: ${Math.round(bundle.length / 1024)} KiB`);
