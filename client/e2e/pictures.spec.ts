/**
 * A site whose pictures come from a host of their own: they are shown, the reel is painted with them, and no other host
 * is loaded from.
 */
import { expect, type Page } from "@playwright/test";
import { FIRST_LIGHT, get, newPlayer } from "./account.ts";
import { Front } from "./front.ts";
import { type OwnServer, testOf } from "./own-server.ts";

const hosts = new WeakMap<OwnServer, Front>();

// A pull CDN: what it is asked for, it asks the site for.
const test = testOf(async (server) => {
  const host = await new Front(server).open();
  hosts.set(server, host);
  return server.start(0, "--picture-host", host.url, "--picture-allow", "https://market.example");
});

interface Painted {
  readonly src: string;
  /** Opaque pixels; -1 of a canvas that may not become a texture. */
  readonly pixels: number;
}

/** Looks at each item that is painted on a canvas, right after it was. */
function watchPaint(): void {
  const painted: Painted[] = [];
  Object.assign(window, { painted });
  const { prototype } = CanvasRenderingContext2D;
  const paint: (...args: never[]) => void = prototype.drawImage;
  prototype.drawImage = function (this: CanvasRenderingContext2D, ...args: unknown[]) {
    paint.apply(this, args as never[]);
    const [image, x, y, w, h] = args;
    if (!(image instanceof HTMLImageElement) || !image.src.includes("/art/items/")) return;
    let pixels = -1;
    try {
      const { data } = this.getImageData(Number(x), Number(y), Number(w), Number(h));
      pixels = data.filter((value, i) => i % 4 === 3 && value > 200).length;
    } catch {}
    painted.push({ src: image.src, pixels });
  };
}

const paintedOn = (page: Page) => page.evaluate(() => (window as unknown as { painted: Painted[] }).painted);

/** The pictures of the catalogue that a page has loaded or tried to. */
const shownOn = (page: Page) =>
  page
    .locator('img[src*="/art/items/"], img[src*="/art/boxes/"]')
    .evaluateAll((all) =>
      (all as HTMLImageElement[])
        .filter(({ complete, currentSrc }) => complete && currentSrc !== "")
        .map(({ currentSrc, naturalWidth }) => ({ host: new URL(currentSrc).origin, shown: naturalWidth > 0 })),
    );

const policyOf = async (server: OwnServer) => (await fetch(server.url)).headers.get("content-security-policy") ?? "";

test("pictures of boxes and items come from the picture host, on pages and on the reel", async ({
  browser,
  request,
  server,
}) => {
  const host = hosts.get(server)?.url ?? "";
  const { page, token } = await newPlayer(browser, request, { reducedMotion: "no-preference" });
  const wrong: string[] = [];
  const asked = new Map<string, number>();
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("request", (one) => {
    const { origin, pathname, protocol } = new URL(one.url());
    if (/^\/art\/(items|boxes)\//.test(pathname)) asked.set(origin, (asked.get(origin) ?? 0) + 1);
    else if (origin !== server.url && protocol.startsWith("http")) wrong.push(one.url());
  });
  await page.addInitScript(watchPaint);

  await page.goto(`/steer/case?box=${FIRST_LIGHT.id}`);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Open\s/ })
    .click();
  const results = page.getByRole("region", { name: "What you got" });
  await expect(results).toBeVisible();

  const painted = await paintedOn(page);
  expect(painted.length).toBeGreaterThan(2); // the reel has every item of the box
  expect(painted.filter(({ src, pixels }) => !src.startsWith(`${host}/art/items/`) || pixels < 1000)).toEqual([]);
  await expect.poll(async () => (await shownOn(page)).length).toBeGreaterThan(2);
  expect((await shownOn(page)).filter((one) => one.host !== host || !one.shown)).toEqual([]);

  for (const path of ["/case/all", "/user/case"]) {
    await page.goto(path);
    await expect.poll(async () => (await shownOn(page)).length).toBeGreaterThan(0);
    expect((await shownOn(page)).filter((one) => one.host !== host || !one.shown)).toEqual([]);
  }
  expect([...asked.keys()]).toEqual([host]);
  expect(wrong).toEqual([]);
  expect(await policyOf(server)).toContain(`img-src 'self' data: blob: ${host} https://market.example;`);

  // The server paints with its own files: a shared card is the same without a host, and then all is the site's again.
  const { records } = await get<{ records: { resultId: string }[] }>(request, token, "/api/box/history");
  const card = async (result = "nobody") => {
    const answer = await fetch(`${server.url}/share/result/${result}.png?lang=en`);
    expect(answer.headers.get("content-type")).toBe("image/png");
    return Buffer.from(await answer.arrayBuffer());
  };
  const [own, site] = [await card(records[0]?.resultId), await card()];
  expect(own.equals(site)).toBe(false);
  await server.halt();
  await server.start();
  expect((await card(records[0]?.resultId)).equals(own)).toBe(true);
  expect(await policyOf(server)).toContain("img-src 'self' data: blob:;");
  const { items } = await get<{ items: { image: string; thumb: string }[] }>(request, "", "/api/catalog/items");
  const elsewhere = items.flatMap(({ image, thumb }) => [image, thumb]).filter((one) => !one.startsWith("/art/items/"));
  expect(elsewhere).toEqual([]);
});

test.afterAll(({ server }) => hosts.get(server)?.close());
