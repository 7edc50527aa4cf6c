/**
 * What the house says to every visitor: notices with their tabs and dot, entries that are not released, the
 * guide, snow at the end of the year, and at last that the site is closed: every page leads to one that stands by
 * itself, and back when it opens. Before that, while no other player is there, the shortest way into a battle.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { paths } from "../src/routes/paths.ts";
import { newPlayer, openBox } from "./account.ts";
import { type OwnServer, testOf } from "./own-server.ts";
import { player, visitor } from "./player.ts";

const test = testOf();

test("a new player is in a battle with one press, at the price on the button, and it begins by itself", async ({
  browser,
}) => {
  test.slow(); // bots come after a wait
  const { page } = await player(browser, paths.battleLobby());
  const quick = page.getByRole("button", { name: /^Quick battle for/ });
  await expect(quick).toBeEnabled();
  const price = /[\d.]+$/.exec((await quick.textContent()) ?? "")?.[0] ?? "none";
  await quick.click();
  await page.waitForURL(/\/page\/battle\/[^/]+$/);
  await expect(page.locator('[data-part="rounds"]')).toContainText(price);
  await expect(page.locator('[data-part="reels"][data-ready]')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-part="total"]').first()).toBeVisible({ timeout: 60_000 });
});

function file(server: OwnServer, name: string, content: object): string {
  const path = join(server.data, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const words = (text: string) => ({ zh: `${text}（中）`, en: text, pt: `${text} (pt)` });

/** Once it returns, every page that loads shows it. */
async function announce(page: Page, server: OwnServer, title: string): Promise<void> {
  const notice = {
    type: "activity",
    state: 1,
    title: words(title),
    text: words(`${title}: what it is about.`),
    link: "/upgrade/rank",
  };
  // of the answer only the version: the time in it is another with each question
  const version = async () => (await (await page.request.get("/api/home/is/new")).json()).data;
  const before = await version();
  server.operator("settings", "set", "home.notices", file(server, "notice.json", { add: notice }));
  await expect.poll(version).not.toBe(before);
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Notices" });
const opener = (page: Page) =>
  page.getByRole("complementary", { name: "Shortcuts" }).getByRole("button", { name: /^News/ });

test("a notice shows itself, is put off for the day, and a newer one is a dot", async ({ browser, server }) => {
  const page = await visitor(browser);
  await page.goto("/");
  // the demo's own, which do not show themselves
  await expect(opener(page)).toHaveAccessibleName("News (new notice)");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await announce(page, server, "Weekend of upgrades");
  await page.reload();
  await expect(dialogOf(page).getByRole("heading", { name: "Weekend of upgrades" })).toBeVisible();
  await expect(dialogOf(page).getByRole("tab", { name: "Activities" })).toHaveAttribute("aria-selected", "true");
  await dialogOf(page).getByRole("tab", { name: "Activities" }).press("ArrowLeft");
  await expect(dialogOf(page).getByRole("tabpanel", { name: "Task boxes", exact: true }).first()).toBeVisible();
  await dialogOf(page).getByRole("checkbox").check();
  await page.keyboard.press("Escape");
  await expect(opener(page)).toHaveAccessibleName("News");

  await announce(page, server, "One more thing");
  await page.reload();
  await expect(opener(page)).toHaveAccessibleName("News (new notice)");
  await expect(dialogOf(page)).toHaveCount(0);
  await opener(page).click();
  await dialogOf(page).getByRole("link", { name: "Have a look" }).click();
  await expect(page).toHaveURL(/\/upgrade\/rank$/);
  await expect(dialogOf(page)).toHaveCount(0);
});

test("what is not released says so; the groups are for Chinese; the guide is at the foot", async ({
  browser,
  server,
}) => {
  const group = { name: words("Chat"), url: "https://chat.example/jadebox" };
  const site = { soon: ["mall"], battlesClosed: true, groups: [group] };
  server.operator("settings", "set", "site", file(server, "site.json", site));
  const page = await visitor(browser);
  await page.goto("/page/drop");
  const nav = page.getByRole("navigation", { name: "Main" });
  await nav.getByRole("button", { name: "Mall" }).click();
  await expect(page.getByText("Coming soon!")).toBeVisible();
  await expect(page).toHaveURL(/\/page\/drop$/);
  await expect(nav.getByRole("link", { name: "Battles" })).toHaveCount(0);

  await page.getByRole("contentinfo").getByRole("button", { name: "Game guide" }).click();
  await page
    .getByRole("dialog", { name: "Game guide" })
    .getByRole("link", { name: /How it stays fair/ })
    .click();
  await expect(page).toHaveURL(/\/page\/instrutions$/);
  const example = page.getByRole("region", { name: "Try it yourself" });
  const promised = await example.locator("code").nth(2).textContent();
  await example.getByLabel("3 · Your seed").fill("abc123");
  await example.getByRole("button", { name: "Open" }).click();
  await expect(example.getByRole("status").filter({ hasText: "falls into the part of" })).toHaveCount(1);
  await expect(example.locator("code").nth(2)).not.toHaveText(promised ?? ""); // the next opening has another seed
  await example.getByRole("button", { name: "Reveal the secret" }).click();
  await expect(example.getByText("the secret was not exchanged")).toBeVisible();

  await expect(opener(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Groups" })).toHaveCount(0);
  await page.getByRole("banner").locator("select").selectOption("zh");
  await page.getByRole("button", { name: "群组" }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Chat（中）" })).toHaveAttribute("href", group.url);
});

test("snow falls on 24 to 31 December, and not for whoever asked for calm", async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  for (const [day, reducedMotion, flakes] of [
    ["2026-12-24T12:00:00", "no-preference", 1],
    ["2026-12-24T12:00:00", "reduce", 0],
    ["2026-12-23T12:00:00", "no-preference", 0],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.clock.setFixedTime(new Date(day));
    await page.goto("/page/helpcenter/aboutus");
    // it comes with what is late
    await expect(page.getByRole("complementary").getByRole("button").first()).toBeVisible();
    await expect(page.locator("canvas[data-snow]")).toHaveCount(flakes);
  }
});

test("a player who is there when the site closes is led away, sees when it opens, and comes back", async ({
  browser,
  request,
  server,
}) => {
  const { page, token } = await newPlayer(browser, request);
  await openBox(request, token);
  await page.goto("/user/records");
  await expect(page.getByRole("cell", { name: "Opening", exact: true })).toBeVisible();

  // The records can be exported as a whole table.
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const lines = readFileSync(await (await saved).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toContain("Time (UTC)");
  expect(lines).toHaveLength(3); // the opening and the welcome

  // A filter that nothing passes says so, and is taken back.
  await page.getByLabel("Kind").selectOption("withdraw");
  await expect(page.getByText("No records match this choice.")).toBeVisible();
  await page.getByRole("button", { name: "All dates" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);

  server.operator("settings", "set", "maintenance", '{"for":"30m"}'); // the socket notifies the player
  await expect(page).toHaveURL(/\/siteMaintain\.html\?timer=\d+$/, { timeout: 60_000 });
  await expect(page.getByRole("heading", { name: "Down for maintenance" })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^00:(30:00|29:\d\d)$/);
  expect((await request.get("/livez")).status()).toBe(200);
  expect((await request.get("/api/home/web/info")).status()).toBe(503);

  await page.goto("/page/roll"); // a call's answer notifies a new page
  await expect(page).toHaveURL(/\/siteMaintain\.html\?timer=\d{13}$/);
  await page.goto("/siteMaintain.html?timer=<b>1</b>");
  await expect(page.getByRole("timer")).toHaveText(/^00:\d\d:\d\d$/); // the server's own word, not the address's

  server.operator("settings", "restore", "maintenance", "0");
  await expect(page).toHaveURL(/\/$/, { timeout: 60_000 });
  await page.goto("/user/records");
  await expect(page.getByRole("row")).toHaveCount(3); // still logged in
});
