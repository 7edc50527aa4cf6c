/** Product spec §4: an item on its way is asked for; its end is told by a notice that stays. Statuses of §3 afterwards. */
import { expect, type Page } from "@playwright/test";
import { newPlayer, openBox, pageOf, post, test } from "./account.ts";

/** The demo's own accounts have trade links: the sandbox ships to the first and fails for the second. */
const login = (request: Parameters<typeof post>[0], phone: string) =>
  post<{ token: string }>(request, "", "/api/user/login", { phone, password: "jadebox18" });

async function retrieve(page: Page): Promise<void> {
  await page.goto("/user/case");
  await page.getByRole("button", { name: "Retrieve", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Retrieve this item?" });
  await dialog.getByRole("button", { name: "Retrieve", exact: true }).click();
}

test("an item is shipped: the notice stays, the records say so", async ({ browser, request }) => {
  const { token } = await login(request, "demo01");
  await openBox(request, token);
  const page = await pageOf(browser, token);
  await retrieve(page);
  await expect(page.getByText("The item is on its way")).toBeVisible();
  const notice = page.getByText(/Delivery succeeded: .*accept the trade offer/);
  await expect(notice).toBeVisible();
  await page.getByRole("tab", { name: "All states" }).click();
  await expect(page.getByText("Retrieved", { exact: true }).first()).toBeVisible();
  await page.goto("/user/retrieve/record");
  await expect(page.getByRole("row").filter({ hasText: "Shipped" }).first()).toBeVisible();
});

test("an item that cannot be sent comes back and can be sold", async ({ browser, request }) => {
  const { token } = await login(request, "demo02");
  await openBox(request, token);
  const page = await pageOf(browser, token);
  await retrieve(page);
  await expect(page.getByText(/Retrieval failed, please retry later: /)).toBeVisible();
  await page.getByRole("tab", { name: "In delivery" }).click();
  const item = page.getByRole("listitem").filter({ hasText: "Retrieval failed" }).first();
  await expect(item.getByRole("button", { name: "Retrieve" })).toBeVisible();
  await item.getByRole("button", { name: /^Sell for/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sell", exact: true }).click();
  await expect(page.getByText(/1 item sold for/)).toBeVisible();
  await page.goto("/user/retrieve/record");
  await page.getByLabel("Kind").selectOption({ label: "Failed" });
  await expect(page.getByRole("row").filter({ hasText: "Could not be sent" }).first()).toBeVisible();
});

test("without a trade link the popup leads to it", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  await openBox(request, token);
  await retrieve(page);
  const problem = page.getByRole("dialog", { name: "That did not work" });
  await expect(problem).toContainText("5402");
  await problem.getByRole("button", { name: "Set your trade link" }).click();
  await expect(page.getByRole("dialog", { name: "Trade link" })).toBeVisible();
});
