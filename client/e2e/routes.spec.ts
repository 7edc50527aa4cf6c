/**
 * Every address of the table (routes.ts) as a visitor and signed in, opened by itself: in Chinese, English and Portuguese, at
 * 1440 and 390 px, without an error on the console, wider than the screen nowhere, with every text; and WCAG 2.2 AA by axe.
 *
 * All of it in all six combinations, with one exception: axe looks at the whole page once at either width, in a language that
 * differs from place to place, and in the other two at what the place has of its own, without comparing colours, which are the
 * same in every language. The frame around it is looked at in every language on the home page. The page stays where it is: it
 * changes its width in one language, then its language at that width, and so on, and begins in the language in which the place
 * before it was left.
 *
 * Each worker keeps one page a person, so that a place costs its loading and not a browser's warming up.
 */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test as base, NO_WELCOME } from "./account.ts";
import { clipped } from "./clipped.ts";
import { fits, holes, isReadable, NARROW, violations, WIDE } from "./readable.ts";
import { VISITS, type Visit, type Who } from "./routes.ts";
import { makeThere, tidyUp } from "./there.ts";

const LANGUAGES = ["zh", "en", "pt"] as const;
type Language = (typeof LANGUAGES)[number];
const TAG = { zh: "zh-CN", en: "en", pt: "pt-BR" } as const;

/** Somebody's page, and what was said on its console since it was asked last. */
interface Look {
  readonly page: Page;
  errors(): string[];
}

interface Lookers {
  readonly there: Awaited<ReturnType<typeof makeThere>>;
  look(who: Who): Promise<Look>;
}

