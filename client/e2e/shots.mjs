// Pictures of every screen, of a running server:
//   node e2e/shots.mjs <address> <folder> [--data=DIR] [--languages=zh,en,pt] [--sheets] [--readme] [name part…]
// Not a test: nothing is compared. But each picture is told with what is wrong in it without looking: sideways
// scrolling, text that is cut off, keys instead of texts, errors on the console. --data is the server's directory, for
// what only an operator gives; --sheets puts the pictures together, to be looked at; --readme takes what a window
// shows, as small WebP files.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launch } from "../bench/browser.mjs";
import { screens } from "./screens.mjs";
import { activities } from "./screens-activities.mjs";
import { World } from "./screens-world.mjs";
import { sheets } from "./sheets.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string", default: "" },
    languages: { type: "string", default: "zh,en,pt" },
    sheets: { type: "boolean", default: false },
    readme: { type: "boolean", default: false },
  },
});
const [address, folder, ...only] = positionals;
if (!address || !folder) {
  process.stderr.write("usage: node e2e/shots.mjs http://127.0.0.1:8080 shots [name part…]\n");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const FIRST = "zh"; // what is done before a picture is done in this language
const WIDTHS = { 1440: 900, 390: 844 };
const languages = values.languages.split(",");
const world = new World(address, values.data);
const browser = await launch();
const taken = [];
let failed = false;

for (const [name, screen] of Object.entries({ ...screens, ...activities })) {
  for (const [width, height] of Object.entries(WIDTHS)) {
    const titles = languages
      .map((language) => ({ language, title: `${name}-${language}-${width}` }))
      .filter(({ title }) => only.length === 0 || only.some((part) => title.includes(part)));
    if (titles.length === 0 || (screen.only && screen.only !== Number(width))) continue;
    try {
      await shoot(titles, screen, Number(width), height);
    } catch (error) {
      failed = true;
      process.stdout.write(`${name}-${width}: ${String(error).slice(0, 400)}\n`);
    }
  }
}
if (values.sheets) await sheets(browser, folder, taken);
await browser.close();
process.exit(failed ? 1 : 0);

/** One page for all languages: that it can change its language where it stands is a part of the picture. */
async function shoot(titles, screen, width, height) {
  const phone = width < 750;
  const context = await browser.newContext({ viewport: { width, height }, isMobile: phone, hasTouch: phone });
  try {
    const token = await world.viewer(screen.as);
    const place = typeof screen.go === "function" ? await screen.go(world, token) : screen.go;
    await context.addInitScript(
      ([language, key, welcome]) => {
        if (localStorage.getItem("language") === null) localStorage.setItem("language", language);
        if (key) localStorage.setItem("token", key);
        if (!welcome) localStorage.setItem("welfareQuiet", "1"); // it would lie over all that is to be seen
      },
      [FIRST, token, screen.welcome === true],
    );
    const page = await context.newPage();
    const said = [];
    page.on("console", (message) => message.type() === "error" && said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    await screen.before?.(page);
    await page.goto(address + place);
    await page.locator("main :is(h1, h2, img):visible").first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
    await screen.ready?.(page, world);
    await tickerIsThere(page);
    for (const { language, title } of titles) {
      await speak(page, language);
      await loadEverything(page);
      const file = join(folder, `${title}.${values.readme ? "webp" : "png"}`);
      if (values.readme) await shootWindow(page, file);
      else await shootPage(page, file, screen.window ? 0 : width);
      taken.push({ title, width, language, file });
      const wrong = [...(await page.evaluate(lookOver)), ...said.splice(0)];
      process.stdout.write(`${title}${wrong.map((line) => `\n  ${line}`).join("")}\n`);
    }
  } finally {
    await context.close();
  }
}

/** Chooses a language in the header, whatever lies over it; a page without one is loaded again. */
async function speak(page, language) {
  const tag = { zh: "zh-CN", pt: "pt-BR" }[language] ?? language;
  if ((await page.evaluate(() => document.documentElement.lang)) === tag) return;
  const chosen = await page.evaluate((wanted) => {
    const select = document.querySelector("header select");
    if (!select) return false;
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select, wanted);
    return select.dispatchEvent(new Event("change", { bubbles: true }));
  }, language);
  if (!chosen) {
    await page.evaluate((wanted) => localStorage.setItem("language", wanted), language);
    await page.reload();
  }
  await page.locator(`html[lang="${tag}"]`).waitFor();
  await page.waitForTimeout(250); // texts of the page's own namespaces
}

/** Runs in the page: what can be seen to be wrong without eyes. */
function lookOver() {
  const wrong = new Set();
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) wrong.add(`WIDER BY ${wider} px`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const box = node.parentElement;
    if (text === "" || !box?.checkVisibility({ visibilityProperty: true })) continue;
    if (box.closest(".sr, script, style, noscript, option, [inert], [aria-label=Drops], [aria-label=掉落]")) continue;
    if (/^(?:[a-z][a-zA-Z]*:)?[a-z][a-zA-Z]*(?:\.[a-zA-Z0-9_]+)+$/.test(text)) wrong.add(`KEY ${text}`);
    for (let at = box; at && at !== document.body; at = at.parentElement) {
      const { overflowX, display } = getComputedStyle(at);
      if (display === "inline" || overflowX === "visible") continue;
      if (overflowX === "hidden" && at.scrollWidth > at.clientWidth + 1 && at.clientWidth > 1) {
        const range = document.createRange();
        range.selectNodeContents(node);
        if (range.getBoundingClientRect().right > at.getBoundingClientRect().right + 1)
          wrong.add(`CUT ${text.slice(0, 60)}`);
      }
      break;
    }
  }
  return [...wrong];
}

/** The ticker fills after the page; without drops it stays empty. */
async function tickerIsThere(page) {
  const drops = page.getByRole("region", { name: /^(Drops|掉落)$/ });
  await drops
    .locator("img")
    .first()
    .waitFor({ timeout: 3000 })
    .catch(() => undefined);
}

/** Pictures that load when they are near the screen must be there before a whole page is taken. */
async function loadEverything(page) {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

/** A whole page is a window as tall as it is: what stays at the edge of a window stands at the edge of the picture. */
async function shootPage(page, file, whole) {
  const before = page.viewportSize();
  if (whole) {
    await page.setViewportSize({
      width: whole,
      height: await page.evaluate(() => document.documentElement.scrollHeight),
    });
    await page.waitForTimeout(150);
  }
  await page.screenshot({ path: file, fullPage: whole > 0, timeout: 60_000 });
  await page.setViewportSize(before);
}

async function shootWindow(page, file) {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 90 });
  writeFileSync(file, Buffer.from(data, "base64"));
}
