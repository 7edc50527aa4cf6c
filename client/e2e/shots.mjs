// Pictures of every screen, of a running server: node e2e/shots.mjs <address> <folder> [--readme] [name part…]
// Not a test: nothing is compared. Each player is new, so that no picture depends on what was done before.
// --readme takes what a window shows, as small WebP files; otherwise the whole page as PNG.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../bench/browser.mjs";

const readme = process.argv.includes("--readme");
const [address, folder, ...only] = process.argv.slice(2).filter((word) => word !== "--readme");
if (!address || !folder) {
  process.stderr.write("usage: node e2e/shots.mjs http://127.0.0.1:8080 shots [name part…]\n");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const LANGUAGES = ["zh", "en"];
const WIDTHS = { 1440: 900, 390: 844 };
/** Two rounds of a box with a wide spread, then three cheaper ones. */
const BATTLE = [3, 4, 5, 6, 7];

let made = 0;
async function call(token, method, path, body) {
  const response = await fetch(address + path, {
    method,
    headers: {
      "content-type": "application/json",
      "Idempotency-Key": `shots-${Date.now()}-${made++}`,
      ...(token && { token }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { code, errMsg, data } = await response.json();
  if (code !== 200) throw new Error(`${method} ${path}: ${code} ${errMsg}`);
  return data;
}

async function player() {
  const phone = `s${Date.now().toString(36)}${made++}`.slice(-13);
  const { token } = await call("", "POST", "/api/user/register", {
    phone,
    password: "shots2026x",
    fingerprinId: "shots",
  });
  return token;
}

const boxes = Object.fromEntries((await call("", "GET", "/api/box/list")).boxes.map((box) => [box.id, box]));
const open = (token, box, count) =>
  call(token, "POST", `/api/box/${box}/open`, { count, priceCents: boxes[box].priceCents });

/** A room of four; `seated` of them are there. All four make it start. */
async function battle(host, seated) {
  const priceCents = BATTLE.reduce((sum, box) => sum + boxes[box].priceCents, 0);
  const setup = { boxes: BATTLE, seats: 4, mode: "normal", private: false, priceCents };
  const { battleId } = await call(host, "POST", "/api/battle/create", setup);
  for (let i = 1; i < seated; i++) {
    await call(await player(), "POST", `/api/battle/${battleId}/join`, { seat: -1, code: "", priceCents });
  }
  return `/page/battle/${battleId}`;
}

const login = async (page, tab) => {
  await page
    .getByRole("banner")
    .getByRole("button")
    .filter({ hasText: /登录|Log in/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("tab").nth(tab).click();
};

/** name → what to do on a page; `as` is who looks: nobody, or a player with some items. */
const screens = {
  home: { go: "/" },
  "home-player": { as: "player", go: "/" },
  cases: { go: "/case/all" },
  box: { go: "/steer/case?box=3" },
  "box-reel": {
    as: "player",
    go: "/steer/case?box=3",
    ready: async (page) => {
      await pressOpen(page, 1);
      await page.waitForTimeout(3000);
    },
  },
  "box-result": {
    as: "player",
    go: "/steer/case?box=3",
    ready: async (page) => {
      await pressOpen(page, 5);
      await page.getByRole("region", { name: /What you got|本次获得/ }).waitFor({ timeout: 60_000 });
    },
  },
  hall: { go: "/page/caseBattle" },
  create: {
    as: "player",
    go: "/page/caseBattle",
    ready: async (page) => {
      await page
        .getByRole("button", { name: /创建对战|Create battle/ })
        .first()
        .click();
      const add = page.getByRole("dialog").getByRole("button", { name: /^添加|^Add / });
      for (let i = 0; i < 3; i++) await add.nth(i).click();
    },
  },
  "battle-waiting": { as: "player", go: (token) => battle(token, 2) },
  "battle-running": {
    as: "player",
    go: (token) => battle(token, 4),
    ready: async (page) => {
      await page
        .getByText(/第 2 \/ 5|Round 2 \/ 5|2 ?\/ ?5/)
        .first()
        .waitFor({ timeout: 40_000 });
      await page.waitForTimeout(1500);
    },
  },
  "battle-result": {
    as: "player",
    go: (token) => battle(token, 4),
    ready: (page) => page.getByRole("region", { name: /Finished|已结束|结束/ }).waitFor({ timeout: 90_000 }),
  },
  "upgrade-hall": {
    as: "player",
    go: "/page/upgradeHall",
    ready: async (page) => {
      await page.locator('main section button[aria-pressed="false"]').first().click();
      await page.getByRole("button", { name: "×2", exact: true }).click();
    },
  },
  "upgrade-stories": { go: "/upgrade/replay" },
  "roll-hall": { go: "/page/roll" },
  "roll-room": {
    as: "player",
    go: async () => `/page/roll/${(await call("", "GET", "/api/roll/room/home/list"))[0].id}`,
  },
  luckycards: { go: "/luckycard" },
  "luckycard-room": {
    as: "player",
    go: async () => `/luckycard/${(await call("", "GET", "/api/luckycard/rooms"))[0].id}`,
  },
  drops: { go: "/page/drop" },
  "wish-tree": { as: "player", go: "/page/wish" },
  "wish-room": {
    as: "player",
    go: async () => `/wish/${(await call("", "GET", "/api/wish/list?status=open&current=1&size=1")).rooms[0].id}`,
    ready: (page) => page.locator("[data-number]").first().waitFor(),
  },
  "wish-records": { as: "player", go: "/user/wish/record" },
  backpack: { as: "player", go: "/user/case" },
  account: { as: "player", go: "/user/account" },
  openings: { as: "player", go: "/user/mbox/record" },
  records: { as: "player", go: "/user/records" },
  battles: { as: "player", go: "/user/battle/record" },
  verify: { go: "/fair/verify" },
  "verify-result": {
    as: "player",
    go: async (token) => `/fair/verify?result=${encodeURIComponent((await open(token, 3, 1)).results[0].resultId)}`,
    ready: (page) => page.locator("[data-outcome]").waitFor({ timeout: 30_000 }),
  },
  instructions: { go: "/page/instrutions" },
  help: { go: "/page/helpcenter/hash" },
  login: { go: "/", ready: (page) => login(page, 0), window: true },
  register: { go: "/", ready: (page) => login(page, 1), window: true },
  menu: {
    as: "player",
    go: "/",
    only: 390,
    window: true,
    ready: (page) => page.getByRole("banner").locator("button[aria-haspopup=dialog]").click(),
  },
  funds: {
    as: "player",
    go: "/steer/case?box=20",
    window: true,
    ready: async (page) => {
      await pressOpen(page, 5);
      await page.getByRole("dialog").waitFor();
    },
  },
};

async function pressOpen(page, count) {
  await page.getByRole("radio", { name: `×${count}` }).click();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^(Open|开启)\s/ })
    .click();
}

/** The ticker fills after the page; without drops it stays empty. */
const tickerIsThere = (page) =>
  page
    .getByRole("region", { name: /^(Drops|掉落)$/ })
    .locator("img")
    .first()
    .waitFor({ timeout: 8000 })
    .catch(() => undefined);

/** Pictures that load when they are near the screen must be there before a whole page is taken. */
async function loadEverything(page) {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

const browser = await launch();
let failed = false;
for (const [name, screen] of Object.entries(screens)) {
  for (const language of LANGUAGES) {
    for (const [width, height] of Object.entries(WIDTHS)) {
      const title = `${name}-${language}-${width}`;
      if (only.length > 0 && !only.some((part) => title.includes(part))) continue;
      if (screen.only && screen.only !== Number(width)) continue;
      try {
        await shoot(title, screen, language, Number(width), height);
      } catch (error) {
        failed = true;
        process.stdout.write(`${title}: ${String(error).slice(0, 300)}\n`);
      }
    }
  }
}
await browser.close();
process.exit(failed ? 1 : 0);

async function shoot(title, screen, language, width, height) {
  const phone = width < 750;
  const context = await browser.newContext({ viewport: { width, height }, isMobile: phone, hasTouch: phone });
  try {
    const token = screen.as ? await player() : "";
    if (screen.as === "player") await open(token, 3, 5);
    const place = typeof screen.go === "function" ? await screen.go(token) : screen.go;
    await context.addInitScript(
      ([stored, key]) => {
        localStorage.setItem("language", stored);
        if (key) localStorage.setItem("token", key);
      },
      [language, token],
    );
    const page = await context.newPage();
    const said = [];
    page.on("console", (message) => message.type() === "error" && said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    await page.goto(address + place);
    await page.locator("main h1, main h2, main img").first().waitFor();
    await screen.ready?.(page);
    await tickerIsThere(page);
    await loadEverything(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (readme) await shootWindow(page, join(folder, `${title}.webp`));
    else await page.screenshot({ path: join(folder, `${title}.png`), fullPage: !screen.window, timeout: 60_000 });
    process.stdout.write(`${title}${wide > 0 ? ` WIDER BY ${wide} px` : ""}${said.map((s) => `\n  ${s}`).join("")}\n`);
  } finally {
    await context.close();
  }
}

async function shootWindow(page, file) {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 90 });
  writeFileSync(file, Buffer.from(data, "base64"));
}
