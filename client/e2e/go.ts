/** Ways to another page of the site that load nothing, for tests that are not about loading. */
import type { Page } from "@playwright/test";

/** As the browser's back does. It is not waited for what comes of it. */
export const comeTo = (page: Page, address: string): Promise<unknown> =>
  page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, "", to);
    return dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, address);

const PATIENCE_MS = 5000;

/** To a page of another title; loaded only where the site is not open yet, or does not lead there. */
export async function go(page: Page, address: string): Promise<void> {
  const before = await page.evaluate(
    (to) => (document.querySelector("#root main") && location.pathname !== to ? document.title : ""),
    address.replace(/[?#].*/, ""),
  );
  if (before !== "") {
    await comeTo(page, address);
    const isThere = page.waitForFunction((title) => document.title !== title, before, { timeout: PATIENCE_MS });
    if (await isThere.then(() => true).catch(() => false)) return;
  }
  await page.goto(address);
}
