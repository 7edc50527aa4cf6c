// node bench/stage.mjs [--json] [--slow] [--shots DIR] [scene …]
// Prints what the stage costs against the goals of the client's design; exits 1 when one is missed.
//
// seekMs is the processor time of the page's main thread (300 seeks, scripts, compiler and collector included): a seek
// takes hundredths of a millisecond, so on a busy machine the mean of a clock tells how often another process had the
// core. meanMs and p95Ms are of the clock, seek and render, each frame in a task of its own. keptKB never reaches 0:
// most of it is code that V8 compiles for functions that only now became hot, and it falls with every ten mounts. What
// grew without end here once were the texts of shaders (src/stage/sprites-only.ts).
//
// --slow measures as a mid phone does: the processor four times slower, a phone's size, and of the scenes that open
// again and again what 200 openings on one stage keep.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { launch } from "./browser.mjs";

const GOALS = { seekMs: 0.2, meanMs: 2, p95Ms: 6, draws: 8, allocKB: 10, keptKB: 15 };
const SLOW_GOALS = { meanMs: 8, p95Ms: 16, keptMB: 1 };
const SLOW_RATE = 4;
/** Turning, landing, celebrating: software that draws for a phone is slow, so each is measured for 600 ms. */
const SLOW_FROM_MS = [600, 2900, 3900];
const OPENINGS = 200;
const MOUNTS = 50;
const SIZES = { reel: [1360, 300], five: [1328, 420], battle2: [1360, 420], battle4: [1360, 420] };

const args = process.argv.slice(2);
const asJSON = args[0] === "--json" && args.shift() !== undefined; // rows for tools/bench/client
const slow = args[0] === "--slow" && args.shift() !== undefined;
const shots = args[0] === "--shots" ? args.splice(0, 2)[1] : null;
const mean = (a) => a.reduce((x, y) => x + y, 0) / a.length;
const quantile = (a, q) => [...a].sort((x, y) => x - y)[Math.floor((a.length - 1) * q)];

const root = fileURLToPath(new URL("..", import.meta.url));
const server = await createServer({
  root,
  configFile: false,
  logLevel: "error",
  server: { port: 0, host: "127.0.0.1", fs: { allow: [`${root}..`] }, watch: null, hmr: false },
});
await server.listen();
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1440, height: 700 } });
page.on("pageerror", (error) => console.error("page:", error.message));
await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/bench/stage.html`);
await page.waitForFunction(() => globalThis.STAGE_BENCH, null, { timeout: 60_000 });
const devtools = await page.context().newCDPSession(page);
await devtools.send("HeapProfiler.enable");
await devtools.send("Performance.enable");

/** Processor time of the page's main thread so far. */
async function threadMs() {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "ThreadTime").value * 1000;
}

async function heapKB() {
  for (let i = 0; i < 3; i++) await devtools.send("HeapProfiler.collectGarbage");
  return (await devtools.send("Runtime.getHeapUsage")).usedSize / 1024;
}

/** What a frame allocates, whatever the collector has taken away since: a difference of heaps would miss that. */
async function allocatedKB(frames) {
  await devtools.send("HeapProfiler.startSampling", {
    samplingInterval: 1024,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await page.evaluate((n) => {
    for (let i = 0; i < n; i++) STAGE_BENCH.draw(600 + i * 16.7);
  }, frames);
  const { profile } = await devtools.send("HeapProfiler.stopSampling");
  const bytes = (node) => node.children.reduce((total, child) => total + bytes(child), node.selfSize);
  return bytes(profile.head) / frames / 1024;
}

async function measure(name, [w, h]) {
  await page.evaluate(([n, a, b]) => STAGE_BENCH.mount(n, a, b), [name, w, h]);
  await page.evaluate(() => STAGE_BENCH.frames(0, 2500)); // warm: shaders, textures, the compiler
  const before = await threadMs();
  const seeks = (await page.evaluate(() => STAGE_BENCH.cost(0, 5000, false))).length;
  const seekMs = ((await threadMs()) - before) / seeks;
  const whole = await page.evaluate(() => STAGE_BENCH.frames(0, 5000));
  const draws = [];
  for (let t = 0; t < 5000; t += 130) draws.push(await page.evaluate((at) => STAGE_BENCH.drawCalls(at), t));
  const allocKB = await allocatedKB(120);
  if (shots) {
    for (const t of [0, 600, 1600, 2400, 3100, 3500, 3900, 5200]) {
      await page.evaluate((at) => STAGE_BENCH.draw(at), t);
      await page.waitForTimeout(250);
      await page.screenshot({
        path: `${shots}/${name}-${t}.png`,
        clip: { x: 0, y: 0, width: w, height: h },
        timeout: 90_000,
      });
    }
  }
  await page.evaluate(() => STAGE_BENCH.unmount());
  return { seekMs, meanMs: mean(whole), p95Ms: quantile(whole, 0.95), draws: Math.max(...draws), allocKB };
}

async function keptKB(name, [w, h]) {
  const once = () =>
    page.evaluate(
      async ([n, a, b]) => {
        await STAGE_BENCH.mount(n, a, b);
        STAGE_BENCH.draw(700);
        STAGE_BENCH.draw(3900);
        STAGE_BENCH.unmount();
      },
      [name, w / 2, h],
    );
  for (let i = 0; i < 4; i++) await once();
  const before = await heapKB();
  for (let i = 0; i < MOUNTS; i++) await once();
  return ((await heapKB()) - before) / MOUNTS;
}

/** Frames of a phone, and what many openings on one stage leave behind. */
async function measureSlow(name) {
  await page.setViewportSize({ width: 390, height: 844 });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOW_RATE });
  await page.evaluate((n) => STAGE_BENCH.mount(n, 390, 542), name);
  await page.evaluate(() => STAGE_BENCH.frames(0, 600)); // warm
  const whole = [];
  for (const from of SLOW_FROM_MS) {
    whole.push(...(await page.evaluate((at) => STAGE_BENCH.frames(at, at + 600), from)));
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const got = { meanMs: mean(whole), p95Ms: quantile(whole, 0.95) };
  if (await page.evaluate(() => STAGE_BENCH.canOpenAgain())) {
    await page.evaluate(() => STAGE_BENCH.openings(20));
    const before = await heapKB();
    await page.evaluate((n) => STAGE_BENCH.openings(n), OPENINGS);
    got.keptMB = ((await heapKB()) - before) / 1024;
  }
  await page.evaluate(() => STAGE_BENCH.unmount());
  return got;
}

let missed = 0;
const rows = [];
const print = (cells) => asJSON || console.log(cells.join("\t"));
const goals = slow ? SLOW_GOALS : GOALS;
print(["scene", ...Object.entries(goals).map(([k, v]) => `${k} ≤ ${v}`)]);
for (const name of args.length ? args : Object.keys(SIZES)) {
  const got = slow ? await measureSlow(name) : await measure(name, SIZES[name]);
  if (!slow) got.keptKB = await keptKB(name, SIZES[name]);
  const cells = Object.entries(goals).map(([key, goal]) => {
    if (got[key] === undefined) return "–";
    const ok = got[key] <= goal;
    if (!ok) missed++;
    const value = got[key].toFixed(key === "draws" ? 0 : 3);
    rows.push({ name: `stage${slow ? " on a mid phone" : ""}: ${name}`, measure: key, value, goal: `≤ ${goal}`, met: ok, exact: key === "draws" });
    return `${value}${ok ? "" : " MISSED"}`;
  });
  print([name, ...cells]);
}
if (asJSON) console.log(JSON.stringify(rows));
await browser.close();
await server.close();
process.exitCode = missed ? 1 : 0;
