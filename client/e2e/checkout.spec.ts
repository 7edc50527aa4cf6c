/**
 * Product spec §7, reply action "checkout": a provider's form leads to the provider's own site, out of a frame that may
 * do nothing else.
 */
import { createServer } from "node:net";
import { expect } from "@playwright/test";
import { testOf } from "./own-server.ts";
import { payment } from "./payment.ts";
import { player } from "./player.ts";

/** Below 32,768, from where on the kernel lends ports to what connects: the server could find it lent. */
const freePort = () =>
  new Promise<number>((found, failed) => {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(port, "127.0.0.1", () => probe.close(() => found(port)));
  });

// The site is opened by another name than the one that it was told: the sandbox's form leads to another origin, as a
// real provider's does.
const test = testOf(async (server) => {
  const port = await freePort();
  server.url = `http://127.0.0.1:${port}`;
  return server.start(0, "--public-url", `http://localhost:${port}`);
});

test("a checkout's form leads to another site, and nothing else of its frame does", async ({ browser, server }) => {
  const { page } = await player(browser, "/page/assets");
  page.removeAllListeners("pageerror"); // the checkout's frame has no storage for the test's own script
  await page.getByRole("radio", { name: "Checkout", exact: true }).click();
  await page.getByRole("button", { name: /5\.00/ }).first().click();
  const shown = page.waitForResponse("**/api/pay/checkout/*");
  await page.getByRole("button", { name: "Pay R$ 5.00" }).click();
  const policy = (await (await shown).allHeaders())["content-security-policy"] ?? "";
  const other = server.url.replace("127.0.0.1", "localhost");
  expect(policy).toContain(`form-action 'self' ${other}`);
  expect(policy).toMatch(/^sandbox [^;]*;.*default-src 'none'/);
  const windows = () => page.context().pages();
  await expect(async () => {
    // a frame that has only just been drawn may miss a click
    await page.frameLocator("iframe").getByRole("button").click();
    await expect.poll(() => windows().length, { timeout: 5000 }).toBeGreaterThan(1);
  }).toPass();
  const till = windows()[1];
  await expect(till?.getByRole("heading", { name: "Sandbox payment" }) ?? page.locator("none")).toBeVisible();
  expect(new URL(till?.url() ?? "").origin).toBe(other);
  await till?.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(payment(page)).toHaveAttribute("data-state", "paid");
});
