/**
 * What opens over the screens: WCAG 2.2 AA by axe and no sideways scrolling, in every language; and what only keys can
 * do. The screens: routes.spec.ts.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import { patterns } from "../src/routes/paths.ts";
import { type Account, FIRST_LIGHT, get, newAccount, newPlayer, openBox, pageOf, playFirst, post } from "./account.ts";
import { go } from "./go.ts";
import { isReadableAtBothWidths, isReadableInEveryLanguage, NARROW, WIDE } from "./readable.ts";
import { test } from "./test.ts";

/** What lies over a page is the same over all: axe walks the whole document, and this one is the smallest. */
const SMALL = patterns.outbox;

let account: Account;

test.beforeAll(async ({ request }) => {
  account = await newAccount(request);
});

test("a guest is asked for the password of a streamer's room in the list", async ({ browser, request }) => {
  const login = { phone: "streamer1", password: "jadebox18" };
  const { token } = await post<{ token: string }>(request, "", "/api/user/login", login);
  const setup = {
    name: "Axe",
    description: "Sweep",
    joinType: "roll_join_password",
    password: "open sesame",
    gemsCents: [100],
    openAtMs: Date.now() + 3_600_000,
  };
  const { rollId } = await post<{ rollId: string }>(request, token, "/api/studio/roll/create", setup);
  await post(request, token, `/api/studio/roll/${rollId}/publish`);
  const guest = await pageOf(browser, account.token, { viewport: NARROW });
  await guest.goto("/page/roll");
  const card = guest.getByRole("listitem").filter({ has: guest.locator(`a[href="/page/roll/${rollId}"]`) });
  await card.getByRole("button").click();
  await expect(guest.getByRole("dialog", { name: "Axe" }).getByLabel("Room password")).toBeVisible();
  await isReadableInEveryLanguage(guest, "room password 390");
  await post(request, token, `/api/studio/roll/${rollId}/cancel`);
});

test("login, registration, phone menu, seed, sale and error are readable dialogs", async ({ browser, request }) => {
  const stranger = await pageOf(browser, "", { viewport: WIDE });
  await stranger.goto(SMALL);
  await stranger.getByRole("banner").getByRole("button", { name: "Log in / Register" }).click();
  const login = stranger.getByRole("dialog", { name: "Welcome to Jadebox" });
  await login.locator("button[type=submit]").click(); // with every message
  await expect(login.getByRole("alert")).toHaveCount(3);
  await isReadableAtBothWidths(stranger, "login");
  await login.getByRole("tab", { name: "Register" }).click();
  await isReadableInEveryLanguage(stranger, "register 390");
  await stranger.keyboard.press("Escape");
  await stranger.getByRole("button", { name: "Menu" }).click();
  await isReadableInEveryLanguage(stranger, "menu 390");

  const { token } = await newAccount(request);
  await openBox(request, token);
  const page = await pageOf(browser, token, { viewport: NARROW });
  await page.goto("/user/case");
  await page.getByRole("button", { name: "Sell all" }).click();
  await isReadableInEveryLanguage(page, "sale 390");
  await go(page, "/user/account");
  await page.getByRole("button", { name: "Change my seed" }).click();
  await isReadableInEveryLanguage(page, "seed 390");
  await go(page, "/steer/case?box=20");
  await page.getByRole("combobox", { name: "How many boxes" }).selectOption("5");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Open\s/ })
    .click();
  await expect(page.getByRole("dialog").getByText("Error 6002")).toBeVisible();
  await isReadableInEveryLanguage(page, "error 390");
});

test("notices and the game guide are readable over every page", async ({ browser }) => {
  const page = await pageOf(browser, "", { viewport: WIDE });
  await page.goto(SMALL);
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
    await isReadableAtBothWidths(page, dialog);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("each step of a new player's welcome, and its chip, is readable", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request, { viewport: WIDE, welcome: true });
  const step = page.getByRole("dialog").locator("[aria-current=step]");
  await page.goto(SMALL);
  await expect(step).toHaveText("1Free box");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Open for free" })).toBeVisible();
  await isReadableAtBothWidths(page, "free box");
  const { welfareTaskBox } = await get<{ welfareTaskBox: { id: number }[] }>(
    request,
    token,
    "/api/task/register/welfare",
  );
  await playFirst(request, token);
  await post(request, token, "/api/task/open", { boxId: welfareTaskBox[0]?.id });
  await page.reload();
  await expect(step).toHaveText("3Recharge box");
  await isReadableAtBothWidths(page, "recharge box");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^New-player welfare/ })).toBeVisible();
  await isReadableAtBothWidths(page, "chip", '[data-part="welfare-chip"]');
});

test("dialogs about the player's identity are readable", async ({ browser }) => {
  const page = await pageOf(browser, account.token, { viewport: WIDE });
  await page.goto("/user/account");
  for (const [i, row] of ["Picture and frame", "Phone", "Trade link", "Real name", "Change: Name"].entries()) {
    await page.setViewportSize(i % 2 === 0 ? WIDE : NARROW);
    const opener = page.getByRole("main").getByRole("button", { name: row }).first();
    await opener.click();
    await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
    await isReadableInEveryLanguage(page, row);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("the sign-in's board, refusal and week are readable dialogs", async ({ browser, request }) => {
  const { token } = await newAccount(request);
  const page = await pageOf(browser, token, { viewport: WIDE });
  await page.goto("/page/caseBattle");
  await page
    .getByRole("complementary", { name: "Shortcuts" })
    .getByRole("button", { name: /^Sign-in/ })
    .click();
  const board = page.getByRole("dialog", { name: "Daily sign-in" });
  await expect(board.getByRole("listitem")).toHaveCount(11);
  await isReadableAtBothWidths(page, "board");
  await board.getByRole("button", { name: /^Day 2\b/ }).click();
  await expect(page.getByRole("dialog", { name: "Not claimed" })).toBeVisible();
  await isReadableInEveryLanguage(page, "not one's turn");
  await page.keyboard.press("Escape");
  await board.getByRole("button", { name: "Weekly benefit" }).click();
  await expect(page.getByRole("dialog", { name: "Weekly benefit" }).getByRole("listitem")).toHaveCount(4);
  await isReadableAtBothWidths(page, "week");
});

test("the page of a site that cannot be reached is readable at 1440 and 390 px", async ({ browser }) => {
  const page = await pageOf(browser, "", { viewport: WIDE });
  await page.goto("/offline.html");
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  await isReadableAtBothWidths(page, "offline", "main", "");
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
  const sell = results.getByRole("button", { name: /^Sell all/ });
  await expect(sell).toBeVisible();
  await tabTo(page, sell);
  await page.keyboard.press("Enter");
  await expect(results.getByRole("button", { name: "Sold" })).toBeDisabled();
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
    // Matched as it is named to a screen reader: the text of an element has no spaces where its parts are apart on
    // screen.
    if (await element.and(page.locator(":focus")).count()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`40 times Tab does not reach ${element}`);
}
