/**
 * Responsible play (docs/rules.md): a limit holds in every tab, an exclusion ends every session, and a visit is shown
 * what it cost.
 */
import { expect, type Page } from "@playwright/test";
import { FIRST_LIGHT } from "./account.ts";
import { player } from "./player.ts";
import { test } from "./test.ts";

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem("token") ?? "");

async function openBox(page: Page): Promise<number> {
  const answer = await page.request.post(`/api/box/${FIRST_LIGHT.id}/open`, {
    headers: { token: await tokenOf(page), "Idempotency-Key": `limit-${Date.now()}` },
    data: { count: 1, priceCents: FIRST_LIGHT.priceCents },
  });
  return (await answer.json()).errCode;
}

test("a limit holds at once in every tab, and a looser one waits", async ({ browser }) => {
  const { page } = await player(browser, "/user/limits");
  const other = await page.context().newPage();
  await other.goto("/user/limits");
  for (const tab of [page, other]) await expect(tab.getByText("0.00 gems spent, no limit").first()).toBeVisible();

  await page.getByLabel("Gems a day", { exact: true }).fill("0.01");
  await page.keyboard.press("Enter");
  for (const tab of [page, other]) await expect(tab.getByText("0.00 of 0.01 gems spent")).toBeVisible();
  expect(await openBox(page)).toBe(5900);

  await other.getByRole("button", { name: "Remove (Gems a day)" }).click();
  for (const tab of [page, other]) await expect(tab.getByText(/^Becomes No limit on /)).toBeVisible();
  expect(await openBox(page)).toBe(5900);
  await page.getByRole("button", { name: "Keep the limit of now (Gems a day)" }).click();
  for (const tab of [page, other]) await expect(tab.getByText(/^Becomes /)).toBeHidden();
});

test("an exclusion ends every session and refuses the login", async ({ browser }) => {
  const { page, name, password } = await player(browser, "/user/limits");
  const other = await page.context().newPage();
  await other.goto("/user/case");
  await page.getByRole("button", { name: "Exclude myself" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Exclude myself" })).toBeDisabled();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Exclude myself" }).click();
  await expect(page.getByText(/^You have excluded yourself until /)).toBeVisible();
  for (const tab of [page, other])
    await expect(tab.getByRole("banner").getByRole("button", { name: "Log in / Register" })).toBeVisible();
  const answer = await page.request.post("/api/user/login", { data: { phone: name, password } });
  expect(await answer.json()).toMatchObject({ errCode: 5903 });
});

test("after half an hour a visit is told what it has cost", async ({ browser }) => {
  const { page } = await player(browser, null);
  const info = await page.request.get("/api/user/info", { headers: { token: await tokenOf(page) } });
  const { id } = (await info.json()).data;
  // Before the page itself begins a visit, which would write its own over this one.
  await page.addInitScript((player) => {
    const begun = Date.now() - 31 * 60_000;
    const visit = { player, since: begun, seen: Date.now(), told: begun, every: 30 };
    localStorage.setItem("visit", JSON.stringify(visit));
  }, id);
  await page.goto("/page/caseBattle");
  const check = page.getByRole("dialog", { name: "A moment for yourself" });
  await expect(check).toContainText("You have been here for 31 minutes");
  await expect(check).toContainText("Net");
  await check.getByRole("link", { name: "Limits and breaks" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Responsible play" })).toBeVisible();
  await expect(check).toBeHidden();
  const told = await page.evaluate(() => JSON.parse(localStorage.getItem("visit") ?? "{}").told);
  expect(told).toBeGreaterThan(Date.now() - 10 * 60_000);
});
