/**
 * The second factor: an app's codes and recovery codes at the login, a passkey of a browser at the login and before a
 * sensitive change. Passkeys belong to domains: the pages are those of localhost.
 */
import { createHmac } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { newAccount, pageOf } from "./account.ts";
import { go } from "./go.ts";
import { test } from "./test.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 6238, as an authenticator app computes it; `later` is in steps of 30 s. */
function appCode(secret: string, later: number): string {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const sum = createHmac("sha1", key).update(step).digest();
  return String((sum.readUInt32BE((sum.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

async function logIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Log in / Register" }).click();
  const dialog = page.getByRole("dialog").first();
  await dialog.getByRole("tab", { name: "Log in" }).click();
  await dialog.getByLabel("Account").fill(name);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  await dialog.getByRole("button", { name: "Log in", exact: true }).click();
}

const second = (page: Page) => page.getByRole("dialog", { name: "Second factor" });
const loggedIn = (page: Page) => expect(page.getByText("Logged in", { exact: true })).toBeVisible();
const panel = (page: Page) => page.getByRole("listitem");

test("an app is set up by its QR code, and logs in with the password; a recovery code does so once", async ({
  browser,
  request,
}) => {
  const { name, password, token } = await newAccount(request);
  const page = await pageOf(browser, token);
  await page.goto("/user/account");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const setUp = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await expect(setUp.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
  const secret = (await setUp.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const code = setUp.getByLabel("Code of six digits");
  await setUp.getByLabel("Your password").fill(password);
  await code.fill(appCode(secret, 9));
  await setUp.getByRole("button", { name: "Confirm" }).click();
  await expect(setUp.getByText("(4110)")).toBeVisible();
  await code.fill(appCode(secret, 0));
  await setUp.getByRole("button", { name: "Confirm" }).click();
  const shown = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  const codes = await shown.getByRole("listitem").allTextContents();
  await shown.getByRole("button", { name: "I have kept it" }).click();
  await expect(page.getByText("Recovery codes left: 10")).toBeVisible();

  // The next code: the one before is used up, and either is taken for a whole step of the clock at least.
  for (const [proof, ok] of [
    [() => appCode(secret, 1), true],
    [() => codes[0] ?? "", true],
    [() => codes[0] ?? "", false],
  ] as const) {
    const other = await pageOf(browser, "");
    await other.goto("/");
    await logIn(other, name, password);
    await second(other).getByLabel("Code", { exact: true }).fill(proof());
    await second(other).getByRole("button", { name: "Confirm" }).click();
    if (ok) await loggedIn(other);
    else await expect(second(other).getByText("(4110)")).toBeVisible();
    await other.close();
  }
  await page.reload();
  await expect(page.getByText("Recovery codes left: 9")).toBeVisible();
});

test("a passkey logs in with the password, and is taken off the account", async ({ browser, request, baseURL }) => {
  const { name, password, token } = await newAccount(request);
  const { port } = new URL(baseURL ?? "");
  const page = await pageOf(browser, token, { baseURL: `http://localhost:${port}` });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto("/user/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("A name for it").fill("This laptop");
  await adding.getByLabel("Your password").fill(password);
  await adding.getByRole("button", { name: "Create the passkey" }).click();
  await page.getByRole("button", { name: "I have kept it" }).click();
  await expect(panel(page).filter({ hasText: "Passkey: This laptop" })).toBeVisible();

  await page.evaluate(() => localStorage.removeItem("token"));
  await page.goto("/");
  await logIn(page, name, password);
  await second(page).getByRole("button", { name: "Use a passkey" }).click();
  await loggedIn(page);
  await go(page, "/user/account");
  await expect(panel(page).filter({ hasText: "Passkey: This laptop" })).toContainText("Last used");
  await page.getByRole("button", { name: "Remove: This laptop" }).click();
  await expect(page.getByText("Removed, every other device is logged out")).toBeVisible();
  await expect(panel(page).filter({ hasText: "Passkey: This laptop" })).toHaveCount(0);
  await page.evaluate(() => localStorage.removeItem("token"));
  await page.goto("/");
  await logIn(page, name, password);
  await loggedIn(page);
});
