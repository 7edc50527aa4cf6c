// Prints what each route really downloads, gzip, against the goals of the client design; exits 1 when one is missed.
// Reads the manifest of the last build: run after `npm run build`.
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
if (!existsSync(new URL(".vite/manifest.json", dist))) {
  process.stderr.write("no build found: run npm run build first\n");
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
const KB = 1024;
const gzip = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;

function closure(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key) || !manifest[key]) continue;
    seen.add(key);
    closure(manifest[key].imports ?? [], seen);
  }
  return seen;
}

const files = (keys) => new Set([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith(".js")));
const styles = (keys) => new Set([...keys].flatMap((key) => manifest[key].css ?? []));
const sum = (set) => [...set].reduce((total, file) => total + gzip(file), 0);
const kb = (bytes) => (bytes / KB).toFixed(1).padStart(7);

const shell = ["index.html", "src/app/shell.tsx"];
const words = Object.keys(manifest).filter(
  (key) => /\/i18n\/(shell\/)?zh\.json$/.test(key) && key.startsWith("src/i18n"),
);
const homeKeys = closure([...shell, ...words, "src/app/routes/home.tsx", "src/features/home/i18n/zh.json"]);
const home = files(homeKeys);
let failed = false;
const row = (name, bytes, goalKB) => {
  const over = bytes > goalKB * KB;
  failed ||= over;
  process.stdout.write(
    `${name.padEnd(44)} ${kb(bytes)} KB  goal ${String(goalKB).padStart(4)}${over ? "  MISSED" : ""}\n`,
  );
};

row("home: JavaScript", sum(home), 135);
for (const key of Object.keys(manifest).sort()) {
  if (!/^src\/app\/routes\/.*\.tsx$/.test(key) || !manifest[key].isDynamicEntry) continue;
  const keys = closure([...shell, key]);
  const extra = new Set([...files(keys)].filter((file) => !home.has(file)));
  if (key !== "src/app/routes/home.tsx") row(`+ ${key.slice("src/app/routes/".length)}`, sum(extra), 25);
  const css = [...styles(keys)].filter((file) => !styles(closure(shell)).has(file));
  if (css.length > 0) row(`  CSS of ${key.slice("src/app/routes/".length)}`, sum(new Set(css)), 10);
}
row("shell: CSS", sum(styles(closure(shell))), 10);

const pixi = new Set(
  Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => /assets\/pixi-/.test(file)),
);
row("Pixi set", sum(pixi), 160);
if ([...home].some((file) => pixi.has(file))) {
  failed = true;
  process.stdout.write("Pixi is on home: MISSED\n");
}
const latin = Object.keys(manifest).filter((key) => /(sora|geist)-latin-wght-normal\.woff2$/.test(key));
row(
  "fonts (Latin)",
  latin.reduce((total, key) => total + readFileSync(new URL(manifest[key].file, dist)).length, 0),
  65,
);
process.exit(failed ? 1 : 0);
