/** The live connection: cut, reported, back where it was; and two tabs of one player that agree. */
import { expect, type Page, type WebSocketRoute } from "@playwright/test";
import { FIRST_LIGHT, newPlayer, openBox } from "./account.ts";
import { balance } from "./player.ts";
import { test } from "./test.ts";

const RECONNECTING = "Reconnecting to live updates…";
const OFFLINE = "You are offline. What you see may be out of date.";

test("a cut socket is told, comes back by itself and catches up with what was missed", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  const sockets: WebSocketRoute[] = [];
  let reachable = true;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    sockets.push(socket);
    if (reachable) socket.connectToServer();
    else void socket.close({ code: 1001 });
  });
  await page.goto("/");
  const { balanceCents: before } = await openBox(request, token);
  await expect.poll(() => balance(page)).toBe(before); // by the stream, not by a call

  reachable = false;
  await sockets.at(-1)?.close({ code: 1001 });
  await expect(page.getByText(RECONNECTING)).toBeVisible();
  const { balanceCents: after } = await openBox(request, token, 2);
  expect(after).toBe(before - 2 * FIRST_LIGHT.priceCents);
  expect(await balance(page)).toBe(before); // nothing can have sent it
  reachable = true;
  await expect.poll(() => balance(page)).toBe(after);
  await expect(page.getByText(RECONNECTING)).toHaveCount(0);
});

test("a browser without network says so and is current again at once when it is back", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  await page.goto("/");
  const { balanceCents: before } = await openBox(request, token);
  await expect.poll(() => balance(page)).toBe(before);
  // What shows it comes when the page has time for it.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/overlay-parts-")),
  );
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  const { balanceCents: after } = await openBox(request, token, 3);
  await page.context().setOffline(false);
  await expect(page.getByText(OFFLINE)).toHaveCount(0);
  await expect.poll(() => balance(page)).toBe(after);
});

test("an opening without network says so, takes nothing, and works when it is back", async ({ browser, request }) => {
  const { page } = await newPlayer(browser, request);
  await page.goto(`/steer/case?box=${FIRST_LIGHT.id}`);
  const open = page.getByRole("main").getByRole("button", { name: /^Open\s/ });
  const before = 100_000; // what a new account of the demo starts with
  await expect.poll(() => balance(page)).toBe(before);
  await page.context().setOffline(true);
  await open.click();
  await expect(page.getByText("No connection. Check your network and try again.")).toBeVisible();
  await page.context().setOffline(false);
  await open.click();
  await expect(page.getByRole("region", { name: "What you got" })).toBeVisible();
  await expect.poll(() => balance(page)).toBe(before - FIRST_LIGHT.priceCents);
});

test("two tabs of a player show the same balance, and log out together", async ({ browser, request }) => {
  const { page: one } = await newPlayer(browser, request);
  await one.goto(`/steer/case?box=${FIRST_LIGHT.id}`);
  const two = await one.context().newPage();
  await two.goto("/user/case");
  await expect(two.getByText("Your backpack is empty.")).toBeVisible();
  await expect.poll(() => balance(two)).toBe(await balance(one));

  await one
    .getByRole("main")
    .getByRole("button", { name: /^Open\s/ })
    .click();
  await expect(one.getByRole("region", { name: "What you got" })).toBeVisible();
  await expect.poll(() => balance(two)).toBe(await balance(one));

  await one.goto("/user/account");
  await one.getByRole("navigation", { name: "My space" }).getByRole("button", { name: "Log out" }).click();
  const login = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Log in / Register" });
  await expect(login(one)).toBeVisible();
  await expect(login(two)).toBeAttached(); // behind the dialog that asks to log in again
});
