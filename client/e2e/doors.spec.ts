/**
 * What a session alone is not enough for: a withdrawal an hour after the login, logins on other devices that are seen
 * and ended, and a new password.
 */
import { expect, type Page } from "@playwright/test";
import { get, newPlayer, pageOf, post } from "./account.ts";
import { OwnServer } from "./own-server.ts";
import { passCaptcha } from "./phone.ts";
import { test } from "./test.ts";

const HOUR_MS = 3_600_000;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function withdraw(page: Page): Promise<void> {
  await page.getByLabel("Amount in R$").fill("10.00");
  await page.getByLabel("Pix key").fill("demo@example.com");
  await page.getByRole("button", { name: "Request withdrawal" }).click();
}

test("a withdrawal an hour later asks who it is and is made once; a copy of the token ends, another tab goes on", async ({
  browser,
}) => {
  const server = new OwnServer();
  try {
    await server.start();
    const page = await pageOf(browser, "", { baseURL: server.url });
    const { request } = page;
    const login = { phone: "demo02", password: "jadebox18" };
    const { token } = await post<{ token: string }>(request, "", "/api/user/login", login);
    await page.goto("/");
    await page.evaluate((value) => localStorage.setItem("token", value), token);
    await server.halt();
    await server.start(HOUR_MS);

    const asked = page.getByRole("dialog", { name: "Confirm that it is you" });
    const stored = () => page.evaluate(() => localStorage.getItem("token") ?? "");
    const made = async () => (await get<{ total: number }>(request, await stored(), "/api/pay/withdraw/record")).total;
    const tab = await page.context().newPage();
    await tab.goto("/user/account");
    await expect(tab.getByRole("heading", { name: login.phone, exact: true })).toBeVisible();
    await page.goto("/page/assets?openType=withdraw");
    await withdraw(page);
    await asked.getByLabel("Your password").fill("jadebox19");
    await asked.getByRole("button", { name: "Confirm" }).click();
    await expect(asked.getByText("(4105)")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(asked).toBeHidden();
    expect(await made()).toBe(0);

    await page.getByRole("button", { name: "Request withdrawal" }).click();
    await asked.getByLabel("Your password").fill(login.password);
    await asked.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Your withdrawal was requested")).toBeVisible();
    await expect(asked).toBeHidden();
    expect(await made()).toBe(1);
    expect(await stored()).not.toBe(token);
    const copied = await request.get("/api/user/info", { headers: { token } }); // by a thief of the token
    expect(await copied.json()).toMatchObject({ code: 403 });
    await expect(tab.getByRole("heading", { name: login.phone, exact: true })).toBeVisible();
    await tab.reload();
    await expect(tab.getByRole("heading", { name: login.phone, exact: true })).toBeVisible();
    await withdraw(page); // within ten minutes the proof is not asked for again
    await expect.poll(made).toBe(2);
  } finally {
    await server.stop();
  }
});

test("a login on a new device is told, listed and ended, and a new password ends every other", async ({
  browser,
  request,
  playwright,
  baseURL,
}) => {
  const { page, name, password } = await newPlayer(browser, request);
  const stranger = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL }); // without its cookies
  const login = async (word: string) =>
    (
      await stranger.post("/api/user/login", {
        data: { phone: name, password: word },
        headers: { "user-agent": FIREFOX },
      })
    ).json();
  const elsewhere = async () => pageOf(browser, (await login(password)).data.token);
  const loggedOut = (other: Page) =>
    expect(other.getByRole("banner").getByRole("button", { name: "Log in / Register" })).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: "Firefox · Linux" }).filter({ hasText: "Last used" });
  const told = page.getByRole("listitem").filter({ hasText: "Firefox · Linux" }).filter({ hasNotText: "Last used" });

  const second = await elsewhere();
  await second.goto("/user/account");
  await expect(second.getByRole("heading", { name })).toBeVisible();
  await page.goto("/user/account");
  await expect(page.getByText(/^A new device logged in to your account: Firefox · Linux, /)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "This device" })).toHaveCount(2); // and as a new one
  await row.getByRole("button", { name: "Log out: Firefox · Linux" }).click();
  await expect(page.getByText("That device is logged out")).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(told).toHaveText(/Logged out since$/); // the record of it outlives it
  await loggedOut(second);

  const third = await elsewhere();
  await third.goto("/user/account");
  await expect(third.getByRole("heading", { name })).toBeVisible();
  await page.getByRole("button", { name: "Change: Password" }).click();
  const change = page.getByRole("dialog", { name: "Change password" });
  await change.getByLabel("Current password").fill("wrong4harbor");
  await change.getByLabel("New password").fill("quiet9lantern");
  await change.getByRole("button", { name: "Change it" }).click();
  await expect(change.getByText("(4105)")).toBeVisible();
  await change.getByLabel("Current password").fill(password);
  await change.getByRole("button", { name: "Change it" }).click();
  await expect(page.getByText("Password changed, every other device is logged out")).toBeVisible();
  await loggedOut(third);
  await page.reload();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible(); // this one goes on
  expect(await login(password)).toMatchObject({ code: 4105 });
  expect(await login("quiet9lantern")).toMatchObject({ code: 200 });
});

test("after strangers' guesses a new device logs in by a human verification", async ({
  browser,
  request,
  playwright,
  baseURL,
}) => {
  const { name, password } = await newPlayer(browser, request);
  const stranger = await playwright.request.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.9" },
  });
  for (const code of [4105, 4105, 4105, 4105, 4105, 4109]) {
    const answer = await stranger.post("/api/user/login", { data: { phone: name, password: "wrong4harbor" } });
    expect(await answer.json()).toMatchObject({ code });
  }
  const page = await pageOf(browser, "");
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Log in / Register" }).click();
  const dialog = page.getByRole("dialog").first();
  await dialog.getByRole("tab", { name: "Log in" }).click();
  await dialog.getByLabel("Account").fill(name);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  await dialog.getByRole("button", { name: "Log in", exact: true }).click();
  await passCaptcha(page);
  await expect(page.getByText("Logged in")).toBeVisible();
});
