/** The mall (product spec §2, §6, §8): search, the real name that buying needs, and a price that has changed. */
import { execFileSync } from "node:child_process";
import { expect, type Page } from "@playwright/test";
import { get, newPlayer, pageOf, test } from "./account.ts";

interface Offers {
  readonly total: number;
  readonly records: readonly { readonly id: number; readonly name: string; readonly priceCents: number }[];
}

const operator = (...args: readonly string[]): void => {
  const data = process.env.JADEBOX_E2E_DATA ?? "";
  execFileSync(process.env.JADEBOX_BIN ?? "../bin/jadebox", ["mall", "--data", data, ...args]);
};

/** A card that no other run has, with its check character. */
function newCard(): string {
  const body = `11010519${50 + (Date.now() % 40)}1130${String(Math.floor(Date.now() / 40) % 1000).padStart(3, "0")}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(body[i]), 0);
  return body + "10X98765432"[sum % 11];
}

async function quiet(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Real-name verification" });
  await dialog.getByLabel("Do not show again today").check();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

test("a visitor is asked to log in", async ({ browser }) => {
  const page = await pageOf(browser, "");
  await page.goto("/page/store?type=skin");
  await expect(page.getByRole("dialog")).toContainText("Log in");
  await expect(page.getByRole("heading", { name: "Mall" })).toHaveCount(0);
});

test("searched for, refused without a real name, bought, and found among the orders", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  const affordable = await get<Offers>(request, token, "/api/mall/items?maxCents=5000&size=1");
  const offer = affordable.records[0];
  if (!offer) throw new Error("nothing on sale");
  const [, name = ""] = offer.name.split("|");

  await page.goto("/page/case/all");
  await page.getByRole("banner").getByRole("button", { name: "Search the mall" }).click();
  await page.getByRole("dialog").getByLabel("Search the mall").fill(name);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/page\/store\?type=skin&q=/);
  await quiet(page);
  await page.getByLabel("To", { exact: true }).fill("50");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/max=50/);
  await page.locator(`a[href="/page/store/${offer.id}"]`).click();

  const price = (offer.priceCents / 100).toFixed(2);
  const buy = async () => {
    await page.getByRole("button", { name: "Buy", exact: true }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Buy for ${price}` })
      .click();
  };
  await buy();
  const problem = page.getByRole("dialog", { name: "That did not work" });
  await expect(problem).toContainText("6005");
  await problem.getByRole("button", { name: "Verify your name" }).click();
  const dialog = page.getByRole("dialog", { name: "Real-name verification" });
  await dialog.getByLabel("Name", { exact: true }).fill("王小明");
  await dialog.getByLabel("ID number").fill(newCard());
  await dialog.getByLabel("I agree").check();
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.getByText("Identity verified")).toBeVisible();

  await buy();
  await expect(page.getByRole("dialog", { name: "It is yours" })).toBeVisible();
  await page.getByRole("dialog").getByRole("link", { name: "To the backpack" }).click();
  await expect(page.getByText("Mall purchase")).toBeVisible();
  await page.goto("/user/store/record");
  const row = page.getByRole("row").filter({ hasText: price });
  await expect(row).toContainText("In backpack");
});

test("a price that changed under the player's eyes is refused", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  const { records } = await get<Offers>(request, token, "/api/mall/items?sort=price_asc&size=1");
  const offer = records[0];
  if (!offer) throw new Error("nothing on sale");
  await page.goto("/page/store?type=skin");
  await page.getByRole("dialog", { name: "Real-name verification" }).getByLabel("Name", { exact: true }).fill("王小明");
  const dialog = page.getByRole("dialog", { name: "Real-name verification" });
  await dialog.getByLabel("ID number").fill(newCard());
  await dialog.getByLabel("I agree").check();
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/page/store/${offer.id}`);
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  operator("price", String(offer.id), "77.00");
  try {
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Buy for/ })
      .click();
    const problem = page.getByRole("dialog", { name: "That did not work" });
    await expect(problem).toContainText("price updated, please refresh the page");
    await expect(problem).toContainText("630");
    await problem.getByRole("button", { name: "Refresh the page" }).click();
    await expect(page.locator("main").getByText("77.00")).toBeVisible();
  } finally {
    operator("usual", String(offer.id));
  }
});
