/**
 * Sessions that end while their pages are open, the way from a phone to a password, and a popup that stays away for a
 * day.
 */
import { expect, type Page } from "@playwright/test";
import { newPlayer, pageOf } from "./account.ts";
import { codeIn, newPhone } from "./phone.ts";
import { test } from "./test.ts";

/** Design of reliability and security: an old token's sockets close within 5 s. */
const CLOSED_WITHIN_MS = 5000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** When the page's first socket closed; 0 while it is open. */
async function firstSocketOf(page: Page, address: string): Promise<() => number> {
  let closedMs = 0;
  const opened = page.waitForEvent("websocket");
  await page.goto(address);
  (await opened).on("close", () => {
    closedMs = Date.now();
  });
  return () => closedMs;
}

test("a player who wants another password without a phone binds one first, and every other page is logged out at once", async ({
  browser,
  request,
}) => {
  const phone = newPhone();
  const { page, name, password, token } = await newPlayer(browser, request, { language: "zh" });
  const elsewhere = await pageOf(browser, token);
  const closedMs = await firstSocketOf(elsewhere, "/user/account");
  await expect(elsewhere.getByRole("heading", { name })).toBeVisible();

  await page.clock.install();
  await page.goto("/user/account");
  await page.getByRole("button", { name: "修改：登录密码" }).click();
  await page.getByRole("button", { name: "忘记密码？用手机验证码" }).click();
  const binding = page.getByRole("dialog", { name: "绑定手机" });
  await binding.getByLabel("手机号").fill(phone);
  await codeIn(binding, request, phone, "zh");
  expect(closedMs()).toBe(0); // until now it is open
  const bound = page.waitForResponse((response) => response.url().endsWith("/bundling/phone"));
  await binding.getByRole("button", { name: "绑定", exact: true }).click();
  await bound;
  const boundMs = Date.now();
  await expect(page.getByText("手机号绑定成功，继续修改密码")).toBeVisible();
  await expect.poll(closedMs).toBeGreaterThan(0);
  expect(closedMs() - boundMs).toBeLessThan(CLOSED_WITHIN_MS);
  await expect(elsewhere.getByRole("banner").getByRole("button", { name: "Log in / Register" })).toBeVisible();

  const reset = page.getByRole("dialog", { name: "修改密码" });
  await expect(reset.getByLabel("手机号")).toHaveValue(phone);
  await expect(reset.getByRole("button", { name: /^\d+ 秒$/ })).toBeDisabled(); // a minute between two codes
  await page.clock.fastForward(60_000); // of this page: the server of these tests has a second
  await expect(reset.getByRole("button", { name: "发送验证码" })).toBeEnabled();
  await codeIn(reset, request, phone, "zh");
  await reset.getByLabel("新密码").fill("quiet9lantern");
  await reset.getByRole("button", { name: "确认修改" }).click();
  await expect(page.getByText("重置成功，请重新登录")).toBeVisible();
  const login = async (secret: string) =>
    (await request.post("/api/user/login", { data: { phone: name, password: secret } })).json();
  expect(await login(password)).toMatchObject({ code: 4105 });
  expect(await login("quiet9lantern")).toMatchObject({ code: 200 });
});

test("the real-name popup stays away for the day on which it was told to, and no longer", async ({
  browser,
  request,
}) => {
  const { page } = await newPlayer(browser, request);
  const popup = page.getByRole("dialog", { name: "Real-name verification" });
  const enter = async () => {
    await page.goto("/page/store");
    await expect(page.getByRole("heading", { name: "Mall" })).toBeVisible();
    await page.locator('main a[href^="/page/store/"]').first().click();
    // the player is known: a click before that would buy
    await expect(page.getByRole("banner").getByText("1,000.00")).toBeVisible();
    await page.getByRole("button", { name: "Buy", exact: true }).click();
  };
  await enter();
  await expect(popup).toBeVisible();
  await page.keyboard.press("Escape"); // closing alone is not the tick for today
  await expect(popup).toBeHidden();
  await enter();
  await popup.getByLabel("Do not show again today").check();
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();
  await enter();
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Buy for/ })).toBeVisible();
  await expect(popup).toHaveCount(0);
  await page.clock.setFixedTime(Date.now() + DAY_MS);
  await enter();
  await expect(popup).toBeVisible();
});