const test = base.extend<Record<never, never>, { lookers: Lookers }>({
  lookers: [
    async ({ browser, playwright }, use, { project }) => {
      const { baseURL } = project.use;
      if (!baseURL) throw new Error("no address");
      const request = await playwright.request.newContext({ baseURL });
      const there = await makeThere(request);
      const contexts: BrowserContext[] = [];
      const made = new Map<Who, Promise<Look>>();
      const open = async (who: Who): Promise<Look> => {
        const context = await browser.newContext({
          baseURL,
          reducedMotion: "reduce",
          serviceWorkers: "block",
          viewport: WIDE,
        });
        contexts.push(context);
        await context.addInitScript(
          ([token, quiet]) => {
            if (token !== "") localStorage.setItem("token", token);
            localStorage.setItem(...quiet);
            // The mall asks for a real name when one enters it.
            const now = new Date();
            localStorage.setItem("realNameQuiet", `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`);
          },
          [there.tokens[who], NO_WELCOME] as const,
        );
        const page = await context.newPage();
        const said: string[] = [];
        page.on("console", (message) => {
          if (message.type() === "error") said.push(`${message.text()} ${message.location().url}`);
        });
        page.on("pageerror", (error) => said.push(String(error)));
        return { page, errors: () => said.splice(0) };
      };
      const look = (who: Who) => {
        const known = made.get(who) ?? open(who);
        made.set(who, known);
        return known;
      };
      await use({ there, look });
      for (const context of contexts) await context.close();
      await tidyUp(request, there);
      await request.dispose();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** Chooses a language in the header, where phones hide the choice; a page without a header is loaded again. */
async function speak(page: Page, language: Language): Promise<void> {
  if ((await page.locator("html").getAttribute("lang")) === TAG[language]) return;
  const chosen = await page.evaluate((wanted) => {
    const select = document.querySelector<HTMLSelectElement>("header select");
    if (!select) return false;
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select, wanted);
    return select.dispatchEvent(new Event("change", { bubbles: true }));
  }, language);
  if (!chosen) {
    await page.evaluate((wanted) => localStorage.setItem("language", wanted), language);
    await page.reload();
  }
  await expect(page.locator("html")).toHaveAttribute("lang", TAG[language]);
}

const isThere = async (page: Page, { until }: Visit): Promise<void> => {
  await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  if (until) await expect(page.locator(until)).toBeVisible();
};

/** The languages, from the one that the page is in. */
async function languagesOf(page: Page): Promise<readonly Language[]> {
  const tag = await page.locator("html").getAttribute("lang");
  const now = LANGUAGES.findIndex((language) => TAG[language] === tag);
  return [...LANGUAGES.slice(now), ...LANGUAGES.slice(0, now)];
}

const addressOf = ({ at }: Visit, { there }: Lookers) => (typeof at === "string" ? at : at(there));
const pathOf = (address: string) => address.replace(/[?#].*/, "");
/** What the browser itself writes about an answer that is a refusal. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

for (const visit of VISITS) {
  for (const who of visit.who) {
    test(`${who}: ${visit.name}`, async ({ lookers }) => {
      const { page, errors } = await lookers.look(who);
      const address = addressOf(visit, lookers);
      errors();
      await page.setViewportSize(visit.phone ? NARROW : WIDE);
      await page.goto(address);
      await isThere(page, visit);
      expect(new URL(page.url()).pathname).toBe(visit.leads ?? pathOf(address));
      const sizes = visit.phone ? [NARROW] : [WIDE, NARROW];
      for (const [i, language] of (await languagesOf(page)).entries()) {
        await speak(page, language);
        for (const size of sizes) {
          await page.setViewportSize(size);
          await isThere(page, visit);
          const where = `${language} ${size.width}`;
          await isReadable(page, where, i === 0 || address === "/" ? "whole" : "own");
          expect.soft(await holes(page, language), `${where}: texts`).toEqual([]);
        }
        sizes.reverse();
      }
      const said = errors().filter((line) => !(visit.refused && REFUSAL.test(line)));
      expect(said, "on the console").toEqual([]);
    });
  }
  if (!visit.who.includes("visitor")) {
    test(`visitor is asked to log in: ${visit.name}`, async ({ lookers }) => {
      const { page, errors } = await lookers.look("visitor");
      errors();
      await page.setViewportSize(WIDE);
      await page.goto(addressOf(visit, lookers));
      await expect(page.getByRole("dialog").getByRole("tablist")).toBeVisible();
      await expect(page).toHaveURL("/");
      for (const size of [WIDE, NARROW]) {
        await page.setViewportSize(size);
        await fits(page, `${size.width}`);
      }
      expect(errors(), "on the console").toEqual([]);
    });
  }
}

test("axe finds what is wrong, so that nothing found means nothing wrong", async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>t</title><main><h1>t</h1><input><p style="color:#ccc">faint</p></main></html>',
  );
  const found = (await violations(page)).map((line) => line.slice(0, line.indexOf(":")));
  expect(found).toEqual(expect.arrayContaining(["label", "color-contrast"]));
});

test("texts that are cut are found, those too that two fifths more letters would be; what says so or gives way is not", async ({
  page,
}) => {
  const box = (style: string, text: string) =>
    `<div style="width:100px;font:10px/1.5 monospace;white-space:nowrap;${style}"><b>${text}</b></div>`;
  const body = (lang: string) => `<html lang="${lang}"><title>t</title><main>
    ${box("overflow:hidden", "cut already, by far")}
    ${box("overflow:hidden", "cut if longer")}
    ${box("", "out if longer")}
    ${box("overflow:hidden;text-overflow:ellipsis", "says that there is more")}
    ${box("white-space:normal", "gives way to more")}
    ${box("", "#0123456789")}</main></html>`;
  await page.setContent(body("en"));
  expect((await clipped(page)).map((line) => line.slice(0, line.indexOf(":")))).toEqual([
    "cut by div. longer",
    "cut by div. longer",
    "out of div. longer",
  ]);
  await expect(page.getByText("cut if longer")).toBeVisible(); // as it was
  await page.setContent(body("zh-CN"));
  expect((await clipped(page)).map((line) => line.slice(line.indexOf('"')))).toEqual(['"cut already, by far"']);
});
