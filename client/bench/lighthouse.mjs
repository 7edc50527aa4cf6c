// Lighthouse on a running server against the goals of the client:
// node bench/lighthouse.mjs [address] [--path=/] [--runs=3] [--json: rows for tools/bench/client]
// Lighthouse is fetched by npm when it is wanted; it is no dependency of the client. The median run counts:
// a busy machine makes single runs worthless. Exits 1 when a goal is missed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { browserArgs } from "./browser.mjs";

const VERSION = "13.5.0";
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    path: { type: "string", default: "/" },
    runs: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
  },
});
const address = positionals[0] ?? "http://127.0.0.1:8080";

const GOALS = {
  desktop: { performance: 98, accessibility: 100, "best-practices": 100, seo: 100, cls: 0.02 },
  mobile: { performance: 90, accessibility: 100, "best-practices": 100, seo: 100, cls: 0.02 },
};
const SHOWN = {
  fcp: "first-contentful-paint",
  lcp: "largest-contentful-paint",
  tbt: "total-blocking-time",
  si: "speed-index",
};
const CATEGORIES = Object.keys(GOALS.desktop).filter((name) => name !== "cls");

const folder = mkdtempSync(join(tmpdir(), "jadebox-lighthouse-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function run(device, number, again = 2) {
  const report = join(folder, `${device}-${number}.json`);
  const flags = ["--headless=new", ...browserArgs].join(" ");
  const options = [
    ...["exec", "--yes", `--package=lighthouse@${VERSION}`, "--", "lighthouse", new URL(values.path, address).href],
    ...["--quiet", "--output=json", `--output-path=${report}`, `--chrome-flags=${flags}`],
    ...(device === "desktop" ? ["--preset=desktop"] : []),
  ];
  const env = { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? "/usr/bin/chromium" };
  const { status, stderr } = spawnSync("npm", options, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`lighthouse ended with ${status}: ${stderr.slice(-600)}`);
  const result = JSON.parse(readFileSync(report, "utf8"));
  // A busy machine sometimes loses the browser's trace: such a report holds no score at all.
  if (result.runtimeError && again > 0) return run(device, number, again - 1);
  if (result.runtimeError) throw new Error(`lighthouse: ${result.runtimeError.message}`);
  return result;
}

/** The run in the middle by performance. */
function median(reports) {
  const sorted = [...reports].sort((a, b) => a.categories.performance.score - b.categories.performance.score);
  return sorted[Math.floor(sorted.length / 2)];
}

const rows = [];
const print = (...cells) =>
  values.json || process.stdout.write(`${cells.map((cell, i) => String(cell).padEnd(i === 1 ? 18 : 11)).join("")}\n`);
let missed = false;

print("device", "measure", "value", "goal", "");
for (const [device, goals] of Object.entries(GOALS)) {
  const report = median(Array.from({ length: Number(values.runs) }, (_, i) => run(device, i)));
  const judge = (measure, value, goal, good) => {
    missed ||= !good;
    const exact = measure !== "performance";
    rows.push({ name: `Lighthouse: ${device}`, measure, value: String(value), goal, met: good, exact });
    print(device, measure, value, goal, good ? "" : "MISSED");
  };
  for (const name of CATEGORIES) {
    const score = Math.round(report.categories[name].score * 100);
    judge(name, score, `>= ${goals[name]}`, score >= goals[name]);
  }
  const cls = report.audits["cumulative-layout-shift"].numericValue;
  judge("CLS", cls.toFixed(4), `<= ${goals.cls}`, cls <= goals.cls);
  for (const [short, audit] of Object.entries(SHOWN))
    print(device, short.toUpperCase(), report.audits[audit].displayValue, "");
  for (const name of CATEGORIES.slice(1)) explain(report, name);
}
const load = loadavg()[0];
print(
  "machine",
  "load",
  load.toFixed(1),
  `<= ${availableParallelism()}`,
  load > availableParallelism() ? "busy: figures tell little" : "",
);
if (values.json) process.stdout.write(`${JSON.stringify(rows)}\n`);
process.exit(missed ? 1 : 0);

/** What a category that must be perfect lost its points for. */
function explain({ categories, audits }, name) {
  if (values.json) return;
  for (const { id, weight } of categories[name].auditRefs) {
    const { score, title, details } = audits[id];
    if (weight === 0 || score === null || score === 1) continue;
    process.stdout.write(`  ${name}: ${title}\n`);
    for (const item of (details?.items ?? []).slice(0, 5)) {
      const what = item.node?.selector ?? item.description ?? item.source?.url ?? item.url ?? JSON.stringify(item);
      process.stdout.write(`    ${what}\n`);
    }
  }
}
