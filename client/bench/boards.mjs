// node bench/boards.mjs [FOLDER] [name part…]
// Story boards: every tier and scene of the stage at twelve moments, a WebP sheet each, into docs/stage/boards unless
// another folder is given. Drawn by seeking the scenes themselves, so two runs give the same pictures.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { launch } from "./browser.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [folder = join(root, "../docs/stage/boards"), ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await createServer({
  root,
  configFile: false,
  logLevel: "error",
  server: { port: 0, host: "127.0.0.1", fs: { allow: [`${root}..`] }, watch: null, hmr: false },
});
await server.listen();
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.on("pageerror", (error) => console.error("page:", error.message));
await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/bench/boards.html`);
await page.waitForFunction(() => globalThis.BOARDS, null, { timeout: 120_000 });
const names = await page.evaluate(() => BOARDS.names);
let failed = false;
for (const name of names) {
  if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
  try {
    const picture = await page.evaluate((n) => BOARDS.sheet(n), name);
    const bytes = Buffer.from(picture.slice(picture.indexOf(",") + 1), "base64");
    writeFileSync(join(folder, `${name}.webp`), bytes);
    console.log(`${name}\t${Math.round(bytes.length / 1024)} KB`);
  } catch (error) {
    failed = true;
    console.error(`${name}: ${String(error).slice(0, 400)}`);
  }
}
await browser.close();
await server.close();
process.exit(failed ? 1 : 0);
