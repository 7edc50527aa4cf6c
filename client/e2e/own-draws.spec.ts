/**
 * The seed of the player's own device: made for each draw, kept, and held against the proof. An honest house, one that
 * draws by another seed, and proofs of which this browser can say nothing.
 */
import { expect, type Page } from "@playwright/test";
import { FIRST_LIGHT, newPlayer } from "./account.ts";
import { go } from "./go.ts";
import { visitor } from "./player.ts";
import { proofHolds } from "./proof.ts";
import { test } from "./test.ts";

interface Sent {
  readonly userSeed: string;
  readonly commit: string;
  readonly oddsHash: string;
  readonly priceCents: number;
}

const results = (page: Page) => page.getByRole("region", { name: "What you got" });

/** Opens a box on its page; the address of the proof. */
async function opens(page: Page): Promise<string> {
  await page.goto(`/steer/case?box=${FIRST_LIGHT.id}`);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Open\s/ })
    .click();
  const proof = await results(page).getByRole("link", { name: "Verify" }).getAttribute("href", { timeout: 60_000 });
  return proof ?? "";
}

/** What the page asked for, before anything between it and the server changed it. */
function asked(page: Page): Sent[] {
  const list: Sent[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/open")) list.push(request.postDataJSON());
  });
  return list;
}

test("each draw has a fresh seed of the device, and its proof is what this browser asked for", async ({
  browser,
  request,
}) => {
  const { page } = await newPlayer(browser, request);
  const sent = asked(page);
  await opens(page);
  const proof = await opens(page);
  expect(sent).toHaveLength(2);
  for (const { userSeed, commit, oddsHash, priceCents } of sent) {
    expect(userSeed).toMatch(/^[0-9a-z]{16}$/);
    expect(commit).toMatch(/^[0-9a-f]{64}$/);
    expect(oddsHash).toMatch(/^[0-9a-f]{64}$/);
    expect(priceCents).toBe(FIRST_LIGHT.priceCents);
  }
  expect(sent[0]?.userSeed).not.toBe(sent[1]?.userSeed);
  await page.goto(proof);
  await proofHolds(page, "The seeds give this result");
  await expect(page.locator('[data-own="same"]')).toBeVisible();

  const other = (await newPlayer(browser, request)).page;
  await other.goto(proof);
  await expect(other.locator('[data-own="foreign"]')).toBeVisible();
  const nobody = await visitor(browser);
  await nobody.goto(proof);
  await expect(nobody.locator('[data-own="unkept"]')).toBeVisible();
});

test("a house that draws by another seed than the device's is told in red, with both", async ({ browser, request }) => {
  const { page } = await newPlayer(browser, request);
  const sent = asked(page);
  await page.route("**/api/box/*/open", (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), userSeed: "house" }) }),
  );
  await page.goto(await opens(page));
  const verdict = page.locator('[data-outcome="differs"]');
  await expect(verdict).toContainText(`drew by the seed ${sent[0]?.userSeed}; the proof has house.`);
  await expect(verdict.locator('[data-state="failed"]')).toHaveCount(0); // the arithmetic alone would not tell
});

test("a seed that the player chooses draws on this device, and the page says what the house knows", async ({
  browser,
  request,
}) => {
  const { page } = await newPlayer(browser, request);
  const sent = asked(page);
  await page.goto("/user/account");
  await expect(page.getByText("this device makes a fresh seed")).toBeVisible();
  await page.getByRole("button", { name: "Change my seed" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Lucky7");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("it can know a result before you open", { exact: false })).toContainText("Lucky7");
  await opens(page);
  expect(sent[0]?.userSeed).toBe("Lucky7");
  await go(page, "/user/account");
  await page.getByRole("button", { name: "Let the device make fresh seeds" }).click();
  await expect(page.getByText("this device makes a fresh seed")).toBeVisible();
});
