/**
 * The site as an app: manifest and icons; and the service worker, which shows a page while the site is gone and keeps
 * no other.
 */
import { expect, type Page } from "@playwright/test";
import { worker } from "../build/worker.ts";
import { pageOf } from "./account.ts";
import { Front } from "./front.ts";
import { test } from "./test.ts";

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}

test("manifest, icons and colours are those of an app that can be installed", async ({ page, request }) => {
  await page.goto("/");
  const theme = await page.locator('meta[name="theme-color"]').getAttribute("content");
  const answer = await request.get((await page.locator('link[rel="manifest"]').getAttribute("href")) ?? "");
  expect(answer.headers()["content-type"]).toMatch(/^application\/manifest\+json/);
  const manifest = await answer.json();
  expect(manifest).toMatchObject({
    name: "Jadebox",
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: theme,
  });
  const icons: readonly Icon[] = manifest.icons;
  expect(icons.filter(({ purpose }) => purpose === "maskable").map(({ sizes }) => sizes)).toEqual(["512x512"]);
  const own = icons.filter(({ purpose, type }) => !purpose && type === "image/png").map(({ sizes }) => sizes);
  expect(own).toEqual(["192x192", "512x512"]);
  for (const { src, sizes, type } of icons) {
    expect((await request.get(src)).headers()["content-type"], src).toContain(type);
    const width = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image.naturalWidth;
    }, src);
    if (sizes !== "any") expect(`${width}x${width}`, src).toBe(sizes);
  }
});

const SOURCE = 'const PAGE = "/a.html";\nconst KEPT = [PAGE, "/b.js"];\nconst CACHE = "offline-DIGEST";';

test("the worker's name follows from all that it keeps", () => {
  const asked: string[] = [];
  const text = (b: string) =>
    worker(SOURCE, (path) => {
      asked.push(path);
      return Buffer.from(path === "/b.js" ? b : "page");
    });
  expect(text("1")).toMatch(/"offline-[0-9a-f]{16}"/);
  expect(asked).toEqual(["/a.html", "/b.js"]);
  expect(text("1")).toBe(text("1"));
  expect(text("1")).not.toBe(text("2"));
  expect(() => worker("", () => Buffer.from(""))).toThrow();
});

/** Everything that is kept, by the name of its cache. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const all: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      all[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname).sort();
    }
    return all;
  });

const controlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller?.state === "activated");

test("without the site every address shows the offline page, and a new build brings a new one", async ({
  browser,
  baseURL,
}) => {
  const front = await new Front({ url: baseURL ?? "" }).open();
  try {
    const page = await pageOf(browser, "", { serviceWorkers: "allow" });
    await page.goto(`${front.url}/case/all`);
    await expect.poll(() => controlled(page)).toBe(true);
    // Calls were answered and pages were shown since; none of it may be kept.
    await page.goto(`${front.url}/page/helpcenter/hash`);
    await expect(page.getByRole("heading", { level: 1, name: "Hash algorithm" })).toBeVisible();
    const [[name, files] = [], ...more] = Object.entries(await kept(page));
    expect(files).toEqual(["/away.js", "/gem.svg", "/offline.html", "/offline.js", "/siteMaintain.css"]);
    expect(more).toEqual([]);

    front.shut();
    await page.goto(`${front.url}/page/helpcenter/steam`);
    await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
    expect(page.url()).toBe(`${front.url}/page/helpcenter/steam`);
    await expect(page.locator("body")).toHaveCSS("background-image", /gradient/); // with its styles
    // The page looks the same before and after: what is asked of it in between is lost with it.
    await Promise.all([page.waitForEvent("load"), page.getByRole("link", { name: "Try again" }).click()]);
    await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
    expect(
      await page.evaluate(() =>
        fetch("/api/main/web/info").then(
          (r) => r.status,
          () => "none",
        ),
      ),
    ).toBe("none");

    await front.open();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Steam and retrieval" })).toBeVisible();

    // Another build: the worker differs by its digest.
    front.changes.set("/offline.js", (text) => text.replace("No connection", "Nobody is there"));
    front.changes.set("/sw.js", (text) => text.replace(/offline-[0-9a-f]{16}/, "offline-0123456789abcdef"));
    // The browser looks for another worker some time after a page was loaded, when nothing else is under way.
    await expect(async () => {
      await page.reload();
      const isNew = async () => Object.keys(await kept(page));
      await expect.poll(isNew, { timeout: 5_000 }).toEqual(["offline-0123456789abcdef"]);
    }).toPass();
    expect(name).not.toBe("offline-0123456789abcdef");
    front.shut();
    await page.goto(`${front.url}/`);
    await expect(page.getByRole("heading", { name: "Nobody is there" })).toBeVisible();
  } finally {
    await front.close();
  }
});
