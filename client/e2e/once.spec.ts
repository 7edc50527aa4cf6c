/** Two clicks in one turn, before anything is drawn again: buttons that pay have one effect. Openings: box.spec.ts. */
import { expect, type Locator, type Page } from "@playwright/test";
import { FIRST_LIGHT, get, newPlayer, openBox } from "./account.ts";
import { test } from "./test.ts";

const twice = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });

interface Told extends Window {
  told?: string[];
}

/** Everything that is told in a corner from the next load on: it is gone by itself, often before a test looks. */
async function toldOn(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const told: string[] = [];
    (window as Told).told = told;
    const seen = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll("[popover]")) {
        if (!seen.has(toast)) told.push(toast.textContent ?? "");
        seen.add(toast);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as Told).told ?? []);
}

interface Info {
  readonly balance: number;
  readonly bagNum: number;
}

test("a battle is created once, and left once", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  const before = (await get<Info>(request, token, "/api/user/info")).balance;
  const told = await toldOn(page);
  await page.goto("/page/caseBattle");
  await page.getByRole("button", { name: "Create battle" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Add First Light/ }).click();
  await twice(dialog.getByRole("button", { name: /^Create and pay/ }));
  await page.waitForURL(/\/page\/battle\/\d+/);
  const paid = before - FIRST_LIGHT.priceCents / 100;
  expect((await get<Info>(request, token, "/api/user/info")).balance).toBe(paid);
  const { total } = await get<{ total: number }>(request, token, "/api/battle/mine?current=1&size=12");
  expect(total).toBe(1);

  await twice(page.getByRole("button", { name: /^Leave/ }));
  await expect(page.getByText("This battle was cancelled")).toBeVisible();
  await page.waitForLoadState("networkidle"); // the answer to the second click is here, if there was one
  expect(await told(), "no refusal of the second click").toEqual([]);
  expect((await get<Info>(request, token, "/api/user/info")).balance).toBe(before);
});

test("an item is sold once", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  const { results, balanceCents } = await openBox(request, token);
  const told = await toldOn(page);
  await page.goto("/user/case");
  await page.getByRole("button", { name: /^Sell for/ }).click();
  await twice(page.getByRole("dialog").getByRole("button", { name: "Sell", exact: true }));
  await expect(page.getByText("Your backpack is empty.")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(await told(), "shown once, and nothing refused").toHaveLength(1);
  expect(await get<Info>(request, token, "/api/user/info")).toEqual(
    expect.objectContaining({ balance: (balanceCents + (results[0]?.valueCents ?? 0)) / 100, bagNum: 0 }),
  );
});
