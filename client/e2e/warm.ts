/**
 * Pages that tests of one worker hand on to each other: two thirds of the work of a test's first page is a renderer
 * that begins, scripts that are fetched and compiled, and pictures that come. Handed on are the renderer and what it
 * has fetched; what a person leaves behind (storage, cookies, permissions, a network that is gone) and what a test has
 * laid over the page (routes, listeners, a size) is taken away. What cannot be taken away, like a script of each
 * document or a clock, ends the page with its test.
 */
import type { Browser, BrowserContext, Page } from "@playwright/test";

type Size = { readonly width: number; readonly height: number };

interface Ways {
  readonly viewport: Size | null;
  readonly reducedMotion: "reduce" | "no-preference";
}

/** What the pages of the test that runs begin with. */
let ways: Ways & { readonly baseURL: string } = { baseURL: "", viewport: null, reducedMotion: "reduce" };
export const beginWith = (these: typeof ways): void => {
  ways = these;
};

const PLACE = "/robots.txt"; // of the site, so that its storage can be written, and with nothing on it
/** What lasts for as long as a page, or its context. */
const LASTING = [
  "addInitScript",
  "addLocatorHandler",
  "exposeBinding",
  "exposeFunction",
  "routeWebSocket",
  "setExtraHTTPHeaders",
] as const;

/** What tests listen to. */
const SAID = ["console", "dialog", "pageerror", "popup", "request", "requestfailed", "response", "websocket"] as const;

const idle: Page[] = [];
const warm = new WeakMap<BrowserContext, Page>();
const stained = new WeakSet<BrowserContext>();

type Storage = Readonly<Record<string, string>>;

/** A page of the site whose storage has these entries and no other, somewhere a test does not begin. */
export async function warmPage(browser: Browser, storage: Storage, look: Partial<Ways> = {}): Promise<Page> {
  const place = new URL(PLACE, ways.baseURL).href;
  const kept = idle.findLastIndex((page) => page.url() === place); // the latest has most of the site in its caches
  const page = kept < 0 ? await newPage(browser) : (idle.splice(kept, 1)[0] as Page);
  await begin(page, storage, look);
  return page;
}

/** Gives a warm page to another session: its storage is replaced. */
export async function changeHands(page: Page, storage: Storage, look: Partial<Ways> = {}): Promise<void> {
  await leave(page);
  await begin(page, storage, look);
}

async function begin(page: Page, storage: Storage, look: Partial<Ways>): Promise<void> {
  const { viewport, reducedMotion } = { ...ways, ...look };
  if (viewport && !isOfSize(page, viewport)) await page.setViewportSize(viewport);
  await page.emulateMedia({ reducedMotion });
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, storage);
}

/** Nothing is left of the session before. */
async function leave(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto(PLACE, { timeout: 10_000 });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

const isOfSize = (page: Page, { width, height }: Size): boolean => {
  const size = page.viewportSize();
  return size?.width === width && size.height === height;
};

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const owner of [page, context]) {
    for (const name of LASTING) watch(owner, name, context);
  }
  for (const name of ["install", "setFixedTime", "setSystemTime"] as const) watch(page.clock, name, context);
  await page.goto(PLACE);
  warm.set(context, page);
  return page;
}

/** A call that leaves something behind which cannot be taken away. */
function watch<Name extends string>(owner: { [name in Name]?: unknown }, name: Name, context: BrowserContext): void {
  const call = owner[name] as ((...args: unknown[]) => unknown) | undefined;
  if (!call) return;
  owner[name] = ((...args: unknown[]) => {
    stained.add(context);
    return call.apply(owner, args);
  }) as never;
}

export const isIdle = (context: BrowserContext): boolean => idle.some((page) => page.context() === context);

/** After a test: its page is as good as new for another, or false. */
export async function handOn(context: BrowserContext): Promise<boolean> {
  const page = warm.get(context);
  if (!page || page.isClosed() || stained.has(context)) return false;
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of SAID) await page.removeAllListeners(event, { behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    await context.clearPermissions();
    await leave(page);
  } catch {
    return false;
  }
  idle.push(page);
  return true;
}
