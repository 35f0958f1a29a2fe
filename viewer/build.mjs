// One command: bundles src/ with its libraries into the one file that linkwork ships, bundles the unit tests so that plain
// node runs them, and notes what both were made of.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "src", "linkwork", "views", "viewer");
const text = (path) => readFileSync(join(here, path), "utf8");
const hash = (content) => createHash("sha256").update(content).digest("hex");
const under = (folder) => readdirSync(join(here, folder), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(here.length + 1).replaceAll("\\", "/"));

const licences = ["three", "uplot"]
  .map((name) => {
    const { version } = JSON.parse(text(`node_modules/${name}/package.json`));
    return `${name} ${version}\n\n${text(`node_modules/${name}/LICENSE`).trim()}\n`;
  })
  .join(`\n${"-".repeat(80)}\n\n`);

async function bundled(entry, options) {
  const result = await build({
    entryPoints: [join(here, entry)], bundle: true, target: "es2022", charset: "ascii", legalComments: "none", write: false, ...options,
  });
  return result.outputFiles[0].text;
}

const bundle = await bundled("src/app.ts", {
  minify: true,
  format: "iife",
  loader: { ".css": "text" },
  banner: { js: `/* linkwork's viewer, with these libraries:\n\n${licences}*/` },
});
if (/<\/script|<!--/i.test(bundle)) throw new Error("the bundle would end the script element it stands in");
const tests = await bundled("test/all.ts", { format: "esm", platform: "node" });

// The test that the bundles are current repeats this: every source by name, in order, with its content.
const sources = ["build.mjs", "package-lock.json", "package.json", "tsconfig.json", ...under("src"), ...under("test").filter((name) => !name.includes("/built/"))].sort();
const made = {
  sources: hash(sources.map((name) => `${name}\n${hash(text(name))}\n`).join("")), bundle: hash(bundle), tests: hash(tests),
};

mkdirSync(target, { recursive: true });
mkdirSync(join(here, "test", "built"), { recursive: true });
writeFileSync(join(target, "viewer.js"), bundle);
writeFileSync(join(target, "LICENSES.txt"), licences);
writeFileSync(join(target, "made_of.json"), `${JSON.stringify(made, null, 2)}\n`);
writeFileSync(join(here, "test", "built", "tests.mjs"), tests);
console.log(`viewer.js: ${Math.round(bundle.length / 1024)} KiB`);
