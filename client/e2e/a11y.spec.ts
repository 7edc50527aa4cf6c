/** Every screen × three languages × two widths: WCAG 2.2 AA by axe, no sideways scrolling; and what only keys can do. */
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import axeCore from "axe-core";
import { type Account, FIRST_LIGHT, get, newAccount, newPlayer, openBox, pageOf, post, test } from "./account.ts";

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const LANGUAGES = ["zh", "en", "pt"] as const;

let account: Account;
let proof = "";
let battle = "";
let wish = "";
let roll = "";
let luckycard = "";
let spreadCode = "";

test.beforeAll(async ({ request }) => {
  account = await newAccount(request);
  const { results } = await openBox(request, account.token, 5);
  proof = encodeURIComponent(results[0]?.resultId ?? "");
  const setup = { boxes: [FIRST_LIGHT.id, FIRST_LIGHT.id], seats: 3, mode: "normal", private: false };
  const { battleId } = await post<{ battleId: string }>(request, account.token, "/api/battle/create", {
    ...setup,
    priceCents: 2 * FIRST_LIGHT.priceCents,
  });
  battle = battleId;
  // The halls open their first rooms in the seconds after the start.
  await expect(async () => {
    const { rooms } = await get<{ rooms: { id: string }[] }>(
      request,
      "",
      "/api/wish/list?status=open&current=1&size=1",
    );
    const rolls = await get<{ id: string }[]>(request, "", "/api/roll/room/home/list");
    const decks = await get<{ id: string }[]>(request, "", "/api/luckycard/rooms");
    for (const list of [rooms, rolls, decks]) expect(list[0]).toBeDefined();
    wish = rooms[0]?.id ?? "";
    roll = rolls[0]?.id ?? "";
    luckycard = decks[0]?.id ?? "";
  }).toPass();
  ({ spreadCode } = await get<{ spreadCode: string }>(request, account.token, "/api/promotion/info"));
});

/** The last upgrade of a house player: they upgrade all the time, the first of them most of a minute after the start. */
async function upgraded(request: APIRequestContext): Promise<{ id: string; playerId: string }> {
  let last: { id: string; playerId: string } | undefined;
  await expect(async () => {
    [last] = (await get<{ upgrades: { id: string; playerId: string }[] }>(request, "", "/api/upgrade/recent")).upgrades;
    expect(last).toBeDefined();
  }).toPass();
  return last as { id: string; playerId: string };
}

/** What axe finds on the page as it stands, short enough to read in a test report. */
async function violations(page: Page): Promise<string[]> {
  // Once a document: half a megabyte of script for every look would take ten times as long as looking.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeCore.source);
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof axeCore };
    const { violations: found } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ""}`),
    );
  }, RULES);
}

/** What answers a new width (observers, the frame after them) has been drawn. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
  );

async function isReadable(page: Page, what: string): Promise<void> {
  await atRest(page);
  expect.soft(await violations(page), what).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(wider, `${what}: wider than the screen`).toBeLessThanOrEqual(0);
}

/** Changes the language where the player does: the header of a wide screen. */
async function speak(page: Page, language: (typeof LANGUAGES)[number]): Promise<void> {
  const choice = page.getByRole("banner").locator("select");
  if ((await choice.inputValue()) !== language) await choice.selectOption(language);
  await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${language}`));
}

test("axe finds what is wrong, so that nothing found means nothing wrong", async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>t</title><main><h1>t</h1><input><p style="color:#ccc">faint</p></main></html>',
  );
  const found = (await violations(page)).map((line) => line.slice(0, line.indexOf(":")));
  expect(found).toEqual(expect.arrayContaining(["label", "color-contrast"]));
});

