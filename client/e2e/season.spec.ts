/**
 * Product spec §2: /moonbox and /newyear2025, each with its season when one was set, and what they say without it;
 * docs/rules.md, "Moon box": 28 rotating odds tables, the whole cycle committed ahead. One after another, since one
 * season takes the place of another.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { get, giftsGiven, newAccount, pageOf, playFirst, post, recharge } from "./account.ts";
import { go } from "./go.ts";
import { type OwnServer, testOf } from "./own-server.ts";
import { proofHolds } from "./proof.ts";
import { isReadable, NARROW } from "./readable.ts";

const test = testOf();

const HOUR_MS = 3_600_000;
const NIGHTS = 28;
/** The demo's box of night 1; the others follow. */
const FIRST_BOX = 201;
const TOKENS = 30;

/** The operator sets the activity. */
function setActivity(server: OwnServer, settings: object): void {
  const folder = mkdtempSync(join(tmpdir(), "jadebox-season-"));
  const file = join(folder, "activity.json");
  writeFileSync(file, JSON.stringify(settings));
  try {
    server.operator("settings", "set", "activity", file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function setSeason(server: OwnServer, page: string, fromMS: number): void {
  setActivity(server, {
    season: `${page}${Date.now().toString(36)}`.slice(0, 16),
    page,
    name: { zh: "中秋", en: "Mid-autumn", pt: "Meio do outono" },
    from: new Date(fromMS).toISOString(),
    until: new Date(fromMS + 48 * HOUR_MS).toISOString(),
  });
}

const crumbs = (page: Page) => page.getByRole("navigation", { name: "You are here" });

test("the moon box is open in its season; the new-year page waits for its own", async ({ browser, server }) => {
  const page = await pageOf(browser, "");
  await page.goto("/moonbox");
  await expect(crumbs(page)).toContainText("Moon box");
  await expect(page.getByText("The moon box is not open right now")).toBeVisible();

  setSeason(server, "moonbox", Date.now() - HOUR_MS);
  const { token } = await newAccount(page.request);
  await playFirst(page.request, token);
  await post(page.request, token, "/api/newActivity/handlerActivity/claim", { activityType: "every", conditionNum: 1 });
  await page.evaluate((stored) => localStorage.setItem("token", stored), token);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Mid-autumn", level: 1 })).toBeVisible();
  const here = page.locator('[data-goal="signIn"]');
  await here.getByRole("button", { name: /^Claim/ }).click();
  await expect(here).toHaveAttribute("data-state", "done");
  expect(await get<number>(page.request, token, "/api/activity/radish")).toBe(1);
  await page.getByRole("main").getByRole("link", { name: "First Light", exact: true }).click();
  await expect(page).toHaveURL(/\/moonbox\?box=1$/);
  await expect(crumbs(page)).toContainText("Moon box");
  await page.getByRole("link", { name: "Back to the activity" }).click();
  await expect(page).toHaveURL(/\/moonbox$/);

  await go(page, "/newyear2025");
  await expect(crumbs(page)).toContainText("New year");
  await expect(page.getByText("The new-year activity is not open right now")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Mid-autumn" }).click();
  await expect(page).toHaveURL(/\/moonbox$/);
  setSeason(server, "newyear", Date.now() + HOUR_MS);
  await page.goto("/newyear2025");
  await expect(page.getByRole("timer", { name: "The activity begins in" })).toBeVisible();
});

interface Cycle {
  readonly hash: string;
  readonly night: number;
  readonly nights: readonly { readonly box: number; readonly version: number; readonly oddsHash: string }[];
}
interface View {
  readonly oddsHash: string;
  readonly entries: readonly { readonly def: number; readonly weight: number; readonly valueCents: number }[];
}

const sha = (text: string) => createHash("sha256").update(text).digest("hex");

/** The texts of fairness/README.md, written once more. */
const oddsText = (box: number, version: number, { entries }: View) =>
  `BOX1/odds\nbox=${box}\nversion=${version}\nentries=${entries.length}\n${entries
    .map(({ def, weight, valueCents }) => `item=${def}\nweight=${weight}\nvalue-cents=${valueCents}\n`)
    .join("")}`;
const cycleText = (season: string, fromMS: number, nights: readonly string[]) =>
  `BOX1/cycle\nseason=${season}\nfrom-ms=${fromMS}\ntokens=${TOKENS}\nnights=${NIGHTS}\n${nights.join("")}`;

/** Sets a season in which 400 gems of play bring an opening and a half. Returns the hash that its cycle must have. */
async function underTheMoon(server: OwnServer, request: APIRequestContext, season: string, fromMS: number) {
  const nights: string[] = [];
  const cycle: { box: number; version: number; odds: string }[] = [];
  for (let i = 0; i < NIGHTS; i++) {
    const box = FIRST_BOX + i;
    const view = await get<View>(request, "", `/api/box/${box}`);
    const odds = sha(oddsText(box, 1, view));
    expect(odds).toBe(view.oddsHash);
    cycle.push({ box, version: 1, odds });
    nights.push(`night=${i + 1}\nbox=${box}\nversion=1\nodds=${odds}\n`);
  }
  const settings = {
    season,
    page: "moonbox",
    name: { zh: "中秋", en: "Mid-autumn", pt: "Meio do outono" },
    from: new Date(fromMS).toISOString(),
    until: new Date(fromMS + 56 * 24 * HOUR_MS).toISOString(),
    goals: [{ type: 6, steps: [{ count: 400_00, tokens: 45 }] }],
    boxes: [{ tokens: TOKENS, cycle }],
  };
  setActivity(server, settings);
  // The operator cannot change a night any more, not even before it was first played.
  const [first, second, ...rest] = cycle;
  const changed = { ...settings, boxes: [{ tokens: TOKENS, cycle: [second, first, ...rest] }] };
  expect(() => setActivity(server, changed)).toThrow();
  return sha(cycleText(season, fromMS, nights));
}

test("the moon box: tonight's box is opened and proved, every night is committed and can be looked at", async ({
  browser,
  server,
}) => {
  const page = await pageOf(browser, "");
  const { request } = page;
  const hash = await underTheMoon(server, request, "moon27", Date.now() - 3 * 24 * HOUR_MS);
  const { token } = await newAccount(request);
  await recharge(request, token, 100);
  await post(request, token, "/api/box/12/open", { count: 5, priceCents: 88_00 });
  await giftsGiven(request, token, 2);
  await post(request, token, "/api/activity/receive", { type: 6 });
  const { night, ...cycle } = await get<Cycle>(request, "", "/api/activity/cycle");
  expect(cycle.hash).toBe(hash);

  await page.goto("/moonbox");
  await page.evaluate((stored) => localStorage.setItem("token", stored), token);
  await page.reload();
  await expect(page.getByText(hash)).toBeVisible();
  await expect(page.getByText("Your device has computed this hash from the 28 nights")).toBeVisible();
  const calendar = page.getByRole("region", { name: "Twenty-eight nights" });
  await expect(calendar.getByRole("button")).toHaveCount(NIGHTS);
  await expect(calendar.locator("[aria-current=date]")).toHaveAttribute("data-night", String(night));
  await expect(page.getByRole("timer", { name: "The next night begins in" })).toBeVisible();

  // Full moon, by keys alone.
  await calendar.locator('[data-night="15"]').focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Night 15" });
  await expect(dialog.getByText("Full moon")).toBeVisible();
  await expect(dialog.getByText(cycle.nights[14]?.oddsHash ?? "none", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Your device has computed this hash from the table below")).toBeVisible();
  await expect(dialog.getByRole("listitem").nth(5)).toBeVisible();
  await isReadable(page, "a night of the moon");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(calendar.locator('[data-night="15"]')).toBeFocused();
  await isReadable(page, "the moon box", { colours: false, around: false });
  await page.setViewportSize(NARROW);
  await isReadable(page, "the moon box 390", { around: false });

  await page.getByRole("link", { name: /^Open the box/ }).click();
  await expect(page).toHaveURL(new RegExp(`/moonbox\\?box=${FIRST_BOX + night - 1}$`));
  await page.getByRole("button", { name: /^Open/ }).click();
  const proof = page.getByRole("main").getByRole("link", { name: "Verify", exact: true });
  await expect(proof).toBeVisible();
  expect(await get<number>(request, token, "/api/activity/radish")).toBe(45 - TOKENS);
  await page.getByRole("link", { name: "Back to the activity" }).click();
  await expect(page.getByText(`Moon box · night ${night}`).first()).toBeVisible(); // among what was opened
  await page.locator("#active-records").scrollIntoViewIfNeeded();
  await proof.click();
  await proofHolds(page);

  // The box of another night is shown, and neither page nor call opens it.
  await go(page, `/moonbox?box=${FIRST_BOX + (night % NIGHTS)}`);
  await expect(page.getByText("This is the box of another night")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Open/ })).toHaveCount(0);
  const early = { id: FIRST_BOX + (night % NIGHTS), count: 1, tokens: TOKENS };
  await expect(post(request, token, "/api/activity/open", early)).rejects.toThrow("630");
  expect(await get<number>(request, token, "/api/activity/radish")).toBe(45 - TOKENS);
});

test("a moon that comes shows all of its nights before the first", async ({ browser, server }) => {
  const page = await pageOf(browser, "");
  const hash = await underTheMoon(server, page.request, "moon28", Date.now() + 26 * HOUR_MS);
  await page.goto("/moonbox");
  await expect(page.getByRole("timer", { name: "The activity begins in" })).toBeVisible();
  await expect(page.getByText(hash)).toBeVisible();
  await page.getByRole("button", { name: /^Night 28,/ }).click();
  await expect(page.getByRole("dialog").getByRole("listitem").nth(5)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Open the box/ })).toHaveCount(0);
});
