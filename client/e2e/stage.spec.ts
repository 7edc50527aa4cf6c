/**
 * The stage of an opening: its geometry at six sizes, that nothing is put over it or moves while it
 * runs, its tiers, and what ends it.
 */
import { expect, type Page } from "@playwright/test";
import { FIRST_LIGHT, giftsGiven, newPlayer } from "./account.ts";
import { operator } from "./operator.ts";
import { liesOpen } from "./over.ts";
import { atSize } from "./readable.ts";
import { skipTo } from "./skip.ts";
import { test } from "./test.ts";

const BOX = `/steer/case?box=${FIRST_LIGHT.id}`;
/** Width and height of the window, and how high the stage is to be. */
const SIZES = [
  [360, 640, 338],
  [390, 844, 542],
  [768, 1024, 568],
  [1280, 720, 400],
  [1440, 900, 500],
  [2560, 1440, 760],
] as const;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(page: Page, selector: string): Promise<Box> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
}

const stageOf = (page: Page) => boxOf(page, '[data-part="stage"]');
const barOf = (page: Page) => boxOf(page, '[data-part="control-bar"]');
const openButton = (page: Page) => page.locator('[data-part="control-bar"]').getByRole("button", { name: /^Open\s/ });
const results = (page: Page) => page.getByRole("region", { name: "What you got" });

/** Answers the next openings with this place of the odds table: 0 is the most valuable item. */
async function winsPlace(page: Page, place: number): Promise<void> {
  await page.route("**/api/box/*/open", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const table = await (await page.request.get(`/api/box/${FIRST_LIGHT.id}`)).json();
    const { entries } = table.data;
    const { def, valueCents } = entries[(place + entries.length) % entries.length];
    for (const result of body.data.results) Object.assign(result, { def, valueCents });
    await route.fulfill({ response: answer, json: body });
  });
}

test("at six sizes the stage lies whole between header and tab bar, and nothing moves", async ({
  browser,
  request,
}) => {
  const [[width, height]] = SIZES;
  const { page } = await newPlayer(browser, request, { viewport: { width, height }, reducedMotion: "no-preference" });
  for (const [i, [width, height, high]] of SIZES.entries()) {
    const at = `${width} × ${height}`;
    if (i === 0) await page.goto(BOX);
    else await results(page).getByRole("button", { name: "Keep" }).click();
    await expect(results(page)).toHaveCount(0);
    await expect(openButton(page)).toBeVisible();
    await atSize(page, { width, height }, async () =>
      expect(Math.abs((await stageOf(page)).height - high), at).toBeLessThanOrEqual(4),
    );
    const stage = await stageOf(page);
    expect(stage.y, at).toBeGreaterThanOrEqual(56);
    const bar = await barOf(page);
    expect(Math.abs(stage.y + stage.height - bar.y), at).toBeLessThanOrEqual(2); // glued under it
    expect(bar.y + bar.height, at).toBeLessThanOrEqual(height - (width < 750 ? 64 : 0) + 1);

    await openButton(page).click();
    const skip = page.getByRole("button", { name: "Opening · tap for the result" });
    await expect(skip).toBeVisible();
    expect([await stageOf(page), await barOf(page)], at).toEqual([stage, bar]);
    await skipTo(skip);
    await expect(results(page)).toBeVisible();
    expect([await stageOf(page), await barOf(page)], at).toEqual([stage, bar]);
    const buttons = await page.locator('[data-part="control-bar"] button').all();
    expect(buttons.length, at).toBeGreaterThan(0);
    for (const cut of buttons) {
      expect(await cut.evaluate((element) => element.scrollWidth - element.clientWidth), at).toBeLessThanOrEqual(0);
    }
  }
});

