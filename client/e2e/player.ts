/** A player in a browser of their own, with the interface in one language. */
import { type Browser, expect, type Page } from "@playwright/test";
import { NO_WELCOME } from "./account.ts";
import { warmPage } from "./warm.ts";

export interface Player {
  readonly page: Page;
  readonly name: string;
  readonly password: string;
}

interface Registered extends Player {
  readonly token: string;
}

let count = 0;
/** Accounts are 6–13 letters or digits (product spec §5). */
const credentials = () => {
  const name = `e${Date.now().toString(36)}${process.env.TEST_WORKER_INDEX ?? ""}${count++}`;
  return { name, password: `Pass${name.slice(-6)}42` };
};

export async function visitor(browser: Browser): Promise<Page> {
  const page = await warmPage(browser, { language: "en", ...NO_WELCOME });
  page.on("pageerror", (error) => {
    throw error;
  });
  return page;
}

/** Registers by the form, as players do. */
export const register = async (browser: Browser): Promise<Player> => registerOn(await visitor(browser));

export async function registerOn(page: Page): Promise<Player> {
  const { name, password } = credentials();
  await page.goto("/page/caseBattle");
  await page.getByRole("button", { name: "Log in / Register" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Register" }).click();
  // Both tabs have an account and boxes to check: only the right ones are filled, and each step that can hang has a
  // name.
  await expect(dialog.getByRole("button", { name: "Create account" })).toBeVisible();
  await dialog.getByLabel("Account").fill(name);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  const answer = page.waitForResponse("**/api/user/register", { timeout: 90_000 });
  await dialog.getByRole("button", { name: "Create account" }).click();
  expect(await (await answer).json()).toMatchObject({ code: 200 });
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  return { page, name, password };
}

/**
 * Registers by the call, for tests that are about something else. With `at` null the test opens its first page itself.
 */
export async function player(browser: Browser, at: string | null = "/page/caseBattle"): Promise<Registered> {
  const { name, password } = credentials();
  const page = await visitor(browser);
  const reply = await page.request.post("/api/user/register", {
    data: { phone: name, password, fingerprinId: `e2e${name}`.padEnd(32, "0") },
  });
  const { data, errMsg } = await reply.json();
  if (!data?.token) throw new Error(`register: ${errMsg}`);
  await page.evaluate((token) => localStorage.setItem("token", token), data.token);
  if (at !== null) await page.goto(at);
  return { page, name, password, token: data.token };
}

/** A price on the page as cents. */
export function cents(text: string | null): number {
  const number = /[\d,]+\.\d{2}/.exec(text ?? "")?.[0];
  if (!number) throw new Error(`no price in ${text}`);
  return Math.round(Number(number.replaceAll(",", "")) * 100);
}

/** What the header shows, in cents, once it knows. */
export const balance = (page: Page): Promise<number> =>
  page
    .getByRole("banner")
    .getByText("Gem balance")
    .locator("..")
    .filter({ hasText: /\d/ })
    .textContent()
    .then((text) => cents(text));