type Path = (request: APIRequestContext) => string | Promise<string>;
const PLACES: readonly [name: string, path: Path, visitor?: "visitor"][] = [
  ["home", () => "/", "visitor"],
  ["box list", () => "/case/all", "visitor"],
  ["box", () => `/steer/case?box=${FIRST_LIGHT.id}`],
  ["roll rooms", () => "/page/roll", "visitor"],
  ["roll room", () => `/page/roll/${roll}`],
  ["roll records", () => "/user/roll/record"],
  ["extra drops", () => "/user/drop/record"],
  ["studio without the role", () => "/page/studio"],
  ["task boxes", () => "/page/task"],
  ["task boxes for a visitor", () => "/page/task", "visitor"],
  ["free box", () => "/freeSKins/11"],
  ["battle hall", () => "/page/caseBattle"],
  ["battle room", () => `/page/battle/${battle}`],
  ["backpack", () => "/user/case"],
  ["account", () => "/user/account"],
  ["assets", () => "/page/assets"],
  ["withdrawal", () => "/page/assets?openType=withdraw"],
  ["withdrawal records", () => "/user/assets/record"],
  ["recharge records", () => "/user/recharge/record"],
  ["cards", () => "/user/cards"],
  ["exchange", () => "/user/exchange"],
  ["exchange records", () => "/user/exchange/record"],
  ["outbox", () => "/demo/outbox?phone=13800000000", "visitor"],
  ["activities", () => "/page/active"],
  ["moon box", () => "/moonbox", "visitor"],
  ["new year", () => "/newyear2025", "visitor"],
  ["VIP", () => "/user/vip"],
  ["own limits", () => "/user/limits"],
  ["promotion", () => "/page/promotion"],
  ["shared link", () => `/page/source?poster=${spreadCode}`],
  ["opening records", () => "/user/mbox/record"],
  ["all records", () => "/user/records"],
  ["battle records", () => "/user/battle/record"],
  ["upgrade hall", () => "/page/upgradeHall"],
  ["upgrade ranking", () => "/upgrade/rank", "visitor"],
  ["upgrade stories", () => "/upgrade/replay", "visitor"],
  [
    "upgrade in detail",
    async (request) => `/upgrade/detail?result=${encodeURIComponent((await upgraded(request)).id)}`,
    "visitor",
  ],
  ["a player's upgrades", async (request) => `/upgrade/userInfo/${(await upgraded(request)).playerId}`, "visitor"],
  [
    "a player's upgrade records",
    async (request) => `/upgrade/userRecord/${(await upgraded(request)).playerId}`,
    "visitor",
  ],
  ["lucky cards", () => "/luckycard", "visitor"],
  ["lucky-card room", () => `/luckycard/${luckycard}`],
  ["lucky center", () => "/luckycenter"],
  ["upgrade records", () => "/user/upgrade/record"],
  ["trade in", () => "/page/replaceSkins"],
  ["trade-in records", () => "/user/replace/record"],
  ["mall", () => "/page/store?type=skin"],
  ["item of the mall", () => "/page/store/1"],
  ["mall orders", () => "/user/store/record"],
  ["retrieval records", () => "/user/retrieve/record"],
  ["hash ranking", () => "/page/hashrank", "visitor"],
  ["drops", () => "/page/drop", "visitor"],
  ["wish tree", () => "/page/wish"],
  ["wish tree for a visitor", () => "/page/wish", "visitor"],
  ["wish room", () => `/wish/${wish}`],
  ["wish records", () => "/user/wish/record"],
  ["verification", () => `/fair/verify?result=${proof}`],
  ["instructions", () => "/page/instrutions", "visitor"],
  ["help", () => "/page/helpcenter/hash", "visitor"],
  ["help about Steam", () => "/page/helpcenter/steamBind", "visitor"],
];

for (const [name, path, visitor] of PLACES) {
  test(`${name}: zh, en, pt at 1440 and 390 px`, async ({ browser, request }) => {
    const page = await pageOf(browser, visitor ? "" : account.token, { viewport: WIDE, language: "zh" });
    // The mall asks for a real name when one enters it.
    await page.addInitScript(() => {
      const now = new Date();
      localStorage.setItem("realNameQuiet", `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`);
    });
    await page.goto(await path(request));
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    if (name === "verification") await expect(page.locator("[data-outcome]")).toBeVisible();
    for (const language of LANGUAGES) {
      await page.setViewportSize(WIDE);
      await speak(page, language);
      await isReadable(page, `${language} 1440`);
      await page.setViewportSize(NARROW);
      await isReadable(page, `${language} 390`);
    }
  });
}

/** What has another address or another frame on phones than the places above. */
for (const path of ["/page/upgrade", "/user/luckycenter"]) {
  test(`${path} at 390 px`, async ({ browser }) => {
    const page = await pageOf(browser, account.token, { viewport: NARROW });
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await isReadable(page, "390");
  });
}

