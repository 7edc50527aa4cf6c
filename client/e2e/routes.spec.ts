/**
 * Every address of the table (routes.ts) as a visitor and signed in, opened by itself: in Chinese, English and
 * Portuguese, at 1440 and 390 px, without an error on the console, wider than the screen nowhere, with every text, in
 * all six combinations; and WCAG 2.2 AA by axe in each language and, for each person, at either width;
 * colours, once for each person, and at either width where one alone looks.
 *
 * The page stays where it is: it begins in Chinese, changes its width in one language, then its language at that width,
 * and so on.
 *
 * Each worker keeps one page a person, so that a place costs its loading and not a browser's warming up.
 */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { NO_WELCOME } from "./account.ts";
import { clipped } from "./clipped.ts";
import { fits, holes, isReadable, NARROW, violations, WIDE } from "./readable.ts";
import { CLOSED, VISITS, type Visit, type Who } from "./routes.ts";
import { test as base, keep } from "./test.ts";
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
        contexts.push(keep(context));
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
        return watched(await context.newPage());
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

function watched(page: Page): Look {
  const said: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") said.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => said.push(String(error)));
  return { page, errors: () => said.splice(0) };
}

/** Opens an address in the first language, whatever language the page before it was left in. */
async function goTo(page: Page, address: string, size: typeof WIDE): Promise<void> {
  if (page.url() !== "about:blank") {
    await page.evaluate((first) => {
      localStorage.setItem("language", first);
      // biome-ignore lint/suspicious/noDocumentCookie: as the site does
      document.cookie = `language=${first}; path=/`;
      document.documentElement.style.display = "none"; // its new width is nobody's work any more
    }, LANGUAGES[0]);
  }
  await page.setViewportSize(size);
  await page.goto(address);
}

/**
 * Goes through every language at every size, each step from the one beside it; the page is open, in the first of both.
 * axe looks once a language, unless somebody else's turn brings it: names, roles and colours are the same at either
 * width, and both widths have their turn. Colours are the same in every language, too: only the first is asked for
 * them, or the first two, at either width, where nobody else looks. What is big enough for a finger is so at a width.
 */
async function everyWay(
  page: Page,
  sizes: readonly (typeof WIDE)[],
  there: readonly string[],
  axed: readonly Language[] = LANGUAGES,
): Promise<void> {
  const coloured = axed.slice(0, axed.length === LANGUAGES.length ? 2 : 1);
  const hit = new Set<typeof WIDE>();
  for (const [i, language] of LANGUAGES.entries()) {
    if (i > 0) await speak(page, language);
    const inTurn = i % 2 === 0 ? sizes : sizes.toReversed();
    for (const size of inTurn) {
      if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
      const where = `${language} ${size.width}`;
      const until = { language: TAG[language], there };
      const isAxed = size === inTurn.at(-1) && axed.includes(language);
      const axe = { colours: coloured.includes(language), targets: !hit.has(size) };
      const sight = isAxed ? await isReadable(page, where, axe, until) : await fits(page, where, until);
      if (isAxed) hit.add(size);
      expect.soft(holes(sight, language), `${where}: texts`).toEqual([]);
    }
  }
}

/** Chooses a language in the header, where phones hide the choice; a page without a header is loaded again. */
async function speak(page: Page, language: Language): Promise<void> {
  const chosen = await page.evaluate((wanted) => {
    const select = document.querySelector<HTMLSelectElement>("header select");
    if (!select) return false;
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select, wanted);
    return select.dispatchEvent(new Event("change", { bubbles: true }));
  }, language);
  if (chosen) return;
  await page.evaluate((wanted) => localStorage.setItem("language", wanted), language);
  await page.reload();
}

const HEADING = "main :is(h1, h2, h3, h4, h5, h6, [role=heading])";
const thereOf = ({ until }: Visit): readonly string[] => (until ? [HEADING, until] : [HEADING]);

