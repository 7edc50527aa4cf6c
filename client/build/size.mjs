// Prints what each route really downloads, gzip, against the goals of the client design; exits 1 when one is missed.
// Reads the manifest of the last build: run after `npm run build`. What a screen fetches when it is idle, or when the
// player asks for it, is shown beside the goals and counts towards none. --json prints the rows that have goals, for
// tools/bench/client.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const asJSON = process.argv.includes("--json");
const [given] = process.argv.slice(2).filter((word) => word !== "--json");
const dist = given ? pathToFileURL(`${resolve(given)}/`) : new URL("../dist/", import.meta.url);
if (!existsSync(new URL(".vite/manifest.json", dist))) {
  process.stderr.write("no build found: run npm run build first\n");
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
const KB = 1024;
/** Of a route beside home. */
const ROUTE_KB = 25;
/** Routes that have more in them, with reasons (docs/client.md); another one may not. */
const LARGER_KB = { "battle/room.tsx": 28, "box.tsx": 28, "help/instructions-page.tsx": 26 };
const gzip = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;

function closure(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    if (!manifest[key]) throw new Error(`the manifest does not know ${key}`);
    seen.add(key);
    closure(manifest[key].imports ?? [], seen);
  }
  return seen;
}

const files = (keys) => new Set([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith(".js")));
const styles = (keys) => new Set([...keys].flatMap((key) => manifest[key].css ?? []));
const without = (set, other) => new Set([...set].filter((file) => !other.has(file)));
const sum = (set) => [...set].reduce((total, file) => total + gzip(file), 0);
const kb = (bytes) => (bytes / KB).toFixed(1).padStart(7);

let failed = false;
const rows = [];
const print = (line) => asJSON || process.stdout.write(line);
const row = (name, bytes, goalKB) => {
  const over = goalKB !== undefined && bytes > goalKB * KB;
  failed ||= over;
  if (goalKB !== undefined) {
    rows.push({
      name: "bundle",
      measure: name.trim(),
      value: `${kb(bytes).trim()} KB`,
      goal: `≤ ${goalKB} KB`,
      met: !over,
      exact: true,
    });
  }
  const goal = goalKB === undefined ? "" : `  goal ${String(goalKB).padStart(4)}${over ? "  MISSED" : ""}`;
  print(`${name.padEnd(44)} ${kb(bytes)} KB${goal}\n`);
};

// The default language: its texts are part of what every visit needs.
const entry = ["index.html", "src/main.tsx", "src/i18n/texts.zh.ts"];
const homeKeys = closure([...entry, "src/routes/screens/home.tsx"]);
const home = files(homeKeys);
row("home: JavaScript", sum(home), 165);
for (const file of home) row(`  ${file.slice("assets/".length)}`, gzip(file));
const later = Object.keys(manifest).filter((key) => ["live", "overlay-parts", "toasts"].includes(manifest[key].name));
row("  fetched later: live updates, overlays, toasts", sum(without(files(closure(later)), home)));

const shellStyles = styles(closure(entry));
const table = readFileSync(new URL("../src/routes/table.ts", import.meta.url), "utf8");
const screens = [...table.matchAll(/import\("([^"]+)"\)/g)].map(([, path]) => new URL(path, "file:/src/routes/"));
// The rooms of a kind are imported by its feature.
const ofKinds = Object.keys(manifest).filter(
  (key) => /^src\/features\/[^/]+\/(lobby|room)\.tsx$/.test(key) && manifest[key].isDynamicEntry,
);
const routes = [...new Set([...screens.map(({ pathname }) => pathname.slice(1)), ...ofKinds])].sort();
const nameOf = (key) => key.replace(/^src\/(features|routes\/screens)\//, "");
const names = new Set(routes.map(nameOf));
for (const name of Object.keys(LARGER_KB)) {
  if (!names.has(name)) throw new Error(`LARGER_KB has ${name}, which is no screen`);
}
for (const key of routes) {
  const name = nameOf(key);
  if (!manifest[key]) throw new Error(`${key} is a screen that others import: what they need wants a file of its own`);
  const keys = closure([...entry, key]);
  if (name !== "home.tsx") row(`+ ${name}`, sum(without(files(keys), home)), LARGER_KB[name] ?? ROUTE_KB);
  const css = without(styles(keys), shellStyles);
  if (css.size > 0) row(`  CSS of ${name}`, sum(css), 10);
}
row("shell: CSS", sum(shellStyles), 10);

const pixi = new Set(
  Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => /assets\/pixi-/.test(file)),
);
row("Pixi set", sum(pixi), 160);
const pixiOnHome = [...home].some((file) => pixi.has(file));
rows.push({
  name: "bundle",
  measure: "Pixi on home",
  value: pixiOnHome ? "yes" : "no",
  goal: "no",
  met: !pixiOnHome,
  exact: true,
});
if (pixiOnHome) {
  failed = true;
  print("Pixi is on home: MISSED\n");
}
const latin = Object.keys(manifest).filter((key) => /(sora|geist)-latin-wght-normal\.woff2$/.test(key));
row(
  "fonts (Latin)",
  latin.reduce((total, key) => total + readFileSync(new URL(manifest[key].file, dist)).length, 0),
  65,
);
if (asJSON) process.stdout.write(`${JSON.stringify(rows)}\n`);
process.exit(failed ? 1 : 0);
