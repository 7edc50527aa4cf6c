// Pairs: a picture of the design beside the built screen at the same state and size, of a running server:
//   node e2e/pairs.mjs <address> <folder of the design's pictures> [--data=DIR] [--folder=DIR] [name part…]
// Written as WebP into docs/stage/pairs unless another folder is given; every picture of the design has to have its
// state, but the sheet of tiers, which is beside the story boards (bench/boards.mjs).
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch } from "../bench/browser.mjs";
import { World } from "./screens-world.mjs";
import { reach, states } from "./stage-states.mjs";

const SHEET = "tiers";
/** How wide each half is, by the width of the screen. */
const HALF = { 1440: 900, 390: 390 };
const QUALITY = 76;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string", default: "" },
    folder: { type: "string", default: fileURLToPath(new URL("../../docs/stage/pairs", import.meta.url)) },
  },
});
const [address, design, ...only] = positionals;
if (!address || !design) {
  process.stderr.write("usage: node e2e/pairs.mjs http://127.0.0.1:8080 ../design [name part…]\n");
  process.exit(2);
}
mkdirSync(values.folder, { recursive: true });
const world = new World(address, values.data);
const browser = await launch();
const table = await browser.newPage({ viewport: { width: 1900, height: 1200 } });
let failed = false;
for (const file of readdirSync(design).filter((name) => name.endsWith(".png"))) {
  const title = file.slice(0, -4);
  if (title === SHEET || (only.length > 0 && !only.some((part) => title.includes(part)))) continue;
  try {
    const [, name, width] = /^(.+)-(\d+)$/.exec(title) ?? [];
    if (!states[name]) throw new Error(`no state ${name}`);
    const built = await shoot(name, width);
    await pair(title, readFileSync(join(design, file)), built, HALF[width]);
    process.stdout.write(`${title}\n`);
  } catch (error) {
    failed = true;
    process.stdout.write(`${title}: ${String(error).slice(0, 400)}\n`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);

async function shoot(name, width) {
  const { state, page, context } = await reach(browser, world, name, width);
  try {
    await state.start(page, world);
    if (state.fromEnd) await state.landed(page);
    await page.waitForTimeout(state.atMs);
    return await page.screenshot({ timeout: 60_000 });
  } finally {
    await context.close();
  }
}

async function pair(title, drawn, built, half) {
  const image = (bytes, what) =>
    `<figure><figcaption>${what}</figcaption><img src="data:image/png;base64,${bytes.toString("base64")}"></figure>`;
  await table.setContent(`<!doctype html><style>
    body { margin: 0; width: ${2 * half + 12}px; background: #2a3346; display: grid; gap: 12px;
      grid-template-columns: repeat(2, ${half}px); }
    figure { margin: 0 } img { width: 100%; display: block }
    figcaption { font: 13px sans-serif; color: #f1f4fa; padding: 4px 8px }</style>
    ${image(drawn, `${title}: drawn`)}${image(built, "built")}`);
  await table.evaluate(() => Promise.all([...document.images].map((picture) => picture.decode())));
  const devtools = await table.context().newCDPSession(table);
  const { width, height } = await table.evaluate(() => {
    const { width, height } = document.body.getBoundingClientRect();
    return { width, height };
  });
  const { data } = await devtools.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  writeFileSync(join(values.folder, `${title}.webp`), Buffer.from(data, "base64"));
}