test("studio: own rooms, a new one, a draft, live entrants, the overlay", async ({ browser, request }) => {
  const login = { phone: "streamer1", password: "jadebox18" };
  const { token } = await post<{ token: string }>(request, "", "/api/user/login", login);
  const make = async (joinType: string, more: object = {}) => {
    const setup = {
      ...more,
      name: "Axe",
      description: "Sweep",
      joinType,
      gemsCents: [100],
      openAtMs: Date.now() + 3_600_000,
    };
    return (await post<{ rollId: string }>(request, token, "/api/studio/roll/create", setup)).rollId;
  };
  const [draft, live] = [await make("roll_join_once_password"), await make("roll_join_open")];
  await post(request, token, `/api/studio/roll/${live}/publish`);
  await post(request, account.token, "/api/roll/room/join/room", { roomId: live, spreadCode: "", vcode: "" });
  const page = await pageOf(browser, token, { viewport: WIDE, language: "zh" });
  const paths = ["/page/studio", "/page/studio/new", `/page/studio/${draft}`, `/page/studio/${live}`];
  for (const [i, path] of paths.entries()) {
    await page.setViewportSize(WIDE);
    await page.goto(path);
    await speak(page, LANGUAGES[i % LANGUAGES.length] ?? "zh");
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await isReadable(page, `${path} 1440`);
    await page.setViewportSize(NARROW);
    await isReadable(page, `${path} 390`);
  }
  const overlay = await page.locator("code", { hasText: "/overlay/roll/" }).textContent();
  await page.goto(overlay ?? "");
  await expect(page.getByText("Axe")).toBeVisible();
  await isReadable(page, "overlay");

  // And what a guest is asked in the list.
  const asking = await make("roll_join_password", { password: "open sesame" });
  await post(request, token, `/api/studio/roll/${asking}/publish`);
  const guest = await pageOf(browser, account.token, { viewport: NARROW });
  await guest.goto("/page/roll");
  const card = guest.getByRole("listitem").filter({ has: guest.locator(`a[href="/page/roll/${asking}"]`) });
  await card.getByRole("button").click();
  await expect(guest.getByRole("dialog", { name: "Axe" }).getByLabel("Room password")).toBeVisible();
  await isReadable(guest, "room password 390");
  for (const roll of [draft, live, asking]) await post(request, token, `/api/studio/roll/${roll}/cancel`);
});

test("dialogs: login, register, phone menu, seed, sale, error", async ({ browser, request }) => {
  const stranger = await pageOf(browser, "", { viewport: WIDE });
  await stranger.goto("/");
  await stranger.getByRole("banner").getByRole("button", { name: "Log in / Register" }).click();
  const login = stranger.getByRole("dialog", { name: "Welcome to Jadebox" });
  await login.locator("button[type=submit]").click(); // with every message
  await expect(login.getByRole("alert")).toHaveCount(3);
  for (const size of [WIDE, NARROW]) {
    await stranger.setViewportSize(size);
    await isReadable(stranger, `login ${size.width}`);
  }
  await login.getByRole("tab", { name: "Register" }).click();
  await isReadable(stranger, "register 390");
  await stranger.keyboard.press("Escape");
  await stranger.getByRole("button", { name: "Menu" }).click();
  await isReadable(stranger, "menu 390");

  const { token } = await newAccount(request);
  await openBox(request, token);
  const page = await pageOf(browser, token, { viewport: NARROW });
  await page.goto("/user/case");
  await page.getByRole("button", { name: "Sell all" }).click();
  await isReadable(page, "sale 390");
  await page.goto("/user/account");
  await page.getByRole("button", { name: "Change my seed" }).click();
  await isReadable(page, "seed 390");
  await page.goto("/steer/case?box=20");
  await page.getByRole("radio", { name: "×5" }).click();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Open\s/ })
    .click();
  await expect(page.getByRole("dialog").getByText("Error 6002")).toBeVisible();
  await isReadable(page, "error 390");
});

test("overlays of the shell: notices and the game guide", async ({ browser }) => {
  const page = await pageOf(browser, "", { viewport: WIDE });
  await page.goto("/page/drop");
  for (const [button, dialog] of [
    ["Notices", "Notices"],
    ["Game guide", "Game guide"],
  ] as const) {
    await page.setViewportSize(WIDE);
    await page.getByRole("contentinfo").getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog", { name: dialog }).getByRole("heading").first()).toBeVisible();
    await expect(
      page
        .getByRole("dialog")
        .getByText(/^Official welfare roll rooms$|^How it stays fair$/)
        .first(),
    ).toBeVisible();
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size);
      await isReadable(page, `${dialog} ${size.width}`);
    }
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("the welcome of a new player: its steps and its chip", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request, { viewport: WIDE, welcome: true });
  const both = async (name: string) => {
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size);
      await isReadable(page, `${name} ${size.width}`);
    }
  };
  const step = page.getByRole("dialog").locator("[aria-current=step]");
  await page.goto("/page/drop");
  await expect(step).toHaveText("1Free box");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Open for free" })).toBeVisible();
  await both("free box");
  const { welfareTaskBox } = await get<{ welfareTaskBox: { id: number }[] }>(
    request,
    token,
    "/api/task/register/welfare",
  );
  await post(request, token, "/api/task/open", { boxId: welfareTaskBox[0]?.id });
  await page.reload();
  await expect(step).toHaveText("2First recharge");
  await expect(page.getByRole("dialog").getByLabel("Gems", { exact: true })).toBeVisible();
  await both("first recharge");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^New-player welfare/ })).toBeVisible();
  await both("chip");
});

