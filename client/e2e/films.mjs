// Films of the stage, of a running server:
//   node e2e/films.mjs <address> [--data=DIR] [--folder=DIR] [name part…]
// Each is a real screen, recorded frame by frame from the browser and written as a small WebM file by ffmpeg, into
// docs/stage/films unless another folder is given. --data is the server's directory: a rain is an operator's.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch } from "../bench/browser.mjs";
import { World } from "./screens-world.mjs";
import { reach, WIDTHS } from "./stage-states.mjs";

/** Name of the film, its state, and how long it goes on after the end, ms. */
const FILMS = [
  ["open1", "open1-big", 3000],
  ["open5", "open5", 1800],
  ["upgrade-won", "upgrade-won", 800],
  ["upgrade-lost", "upgrade-lost", 800],
  ["battle-end", "battle-end", 4500],
  ["rain", "rain", 1500],
  ["luckycard", "luckycard", 3000],
];
/** How wide a film of a wide screen is. */
const WIDE_PX = 960;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string", default: "" },
    folder: { type: "string", default: fileURLToPath(new URL("../../docs/stage/films", import.meta.url)) },
  },
});
const [address, ...only] = positionals;
if (!address) {
  process.stderr.write("usage: node e2e/films.mjs http://127.0.0.1:8080 [name part…]\n");
  process.exit(2);
}
mkdirSync(values.folder, { recursive: true });
const world = new World(address, values.data);
const browser = await launch();
let failed = false;
for (const [film, name, afterMs] of FILMS) {
  for (const width of Object.keys(WIDTHS)) {
    const title = `${film}-${width}`;
    if (only.length > 0 && !only.some((part) => title.includes(part))) continue;
    try {
      const frames = await record(name, width, afterMs);
      process.stdout.write(`${title}\t${frames.length} frames\t${write(title, frames, Number(width))} KB\n`);
    } catch (error) {
      failed = true;
      process.stdout.write(`${title}: ${String(error).slice(0, 400)}\n`);
    }
  }
}
await browser.close();
process.exit(failed ? 1 : 0);

async function record(name, width, afterMs) {
  const { state, page, context } = await reach(browser, world, name, width);
  try {
    const devtools = await context.newCDPSession(page);
    const frames = [];
    devtools.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
      frames.push({ data, at: metadata.timestamp });
      devtools.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
    });
    if (name === "battle-end" || name === "rain") await state.start(page, world); // it begins there
    await devtools.send("Page.startScreencast", { format: "jpeg", quality: 82, everyNthFrame: 1 });
    if (name !== "battle-end" && name !== "rain") await state.start(page, world);
    await state.landed(page);
    await page.waitForTimeout(afterMs);
    await devtools.send("Page.stopScreencast");
    return frames;
  } finally {
    await context.close();
  }
}

/** The frames with their own times as one file; returns its size in KB. */
function write(title, frames, width) {
  const folder = mkdtempSync(join(tmpdir(), "jadebox-film-"));
  const lines = frames.flatMap(({ data, at }, i) => {
    const file = `${String(i).padStart(5, "0")}.jpg`;
    writeFileSync(join(folder, file), Buffer.from(data, "base64"));
    const next = frames[i + 1]?.at ?? at + 0.5;
    return [`file '${file}'`, `duration ${Math.max(0.01, next - at).toFixed(3)}`];
  });
  writeFileSync(join(folder, "list.txt"), lines.join("\n"));
  const out = join(values.folder, `${title}.webm`);
  const scale = Math.min(width, WIDE_PX);
  const { status, stderr } = spawnSync("ffmpeg", [
    ...["-y", "-loglevel", "error", "-f", "concat", "-i", join(folder, "list.txt")],
    ...["-vf", `scale=${scale}:-2,fps=25`, "-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "40", "-row-mt", "1"],
    ...["-deadline", "good", "-cpu-used", "4", "-an", out],
  ]);
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
  return Math.round(statSync(out).size / 1024);
}
