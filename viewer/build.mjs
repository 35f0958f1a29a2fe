// One command: bundles what runs in pages into the files that linkwork ships, and notes what they were made of; bundles
// the unit tests so that plain node runs them.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "src", "linkwork", "views", "viewer");
const text = (path) => readFileSync(join(here, path), "utf8");
const hash = (content) => createHash("sha256").update(content).digest("hex");
const under = (folder) =>
  readdirSync(join(here, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(here.length + 1)
        .replaceAll("\\", "/"),
    );

const licences = ["three", "uplot"]
  .map((name) => {
    const { version } = JSON.parse(text(`node_modules/${name}/package.json`));
    return `${name} ${version}\n\n${text(`node_modules/${name}/LICENSE`).trim()}\n`;
  })
  .join(`\n${"-".repeat(80)}\n\n`);

async function bundled(entry, options) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    target: "es2022",
    charset: "ascii",
    legalComments: "none",
    write: false,
    ...options,
  });
  const { text: code } = result.outputFiles[0];
  if (/<\/script|<!--/i.test(code)) throw new Error(`${entry}: the bundle would end the script element it stands in`);
  return code;
}

const SIMULATION = `// Runs a simulation that linkwork exported to WebAssembly, in pages and in node. A plain script, no module: it defines
// linkworkSimulation, and may stand in a page of one file. Built from viewer/src/engine.
//
//   const run = await linkworkSimulation.begin("arm.wasm");   // URL, bytes, or text in base64
//   run.advance(100);                                         // up to 100 steps; without a number: to the end
//   run.t, run.state().q, run.value("A.angle")                // where it is now
//   run.samples().t, run.samples("A.angle")                   // what was sampled so far
//   run.channels()["rod.position.x"]                          // channels that were exported, at the present state
//   run.restart({ values: { "A.angle": 1 }, parameters: { mass: 3 } })   // another start, on its constraints
//
// The file is the same for all models: a module says itself what it holds.`;
/** What linkwork ships. */
async function ship() {
  const bundles = {
    "viewer.js": await bundled("src/app.ts", {
      minify: true,
      format: "iife",
      loader: { ".css": "text" },
      banner: { js: `/* linkwork's viewer, with these libraries:\n\n${licences}*/` },
    }),
    "living.js": await bundled("src/engine/worker.ts", { minify: true, format: "iife" }),
    "simulation.js": await bundled("src/engine/loader.ts", { format: "iife", banner: { js: SIMULATION } }),
    "sliders.js": await bundled("src/documents/sliders.ts", { minify: true, format: "esm" }),
    "lesson.js": await bundled("src/documents/lesson.ts", { minify: true, format: "iife" }),
  };

  // The test that the bundles are current repeats this: every source by name, in order, with its content.
  const own = ["biome.json", "build.mjs", "package-lock.json", "package.json", "tsconfig.json"];
  const sources = [...own, ...under("src")].sort();
  const made = {
    sources: hash(sources.map((name) => `${name}\n${hash(text(name))}\n`).join("")),
    ...Object.fromEntries(Object.entries(bundles).map(([name, code]) => [name, hash(code)])),
  };

  mkdirSync(target, { recursive: true });
  for (const [name, code] of Object.entries(bundles)) {
    writeFileSync(join(target, name), code);
    console.log(`${name}: ${Math.round(code.length / 1024)} KiB`);
  }
  writeFileSync(join(target, "LICENSES.txt"), licences);
  writeFileSync(join(target, "made_of.json"), `${JSON.stringify(made, null, 2)}\n`);
}

/** The unit tests, for `node --test`. */
async function buildTests() {
  mkdirSync(join(here, "build"), { recursive: true });
  writeFileSync(join(here, "build", "tests.mjs"), await bundled("test/all.ts", { format: "esm", platform: "node" }));
}

await (process.argv[2] === "tests" ? buildTests() : ship());