/** Asked from outside, since an address may lead on to another. */
async function isThere(page: Page, there: readonly string[]): Promise<void> {
  for (const selector of there) await expect(page.locator(selector).filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const addressOf = ({ at }: Visit, { there }: Lookers) => (typeof at === "string" ? at : at(there));
const pathOf = (address: string) => address.replace(/[?#].*/, "");
/** What the browser itself writes about an answer that is a refusal. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

const sizesOf = ({ phone }: Visit) => (phone ? [NARROW] : [WIDE, NARROW]);

/**
 * Where two look at a place, axe sees it with the first in the first two languages and with the other in the last two:
 * every language, and each person at both widths.
 */
const axedFor = (who: Who, { who: all }: Visit): readonly Language[] =>
  all.length === 1 ? LANGUAGES : all[0] === who ? LANGUAGES.slice(0, 2) : LANGUAGES.slice(1);

/** Where a visit leads has one of its own. */
const isVisited = (address: string, who: Who): boolean =>
  VISITS.some((visit) => visit.at === address && !visit.leads && visit.who.includes(who));

for (const visit of VISITS) {
  for (const who of visit.who) {
    test(`${who}: ${visit.name}`, async ({ lookers }) => {
      const { page, errors } = await lookers.look(who);
      const address = addressOf(visit, lookers);
      const [first = WIDE] = sizesOf(visit);
      errors();
      await goTo(page, address, first);
      await isThere(page, thereOf(visit));
      expect(new URL(page.url()).pathname).toBe(visit.leads ?? pathOf(address));
      if (visit.leads) expect(isVisited(visit.leads, who)).toBe(true);
      else if (!visit.like) await everyWay(page, sizesOf(visit), thereOf(visit), axedFor(who, visit));
      const said = errors().filter((line) => !(visit.refused && REFUSAL.test(line)));
      expect(said, "on the console").toEqual([]);
    });
  }
}

/** The dialogs that were looked at in every way. */
const seen = new Set<string>();

// Every one of them leads home under a dialog, and home by itself is another test: it is gone through in every way only
// where the dialog differs by a letter from all that were.
for (const visit of VISITS.filter(({ who }) => !who.includes("visitor"))) {
  test(`visitor is asked to log in: ${visit.name}`, async ({ lookers }) => {
    const { page, errors } = await lookers.look("visitor");
    const sizes = sizesOf(visit);
    const [first = WIDE] = sizes;
    const dialog = page.locator("dialog[open]");
    errors();
    await goTo(page, addressOf(visit, lookers), first);
    await expect(dialog.getByRole("tablist")).toBeVisible();
    await expect(page).toHaveURL("/");
    const asked = await dialog.evaluate((box) => box.outerHTML.replace(/_r_\w+_/g, ""));
    const name = `${sizes.length} ${asked}`;
    if (!seen.has(name)) await everyWay(page, sizes, ["dialog[open] [role=tablist]"]);
    seen.add(name);
    expect(errors(), "on the console").toEqual([]);
  });
}

for (const who of CLOSED.who) {
  test(`${who}: ${CLOSED.at}`, async ({ lookers }) => {
    const { page: other } = await lookers.look(who);
    const { page, errors } = watched(await other.context().newPage());
    await page.route("**/api/**", (route) => route.fulfill({ status: 503, body: "" })); // an open site leads back
    await goTo(page, `${CLOSED.at}?timer=${Date.now() + 3_600_000}`, WIDE);
    await expect(page.getByRole("timer")).toBeVisible();
    await everyWay(page, [WIDE, NARROW], ["[role=timer]"]);
    const said = errors().filter((line) => !/server responded with a status of 503 .*\/api\//.test(line));
    expect(said, "on the console").toEqual([]);
    await page.close();
  });
}

test("axe finds what is wrong, so that nothing found means nothing wrong", async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>t</title><main><h1>t</h1><input><p style="color:#ccc">faint</p></main></html>',
  );
  const found = (await violations(page)).map((line) => line.slice(0, line.indexOf(":")));
  expect(found).toEqual(expect.arrayContaining(["label", "color-contrast"]));
});

test("texts that are cut are found, those too that two fifths more letters would be; what can be had whole or gives way is not", async ({
  page,
}) => {
  const box = (style: string, text: string) =>
    `<div style="width:100px;font:10px/1.5 monospace;white-space:nowrap;${style}"><b>${text}</b></div>`;
  const body = (lang: string) => `<html lang="${lang}"><title>t</title><main>
    ${box("overflow:hidden", "cut already, by far")}
    ${box("overflow:hidden", "cut if longer")}
    ${box("", "out if longer")}
    ${box("overflow:hidden;text-overflow:ellipsis", "more is nowhere")}
    <div title="another tip">${box("overflow:hidden;text-overflow:ellipsis", "no tip of its")}</div>
    <div title="all of it has a tip">${box("overflow:hidden;text-overflow:ellipsis", "all of it has a tip")}</div>
    ${box("overflow:hidden;text-overflow:ellipsis;--cut:data", "A name is what it is")}
    ${box("display:flex;overflow:hidden;text-overflow:ellipsis;--cut:data", "shows no dots")}
    ${box("white-space:normal", "gives way to more")}
    ${box("", "#0123456789")}</main></html>`;
  await page.setContent(body("en"));
  expect((await clipped(page)).map((line) => line.slice(0, line.indexOf(":")))).toEqual([
    "cut by div. longer",
    "cut by div. longer",
    "out of div. longer",
    ...["cut by div. longer", "cut by div. longer", "cut by div. longer"],
  ]);
  await expect(page.getByText("cut if longer")).toBeVisible(); // as it was
  await page.setContent(body("zh-CN"));
  expect((await clipped(page)).map((line) => line.slice(line.indexOf('"')))).toEqual(['"cut already, by far"']);
});
