/** Product spec §2 and §8: a screen's code that does not come. §7: Pix with a code that only a bank can read. */
import { expect, type Page } from "@playwright/test";
import { newPlayer } from "./account.ts";
import { balance } from "./player.ts";
import { test } from "./test.ts";

/** The code of the VIP screen, and no other screen's. */
const CODE = /\/assets\/vip-[^/]*\.js$/;

const levels = (page: Page) => page.getByRole("heading", { level: 1 }).filter({ hasText: "VIP" });

test("a screen whose code fails once is there at the second try", async ({ browser, request }) => {
  const { page } = await newPlayer(browser, request);
  const banners = "**/api/home/sys/banner**";
  await page.route(banners, () => undefined); // never answered: home still waits for it when it is left
  const waiting = page.waitForRequest(banners);
  await page.goto("/");
  await waiting;
  await page.evaluate(() => {
    document.body.style.overflow = "hidden";
  });
  const cancelled = page.waitForEvent("requestfailed", (failed) => failed.url().includes("/api/home/sys/banner"));
  let asked = 0;
  await page.route(CODE, (route) => {
    asked++;
    return asked === 1 ? route.abort() : route.continue();
  });
  await page.getByRole("banner").locator('a[href="/user/vip"]').click();
  await expect(levels(page)).toBeVisible();
  expect(asked).toBeGreaterThan(1);
  await cancelled; // by the navigation, which has also given the page its scrolling back
  await expect(page.locator("body")).not.toHaveCSS("overflow", "hidden");
});

test("a screen whose code stays away is an error inside the page, and comes with the code", async ({
  browser,
  request,
}) => {
  const { page } = await newPlayer(browser, request);
  page.removeAllListeners("pageerror"); // it is what this is about
  await page.goto("/");
  await page.route(CODE, (route) => route.abort());
  await page.getByRole("banner").locator('a[href="/user/vip"]').click();
  const again = page.getByRole("main").getByRole("button", { name: "Reload" });
  await expect(again).toBeVisible({ timeout: 30_000 }); // the same path was loaded again before
  await expect(page).toHaveURL(/\/user\/vip$/);
  await expect(page.getByRole("banner")).toBeVisible();
  await page.unroute(CODE);
  await again.click();
  await expect(levels(page)).toBeVisible();
});

test("Pix: a BR Code, paid at the demo's bank by two tabs, credits once", async ({ browser, request }) => {
  const { page } = await newPlayer(browser, request);
  await page.goto("/page/assets");
  await page.getByRole("radio", { name: "Pix" }).click();
  await page
    .getByRole("button", { name: /10\.00/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Pay R$ 10.00" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("code")).toHaveText(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/);
  const image = dialog.getByRole("img", { name: "QR code of the payment" });
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const before = await balance(page);
  const address = await dialog.getByRole("link", { name: "Demo: pay at the sandbox bank" }).getAttribute("href");
  const tabs = await Promise.all([0, 1].map(() => page.context().newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(address ?? "")));
  await Promise.all(tabs.map((tab) => tab.getByRole("button", { name: "Pay, webhook twice" }).click()));
  for (const tab of tabs) await expect(tab.getByRole("status")).toHaveText("Done: twice");
  await expect(dialog.locator("[data-state]")).toHaveAttribute("data-state", "paid");
  await expect.poll(() => balance(page)).toBe(before + 1002);
});
