/** Where the parts of a battle stand, at six sizes and in three languages. */
import { expect, type Page } from "@playwright/test";
import { battleOf, type Language, newAccount, pageOf } from "./account.ts";
import { atSize, fits } from "./readable.ts";
import { test } from "./test.ts";

interface Place {
  readonly width: number;
  readonly height: number;
  /** From the top of the window, in px: the arena begins and ends, its winning line. */
  readonly top: number;
  readonly bottom: number;
  readonly line: number;
}

const PLACES: readonly Place[] = [
  { width: 360, height: 640, top: 254, bottom: 572, line: 409 },
  { width: 390, height: 844, top: 358, bottom: 772, line: 560 },
  { width: 768, height: 1024, top: 178, bottom: 1004, line: 592 },
  { width: 1280, height: 720, top: 178, bottom: 704, line: 441 },
  { width: 1440, height: 900, top: 178, bottom: 884, line: 532 },
  { width: 2560, height: 1440, top: 178, bottom: 1158, line: 669 },
];
const LANGUAGES: readonly Language[] = ["zh", "en", "pt"];

interface Box {
  readonly top: number;
  readonly bottom: number;
}

/** Where parts of a page stand, all at the same moment. */
const boxesOf = <P extends string>(page: Page, ...parts: P[]): Promise<Record<P, Box>> =>
  page.evaluate((names) => {
    const boxOf = (part: string) => {
      const box = document.querySelector(`[data-part="${part}"]`)?.getBoundingClientRect();
      if (!box) throw new Error(`no ${part}`);
      return [part, { top: box.top, bottom: box.bottom }];
    };
    return Object.fromEntries(names.map(boxOf));
  }, parts);

/** Within 4 px. */
const near = (name: string, is: number, expected: number): void =>
  expect(Math.abs(is - expected), `${name}: ${is}, drawn at ${expected}`).toBeLessThanOrEqual(4);

/** The texts of the arena that are wider than their boxes; what a player or an item is called may be cut. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.locator('[data-part="field"]').evaluate((field) =>
    [...field.querySelectorAll<HTMLElement>("b, small, span, p, button, a, h2")]
      .filter((e) => e.textContent?.trim() && e.checkVisibility() && !e.closest(".sr")) // a crown may stick out
      .filter((e) => e.clientWidth > 0 && e.scrollWidth > e.clientWidth)
      .filter((e) => getComputedStyle(e).getPropertyValue("--cut").trim() !== "data")
      .map((e) => `${e.textContent} ${e.scrollWidth} > ${e.clientWidth}`),
  );

test("a battle of four stands where it is drawn at six sizes, its line in sight, and no text of it is cut", async ({
  browser,
  request,
}) => {
  test.slow();
  const [host, ...guests] = await Promise.all([1, 2, 3, 4].map(() => newAccount(request)));
  if (!host) throw new Error("no host");
  const id = await battleOf(request, [host, ...guests], { rounds: 5 });
  const pages = await Promise.all(LANGUAGES.map((language) => pageOf(browser, host.token, { language })));
  const look = async (state: string) => {
    for (const place of PLACES) {
      for (const [i, page] of pages.entries()) {
        const at = `${state} ${place.width}×${place.height} ${LANGUAGES[i]}`;
        await atSize(page, place, async () => {
          const { arena } = await boxesOf(page, "arena");
          near(`${at} top`, arena.top, place.top);
          near(`${at} bottom`, arena.bottom, place.bottom);
          if (state === "running") {
            const { reels } = await boxesOf(page, "reels");
            near(`${at} line`, (reels.top + reels.bottom) / 2, place.line);
          }
        });
        expect.soft(await cutTexts(page), at).toEqual([]);
        await fits(page, at, { beside: false });
      }
    }
  };
  for (const page of pages) await page.goto(`/page/battle/${id}`);
  for (const page of pages) await expect(page.locator('[data-part="reels"][data-ready]')).toBeVisible();
  for (const page of pages) await expect(page.locator('[data-part="total"]').first()).toBeAttached();
  await look("running");
  for (const page of pages) await expect(page.locator('[data-part="result"]')).toBeVisible({ timeout: 60_000 });
  await look("over");
});

interface Shifts extends Window {
  shifts?: number;
  /** What moved before is told late, too: the window has just got another size. */
  shiftsFrom?: number;
}

/** Adds up how far things move by themselves from now on, as the browser counts it (CLS). */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    const shifting = window as Shifts;
    const watched = shifting.shifts !== undefined;
    shifting.shifts = 0;
    shifting.shiftsFrom = performance.now();
    if (watched) return;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (entry.hadRecentInput || entry.startTime < (shifting.shiftsFrom ?? 0)) continue;
        shifting.shifts = (shifting.shifts ?? 0) + entry.value;
      }
    }).observe({ type: "layout-shift" });
  });

test("the end of a battle plays over its arena and moves nothing; a key skips to the result over its foot", async ({
  browser,
  request,
}) => {
  test.slow();
  const host = await newAccount(request);
  const guest = await newAccount(request);
  const id = await battleOf(request, [host, guest], { rounds: 2 });
  const page = await pageOf(browser, host.token, { reducedMotion: "no-preference" });
  const bar = page.locator('[data-part="result"]');
  for (const [n, size] of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ].entries()) {
    await page.setViewportSize(size);
    if (n === 0) await page.goto(`/page/battle/${id}`);
    else await page.getByRole("button", { name: "Replay" }).click(); // over by now: its replay is the same battle
    await expect(page.locator('[data-part="reels"][data-ready]')).toBeVisible();
    const places = () =>
      page
        .locator('[data-part="game-row"], [data-part="rounds"], [data-part="arena"], [data-seat]')
        .evaluateAll((all) => all.map((e) => JSON.stringify(e.getBoundingClientRect())));
    await expect(page.locator('[data-part="total"]').first()).toBeAttached();
    const before = await places();
    // The winner comes first: seen in the page, which looks at both in every frame.
    await page.waitForFunction(
      () => {
        const seen = (part: string): boolean =>
          document.querySelector(`[data-part="${part}"]`)?.checkVisibility({ visibilityProperty: true }) ?? false;
        return seen("takeover") && !seen("result");
      },
      undefined,
      { timeout: 60_000 },
    );
    await watchShifts(page); // of the end; that the arena stands where it stood is compared below
    if (n === 1) await page.keyboard.press("Space");
    await expect(bar).toBeVisible();
    expect(await places()).toEqual(before);
    // The tags of the row change with the state of the battle, and nothing else does (the goal of every route).
    expect(await page.evaluate(() => (window as Shifts).shifts)).toBeLessThanOrEqual(0.02);
    const taken = page.locator('[data-part="taken"]');
    const pot = page
      .locator('[data-part="rounds"]')
      .getByText(/^\d+\.\d\d$/)
      .last();
    await expect(taken).toContainText((await pot.textContent()) ?? "no pot");
    const { result, arena } = await boxesOf(page, "result", "arena");
    expect(result.top).toBeGreaterThanOrEqual(arena.top);
    expect(result.bottom).toBeLessThanOrEqual(arena.bottom + 8);
  }
});
