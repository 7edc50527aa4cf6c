/**
 * A new player's first day, the days that follow, and the seventh: on a server whose clock goes ahead with the story.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import { get, openBox, pageOf, playFirst, post } from "./account.ts";
import { OwnServer } from "./own-server.ts";
import { registerOn } from "./player.ts";
import { test } from "./test.ts";

const DAY_MS = 86_400_000;
const NOON_MS = 12 * 3_600_000;
const WEEK = 7;
/** No test waits for what is still open when a day ends. */
const BRIEF = ["--drain", "1s"];
const EVERY_DAY = { activityBaseIdent: "Sign", activityType: "every" };

/** Noon by UTC, which is far from midnight wherever the site may be: no day ends in the middle of the story. */
const untilNoon = (): number => (NOON_MS - (Date.now() % DAY_MS) + DAY_MS) % DAY_MS;

const board = (page: Page): Locator => page.getByRole("dialog", { name: "Daily sign-in" });
const day = (page: Page, n: number): Locator => board(page).getByRole("button", { name: new RegExp(`^Day ${n}\\b`) });

async function openBoard(page: Page, n: number): Promise<void> {
  await page.goto("/page/caseBattle");
  await page
    .getByRole("complementary", { name: "Shortcuts" })
    .getByRole("button", { name: "Sign-in (ready to claim)" })
    .click();
  await expect(day(page, n)).toHaveAccessibleName(/Tap to claim/);
}

async function sign(page: Page, n: number): Promise<void> {
  await day(page, n).click();
  await page.getByRole("dialog", { name: "Sign-in complete" }).getByRole("button", { name: "OK" }).click();
  await expect(day(page, n)).toHaveAttribute("data-state", "claimed");
}

test("a new player signs in for seven days, and the seventh gives its box", async ({ browser }) => {
  test.slow(); // seven starts of a server
  const server = new OwnServer();
  try {
    const noon = untilNoon();
    await server.start(noon, ...BRIEF);
    const page = await pageOf(browser, "", { baseURL: server.url, welcome: true });
    const { request } = page;

    // The first day: an account, the box that welcomes it, the first sign-in, the first task.
    await registerOn(page);
    const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
    const welfare = page.getByRole("dialog", { name: "New-player welfare" });
    await playFirst(request, token);
    await welfare.getByRole("button", { name: "Open for free" }).click();
    await welfare.getByRole("button", { name: "Next: first recharge" }).click();
    await expect(welfare.locator("[aria-current=step]")).toHaveText("3Recharge box"); // it was recharged already
    await page.keyboard.press("Escape");
    const chip = page.getByRole("button", { name: /^New-player welfare \d\d:\d\d:\d\d$/ });
    await expect(chip).toBeVisible();
    await openBoard(page, 1);
    await sign(page, 1);
    for (let boxes = 10; boxes < 25; boxes += 5) await openBox(request, token, 5);
    await page.goto("/page/task");
    const spender = page.locator("[data-box='1']"); // fifty gems spent in a day
    await spender.getByRole("button", { name: "Claim" }).click();
    await expect(spender).toHaveAttribute("data-state", "claimed");

    for (let n = 2; n <= WEEK; n++) {
      await server.halt();
      await server.start(noon + (n - 1) * DAY_MS, ...BRIEF);
      if (n < WEEK) for (let boxes = 0; boxes < 10; boxes += 5) await openBox(request, token, 5);
      if (n > 2 && n < WEEK) {
        await post(request, token, "/api/newActivity/handlerActivity/claim", { ...EVERY_DAY, conditionNum: n });
        continue;
      }
      await openBoard(page, n);
      if (n === 2) {
        await expect(chip).toBeHidden(); // the welcome was for the first day
        await sign(page, n);
      }
    }

    // The seventh day asks for twenty boxes that were opened on it; what the first day's task counted begins anew.
    await day(page, WEEK).click();
    const required = page.getByRole("dialog", { name: "Requirement for today" });
    await expect(required).toContainText("Done today: 0 / 20");
    await page.goto("/page/task");
    await expect(spender).toHaveAttribute("data-state", "open");
    await expect(spender).toContainText("0.00 / 50.00");
    for (let boxes = 0; boxes < 20; boxes += 5) await openBox(request, token, 5);
    await openBoard(page, WEEK);
    await sign(page, WEEK);
    const me = await get<{ bagNum: number }>(request, token, "/api/user/info");
    // The welcome, what was opened and the seventh day's box; the house may have given more.
    expect(me.bagNum).toBeGreaterThanOrEqual(1 + 25 + 5 * 10 + 20 + 1);
  } finally {
    await server.stop();
  }
});
