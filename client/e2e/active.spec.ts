/** The activity of the season (product spec §2, §7): play earns radishes, radishes open boxes, friends help. */
import { expect } from "@playwright/test";
import { get, newPlayer, pageOf, playFirst, post } from "./account.ts";
import { go } from "./go.ts";
import { operator } from "./operator.ts";
import { proofHolds } from "./proof.ts";
import { test } from "./test.ts";

interface Box {
  readonly box: { readonly id: number; readonly name: { readonly en: string } };
  readonly tokens: number;
}

/** What a day brings, of being here, of hash boxes and of gems spent. */
const DAY = [
  { type: 1, steps: [{ count: 1, tokens: 1 }] },
  {
    type: 5,
    steps: [
      { count: 3, tokens: 1 },
      { count: 10, tokens: 3 },
    ],
  },
  {
    type: 6,
    steps: [
      { count: 50_00, tokens: 3 },
      { count: 200_00, tokens: 22 },
    ],
  },
];

const radishes = (request: Parameters<typeof get>[0], token: string) =>
  get<number>(request, token, "/api/activity/radish");

test("what was done today is claimed once, and radishes open a box that can be verified", async ({
  browser,
  request,
}) => {
  const { page, token } = await newPlayer(browser, request);
  await page.goto("/page/active");
  await expect(page.getByRole("navigation", { name: "You are here" })).toContainText("Activities");
  await expect(page.getByText("No box opened with radishes yet")).toBeVisible();
  const here = page.locator('[data-goal="signIn"]');
  await expect(here).toHaveAttribute("data-state", "open"); // being here is no sign-in
  await playFirst(request, token);
  await post(request, token, "/api/newActivity/handlerActivity/claim", { activityType: "every", conditionNum: 1 });
  await page.reload();
  await here.getByRole("button", { name: /^Claim/ }).dblclick(); // a double click is one claim
  await expect(here).toHaveAttribute("data-state", "done");
  expect(await radishes(request, token)).toBe(1);
  await expect(page.locator('[data-part="radish"]')).toHaveText("1");

  // A day of play: gems spent on a hash box, which is two goals. The season's own boxes ask for two such days.
  operator("settings", "set", "--patch", "activity", JSON.stringify({ goals: DAY, boxes: [{ box: 1, tokens: 30 }] }));
  const { boxes } = await get<{ boxes: Box[] }>(request, token, "/api/activity/activity/box");
  const [offer] = boxes;
  if (!offer) throw new Error("no box in this season");
  const hash = await get<{ boxes: { id: number; priceCents: number }[] }>(
    request,
    "",
    "/api/box/list?type=hash&sort=price_asc",
  );
  const dear = hash.boxes.find(({ priceCents }) => priceCents >= 2_000 && priceCents * 5 <= 50_000);
  if (!dear) throw new Error("no hash box to open");
  for (let i = 0; i < 2; i++)
    await expect
      .poll(
        () =>
          post(request, token, `/api/box/${dear.id}/open`, { count: 5, priceCents: dear.priceCents }).then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
  await page.reload();
  for (const goal of ["hash", "consumption"]) {
    const card = page.locator(`[data-goal="${goal}"]`);
    await expect(card).toHaveAttribute("data-state", "ready");
    await card.getByRole("button", { name: /^Claim/ }).press("Enter");
    await expect(card).toHaveAttribute("data-state", "done");
  }
  const held = 1 + 4 + 25;
  expect(await radishes(request, token)).toBe(held);

  await page.getByRole("link", { name: offer.box.name.en }).click();
  await expect(page.getByText("True return")).toBeVisible();
  await page.getByRole("button", { name: /^Open/ }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Verify" }).first()).toBeVisible({ timeout: 30_000 });
  expect(await radishes(request, token)).toBe(held - offer.tokens);
  await page.getByRole("link", { name: "Back to the activity" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("row").getByRole("link", { name: "Verify" }).click();
  await proofHolds(page);
});

test("a copied link brings a friend's help once, and one radish opens no box", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/page/active");
  await page.getByRole("button", { name: "Copy the assist link" }).click();
  await expect(page.getByText("Copied, now go and invite your friends")).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.pathname).toBe("/page/active");
  await page.goto(link.href);
  await expect(page.getByText("This is your own link")).toBeVisible();

  const guest = await pageOf(browser, "", {});
  await guest.goto(link.href);
  await expect(guest.getByRole("button", { name: "Log in and help" })).toBeVisible();
  const friend = await newPlayer(browser, request);
  await playFirst(request, token); // a player who is helped has played, and is known
  await friend.page.goto(link.href);
  await friend.page.getByRole("main").getByRole("button", { name: "Help", exact: true }).dblclick();
  await expect(friend.page.getByText(/^You have helped/)).toBeVisible();
  await friend.page.reload();
  await expect(friend.page.getByText(/^You have helped/)).toBeVisible();
  await expect.poll(() => radishes(request, token)).toBe(1);

  const { boxes } = await get<{ boxes: Box[] }>(request, token, "/api/activity/activity/box");
  const [offer] = boxes;
  if (!offer) throw new Error("no box in this season");
  await go(page, "/page/active");
  await page.getByRole("link", { name: offer.box.name.en }).click();
  await expect(page.getByText("True return")).toBeVisible();
  await page.getByRole("button", { name: /^Open/ }).click();
  await expect(page.getByText("You do not have enough radishes")).toBeVisible(); // one friend is no box
  expect(await radishes(request, token)).toBe(1);
});
