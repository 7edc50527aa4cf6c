/** Roll rooms in two browsers: a streamer gives away, a player joins by password and requirement, both see one draw. */
import { expect, type Page } from "@playwright/test";
import { type Account, newAccount, openBox, pageOf, post } from "./account.ts";
import { proofHolds } from "./proof.ts";
import { test } from "./test.ts";

const STREAMER = { phone: "streamer1", password: "jadebox18" };
const DRAW_IN_MS = 60_000;

async function streamer(request: Parameters<typeof newAccount>[0]): Promise<Account> {
  const { token } = await post<{ token: string }>(request, "", "/api/user/login", STREAMER);
  return { name: STREAMER.phone, password: STREAMER.password, token };
}

interface Setup {
  readonly name?: string;
  readonly joinType?: string;
  readonly password?: string;
  readonly gemsCents?: readonly number[];
  readonly tasks?: readonly { kind: number; target: number }[];
  readonly openAtMs?: number;
}

async function published(request: Parameters<typeof newAccount>[0], host: Account, setup: Setup): Promise<string> {
  const { rollId } = await post<{ rollId: string }>(request, host.token, "/api/studio/roll/create", {
    name: `E2E ${Date.now().toString(36)}`,
    joinType: "roll_join_open",
    gemsCents: [300],
    openAtMs: Date.now() + 3_600_000,
    ...setup,
  });
  await post(request, host.token, `/api/studio/roll/${rollId}/publish`);
  return rollId;
}

const joinButton = (page: Page) => page.getByRole("button", { name: "Join", exact: true });
const inRoom = (page: Page) => page.getByText(/^You are in, place \d+$/);