test("what was paid stands within 24 px of the number, and a loss is told in plain words @phone", async ({
  browser,
  request,
}) => {
  const { page } = await newPlayer(browser, request);
  await winsPlace(page, -1);
  await page.goto(BOX);
  await openButton(page).click();
  await expect(results(page)).toBeVisible();
  const stage = page.locator('[data-part="stage"]');
  await expect(stage).toHaveAttribute("data-tier", "0");
  const [number, paid] = [await boxOf(page, "[data-number]"), await boxOf(page, "[data-words] p")];
  expect(paid.y - (number.y + number.height)).toBeLessThanOrEqual(24);
  await expect(page.locator("[data-words] p")).toContainText("difference −");
});

test("the best item is celebrated by its worth against what was paid, and nothing covers it @phone", async ({
  browser,
  request,
}) => {
  const { page } = await newPlayer(browser, request, { reducedMotion: "no-preference" });
  await winsPlace(page, 0);
  await page.goto(BOX);
  await openButton(page).click();
  await skipTo(page.getByRole("button", { name: "Opening · tap for the result" }));
  const stage = page.locator('[data-part="stage"]');
  await expect(stage).toHaveAttribute("data-tier", "4");
  // The tap is the landing: from now on the whole second lies open, with the number, what was paid and what to do.
  for (const part of ["[data-number]", "[data-chip]", "[data-words] p", "[data-words] b"]) {
    await liesOpen(stage.locator(part), '[data-part="stage"]');
  }
  for (const act of ["Sell", "Keep"]) {
    await liesOpen(page.locator('[data-part="control-bar"]').getByRole("button", { name: act }), "main");
  }
  await expect(stage.locator("[data-chip]")).toHaveText(/^[\d,]+(\.\d+)?×$/);
});

test("Space on the stage shows the result at once", async ({ browser, request }) => {
  const { page } = await newPlayer(browser, request, { reducedMotion: "no-preference" });
  await page.goto(BOX);
  await openButton(page).click();
  const whole = page.getByRole("button", { name: "Show the result" });
  await whole.focus();
  await page.keyboard.press("Space");
  await expect(results(page)).toBeVisible({ timeout: 2000 });
});

test("five rows land with their names whole and a total that is their sum @phone", async ({ browser, request }) => {
  const { page } = await newPlayer(browser, request, { viewport: { width: 390, height: 844 } });
  await page.goto(BOX);
  await page.getByRole("combobox", { name: "How many boxes" }).selectOption("5");
  await openButton(page).click();
  await expect(results(page)).toBeVisible();
  const rows = page.locator("li[data-words]");
  await expect(rows).toHaveCount(5);
  const stage = await stageOf(page);
  for (const row of await rows.all()) {
    const box = await row.boundingBox();
    expect(box && box.y >= stage.y && box.y + box.height <= stage.y + stage.height).toBe(true);
  }
});

test("a gift that comes while the reel runs waits until its result was seen, and lies in a corner", async ({
  browser,
  request,
}) => {
  const { page, name, token } = await newPlayer(browser, request, { reducedMotion: "no-preference" });
  const gift = page.getByRole("group", { name: "A gift for you" });
  let early = -1;
  // The reel turns until it has an answer: meanwhile the gift is given and heard of, whatever either takes.
  await page.route("**/api/box/*/open", async (route) => {
    const answer = await route.fetch();
    if ((await answer.json()).code === 200) {
      operator("props", "give", name, "1");
      await giftsGiven(request, token, 1);
      await page.waitForTimeout(500);
      early = await gift.count();
    }
    await route.fulfill({ response: answer });
  });
  const hears = page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framesent", ({ payload }) => Buffer.from(payload).includes("player")));
  await page.goto(BOX);
  await hears;
  await openButton(page).click();
  await skipTo(page.getByRole("button", { name: "Opening · tap for the result" }));
  await expect(gift).toBeVisible({ timeout: 10_000 });
  expect(early).toBe(0);
  await expect(page.getByRole("dialog")).toHaveCount(0); // nothing covers the page
  await gift.getByRole("button", { name: "Close" }).click();
  await expect(gift).toHaveCount(0);
});