test("dialogs about the player's identity", async ({ browser }) => {
  const page = await pageOf(browser, account.token, { viewport: WIDE, language: "zh" });
  await page.goto("/user/account");
  for (const [i, row] of ["头像与头像框", "手机", "交易链接", "实名"].entries()) {
    await page.setViewportSize(i % 2 === 0 ? WIDE : NARROW);
    const opener = page.getByRole("main").getByRole("button", { name: row }).first();
    await opener.click();
    await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
    await isReadable(page, row);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("dialogs of the sign-in: the board, what is not one's turn, the week", async ({ browser, request }) => {
  const { token } = await newAccount(request);
  const page = await pageOf(browser, token, { viewport: WIDE, language: "pt" });
  await page.goto("/page/caseBattle");
  await page.getByRole("button", { name: /^Check-in diário/ }).click();
  const board = page.getByRole("dialog", { name: "Check-in diário" });
  await expect(board.getByRole("listitem")).toHaveCount(11);
  const seen = async (what: string) => {
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size);
      await isReadable(page, `${what} ${size.width}`);
    }
  };
  await seen("board");
  await board.getByRole("button", { name: /^Dia 2\b/ }).click();
  await expect(page.getByRole("dialog", { name: "Não resgatado" })).toBeVisible();
  await isReadable(page, "not one's turn");
  await page.keyboard.press("Escape");
  await board.getByRole("button", { name: "Benefício semanal" }).click();
  await expect(page.getByRole("dialog", { name: "Benefício semanal" }).getByRole("listitem")).toHaveCount(4);
  await seen("week");
});

test("the page of a closed site, at 1440 and 390 px", async ({ browser }) => {
  const page = await pageOf(browser, "", { viewport: WIDE });
  await page.route("**/api/**", (route) => route.fulfill({ status: 503, body: "" })); // an open site leads back
  await page.goto(`/siteMaintain.html?timer=${Date.now() + 3_600_000}`);
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    await expect(page.getByRole("timer")).toBeVisible();
    await isReadable(page, `closed ${size.width}`);
  }
});

test("the page of a site that cannot be reached, at 1440 and 390 px", async ({ browser }) => {
  const page = await pageOf(browser, "", { viewport: WIDE });
  await page.goto("/offline.html");
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    await isReadable(page, `offline ${size.width}`);
  }
});

test("a box is opened and sold with keys alone; focus is always seen", async ({ browser }) => {
  const page = await pageOf(browser, account.token, { viewport: WIDE });
  await page.goto(`/steer/case?box=${FIRST_LIGHT.id}`);
  const main = page.getByRole("main");
  const open = main.getByRole("button", { name: /^Open\s/ });
  await expect(open).toBeVisible();

  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await tabTo(page, main.getByRole("radio", { name: "×1" }));
  await page.keyboard.press("ArrowRight");
  await expect(main.getByRole("radio", { name: "×2" })).toBeChecked();
  await tabTo(page, open);
  await expect(open).not.toHaveCSS("outline-style", "none"); // the shadow is there without the focus, too
  await expect(open).not.toHaveCSS("outline-width", "0px");
  await page.keyboard.press("Enter");
  const results = page.getByRole("region", { name: "What you got" });
  await expect(results.getByRole("listitem")).toHaveCount(2);
  const sell = results.getByRole("button", { name: /^Sell all for/ });
  await tabTo(page, sell);
  await page.keyboard.press("Enter");
  await expect(sell).toHaveCount(0);
});

test("a dialog keeps the focus, Escape closes it and the focus goes back", async ({ browser }) => {
  const page = await pageOf(browser, "", { viewport: WIDE });
  await page.goto("/");
  const opener = page.getByRole("banner").getByRole("button", { name: "Log in / Register" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  const inside = () =>
    page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null);
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press("Tab");
    expect(await inside()).toBe(true); // the body stands for the browser's own controls
  }
  await dialog.getByRole("tab", { name: "Log in" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("tab", { name: "Register" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

/** Presses Tab until the element has the focus: it must be reachable, and soon. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let i = 0; i < 40; i++) {
    // Matched as it is named to a screen reader: the text of an element has no spaces where its parts are apart on screen.
    if (await element.and(page.locator(":focus")).count()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`40 times Tab does not reach ${element}`);
}