test("a streamer makes a room in the studio, another browser joins by a one-time password, both and the overlay see the draw", async ({
  browser,
  request,
}) => {
  test.slow(); // a draw at its time, and its animation
  const host = await streamer(request);
  const guest = await newAccount(request);
  const studio = await pageOf(browser, host.token, {});
  await studio.goto("/page/studio/new");
  await studio.getByLabel("Name", { exact: true }).fill("Friday draw");
  await studio.getByRole("radio", { name: "One-time passwords" }).click();
  await studio.getByLabel("Prize of gems 1").fill("3.50");
  await studio.getByRole("button", { name: "Save the draft" }).click();
  await studio.waitForURL(/\/page\/studio\/\d+$/);
  const id = /\d+$/.exec(studio.url())?.[0] ?? "";

  // A draft is visible to its host only.
  const page = await pageOf(browser, guest.token, {});
  await page.goto(`/page/roll/${id}`);
  await expect(page.getByText("This roll room does not exist.")).toBeVisible();

  await studio.getByLabel("How many").fill("3");
  await studio.getByRole("button", { name: "Make the list" }).click();
  const passwords = studio.locator("ol code");
  await expect(passwords).toHaveCount(3);
  const password = (await passwords.first().textContent()) ?? "";
  // The draw comes sooner than a form would let one wait for.
  const soon = {
    name: "Friday draw",
    joinType: "roll_join_once_password",
    gemsCents: [350],
    openAtMs: Date.now() + DRAW_IN_MS,
  };
  await post(request, host.token, `/api/studio/roll/${id}/edit`, soon);
  await studio.getByRole("button", { name: "Publish" }).click();
  await expect(studio.getByRole("button", { name: "Publish" })).toHaveCount(0);
  const link = (await studio.locator("code", { hasText: "/overlay/roll/" }).textContent()) ?? "";

  await page.reload();
  await page.getByLabel("One-time password").fill("AAAAAAAAAAAAAAAA");
  await joinButton(page).click();
  await expect(page.getByRole("alert")).toContainText("wrong or was already used");
  await page.getByLabel("One-time password").fill(password);
  await joinButton(page).click();
  await expect(inRoom(page)).toBeVisible();

  // The host sees it, and so does the overlay: a page without background that a wrong link does not open.
  await expect(studio.locator("[data-place]")).toContainText([guest.name]);
  const overlay = await pageOf(browser, "", {});
  await overlay.goto(link.replace(/#.*/, "#WRONG"));
  await expect(overlay.getByText("This overlay link is not valid.")).toBeVisible();
  await overlay.goto("about:blank");
  await overlay.goto(link);
  await expect(overlay.getByText(guest.name)).toBeVisible();
  const behind = () =>
    overlay.evaluate(() =>
      [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
    );
  await expect.poll(behind).toEqual(["rgba(0, 0, 0, 0)", "rgba(0, 0, 0, 0)"]);

  for (const view of [page, studio, overlay]) {
    await expect(view.locator("[data-winner]")).toHaveCount(1, { timeout: DRAW_IN_MS + 60_000 });
    await expect(view.locator("[data-winner]")).toContainText(guest.name);
  }
  await expect(page.getByText("That is you!")).toBeVisible();
  await expect(joinButton(page)).toHaveCount(0);

  // The proof passes every check in the browser alone.
  await page.getByRole("link", { name: "Check this draw" }).click();
  await proofHolds(page, "The winners are the drawn ones");
  await page.goto("/user/roll/record");
  await expect(page.getByRole("row", { name: /Friday draw.*3\.50/ })).toBeVisible();
});

test("requirements open a dialog with what is missing, and are met by playing", async ({ browser, request }) => {
  const host = await streamer(request);
  const guest = await newAccount(request);
  const id = await published(request, host, { tasks: [{ kind: 7, target: 2 }] });
  const page = await pageOf(browser, guest.token, {});
  await page.goto(`/page/roll/${id}`);
  await joinButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Requirements" });
  await expect(dialog.getByText("Classic boxes opened: 2")).toBeVisible();
  await expect(dialog.getByText("0 / 2")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(() => openBox(request, guest.token, 2)).toPass({ timeout: 20_000 }); // a first seed waits for its beacon
  await joinButton(page).click();
  await expect(inRoom(page)).toBeVisible();
});

test("a password opens a room, a share link raises the weight, a cancelled room says so", async ({
  browser,
  request,
}) => {
  const host = await streamer(request);
  const [first, second] = [await newAccount(request), await newAccount(request)];
  const id = await published(request, host, { joinType: "roll_join_password", password: "open sesame" });
  const a = await pageOf(browser, first.token, {});
  await a.goto(`/page/roll/${id}`);
  await a.getByLabel("Room password").fill("sesame");
  await joinButton(a).click();
  await expect(a.getByRole("alert")).toBeVisible();
  await a.getByLabel("Room password").fill("open sesame");
  await joinButton(a).click();
  await expect(a.getByText(/^Weight 1 · 100\.00%/)).toBeVisible();

  const { spreadCode } = (
    (await (await request.get("/api/user/info", { headers: { token: first.token } })).json()) as {
      data: { spreadCode: string };
    }
  ).data;
  const b = await pageOf(browser, second.token, {});
  await b.goto(`/page/roll/${id}?from=${spreadCode}`);
  await b.getByLabel("Room password").fill("open sesame");
  await joinButton(b).click();
  await expect(inRoom(b)).toBeVisible();
  await expect(a.getByText(/^Weight 2 · 66\.67%/)).toBeVisible(); // by the stream, not by a call

  await post(request, host.token, `/api/studio/roll/${id}/cancel`);
  await expect(a.getByText("The host has cancelled this room. Every prize went back.")).toBeVisible();
  await expect(joinButton(b)).toHaveCount(0);
});

test("the lobby lists by type and joins, and the studio is the streamers' own", async ({ browser, request }) => {
  const host = await streamer(request);
  const guest = await newAccount(request);
  const name = `Lobby ${Date.now().toString(36)}`;
  await published(request, host, { name, joinType: "roll_join_password", password: "open sesame" });
  const page = await pageOf(browser, guest.token, {});
  await page.goto("/page/roll");
  await expect(page.getByRole("heading", { level: 3 }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Official" }).click();
  const panel = page.getByRole("tabpanel");
  await expect(panel.getByText("Jadebox official").first()).toBeVisible();
  await page.getByRole("tab", { name: "Joined" }).click();
  await expect(panel.getByText("You have not joined a roll room yet.")).toBeVisible();
  // From the list, by the password in a dialog; then the card says so, in every list.
  await page.getByRole("tab", { name: "Streamers" }).click();
  await panel.getByRole("button", { name: `Join ${name}` }).click();
  const ask = page.getByRole("dialog", { name });
  await ask.getByLabel("Room password").fill("sesame");
  await ask.getByRole("button", { name: "Join" }).click();
  await expect(ask.getByRole("alert")).toBeVisible();
  await ask.getByLabel("Room password").fill("open sesame");
  await ask.getByRole("button", { name: "Join" }).dblclick();
  await expect(ask).toHaveCount(0);
  const card = panel.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await expect(card.getByText("You are in").last()).toBeVisible();
  await expect(card.getByRole("button")).toHaveCount(0);
  await page.getByRole("tab", { name: "Joined" }).click();
  await expect(panel.getByRole("heading", { name })).toBeVisible();
  await page.goto("/page/studio");
  await expect(page.getByText("The studio is open to streamer accounts.")).toBeVisible();
});
