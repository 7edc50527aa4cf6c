/**
 * Every address of the table (routes.ts) as a visitor and signed in, opened by its address, or, of one screen, led to
 * from there: in Chinese, English and Portuguese at 1440 and 390 px, in Russian and Vietnamese at 390, without an error
 * on the console, wider than the screen nowhere, with every text, in all eight combinations; while it loads, nothing
 * moves by itself at either width; and WCAG 2.2 AA by axe in each language and, for each person, at either width;
 * colours, once for each person, and at either width where one alone looks.
 *
 * The page stays where it is: it begins in Chinese, changes its width in one language, then its language at that width,
 * and so on. Another audience of the place loads it in the same page, which has its scripts and pictures by then.
 */
import { expect, type Page } from "@playwright/test";
import { HOUSE, LANGUAGES, type Language, languageTag } from "../src/i18n/language.ts";
import { paths } from "../src/routes/paths.ts";
import { NO_WELCOME } from "./account.ts";
import { clipped } from "./clipped.ts";
import { comeTo } from "./go.ts";
import { fits, holes, isReadable, NARROW, see, speak, violations, WIDE } from "./readable.ts";
import { CLOSED, VISITS, type Visit, type Who } from "./routes.ts";
import { test as base } from "./test.ts";
import { makeThere, tidyUp } from "./there.ts";
import { changeHands, warmPage } from "./warm.ts";

interface Lookers {
  readonly there: Awaited<ReturnType<typeof makeThere>>;
  /** The test's page is in use, and nothing is open in it. */
  look(who: Who, size: typeof WIDE): Promise<Look>;
}

/** A page, and what was said on its console since it is in use. */
interface Look {
  readonly page: Page;
  readonly errors: readonly string[];
}

/** Of this worker. */
let made: ReturnType<typeof makeThere> | undefined;

const test = base.extend<{ lookers: Lookers }>({
  lookers: async ({ browser, baseURL, playwright, atEnd }, use) => {
    const make = async () => {
      const request = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
      const there = await makeThere(request);
      atEnd(async () => {
        await tidyUp(request, there);
        await request.dispose();
      });
      return there;
    };
    made ??= make();
    const there = await made;
    let page: Page | undefined;
    const errors: string[] = [];
    const look = async (who: Who, viewport: typeof WIDE) => {
      // The mall asks for a real name when one enters it.
      const now = new Date();
      const realNameQuiet = `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`;
      const token = there.tokens[who];
      const storage = { language: HOUSE[0], ...NO_WELCOME, realNameQuiet, ...(token && { token }) };
      if (page) await changeHands(page, storage, { viewport });
      else page = watched(await warmPage(browser, storage, { viewport }), errors);
      errors.length = 0;
      return { page, errors };
    };
    await use({ there, look });
  },
});

function watched(page: Page, errors: string[]): Page {
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return page;
}

/**
 * Goes through every language at every size, each step from the one beside it; the page is open, in the first of both.
 * axe looks once a language, unless another test's turn brings it, and with all its rules once at each width: what
 * depends on no words is the same in every language. Colours are so, too: only the last is asked for them, or the first
 * two, at either width, where no other test looks.
 */
async function everyWay(
  page: Page,
  what: string,
  sizes: readonly (typeof WIDE)[],
  there: readonly string[],
  axed: readonly Language[] = LANGUAGES,
  around = true,
): Promise<void> {
  const coloured = axed.length === LANGUAGES.length ? axed.slice(0, 2) : axed.slice(-1);
  const hit = new Set<typeof WIDE>();
  for (const [i, language] of LANGUAGES.entries()) {
    await speak(page, language);
    const inTurn = isOfHouse(language) ? (i % 2 === 0 ? sizes : sizes.toReversed()) : [NARROW];
    for (const size of inTurn) {
      if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
      const where = `${what}, ${language} ${size.width}`;
      const until = { language: languageTag(language), there, beside: around };
      const isAxed = size === inTurn.at(-1) && axed.includes(language);
      const axe = { colours: coloured.includes(language), wordsOnly: hit.has(size), around };
      const sight = isAxed ? await isReadable(page, where, axe, until) : await fits(page, where, until);
      if (isAxed) hit.add(size);
      expect.soft(holes(sight, language), `${where}: texts`).toEqual([]);
    }
  }
  expect([...hit], `${what}: axe at every width`).toHaveLength(sizes.length);
}

/**
 * The languages that differ from the others by the interface's words alone are looked at where there is least room for
 * them: what the house says of its own they read in English.
 */
const isOfHouse = (language: Language): boolean => (HOUSE as readonly Language[]).includes(language);

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

/** A phone that loads it is led to an address of its own. */
const leadsPhones = ({ at }: Visit): boolean => VISITS.some((visit) => visit.at === at && visit.phone && visit.leads);

/** The order of the widths: where two persons look at a place, each begins at another. */
const sizesFor = (who: Who, visit: Visit) =>
  visit.who.length > 1 && visit.who[0] !== who ? sizesOf(visit).toReversed() : sizesOf(visit);

/** The width at which the place is loaded: the first, where a phone is not led to another address. */
const loadedAt = (who: Who, visit: Visit) => (leadsPhones(visit) ? sizesOf(visit) : sizesFor(who, visit))[0] ?? WIDE;

/** Layout shift (web.dev/articles/cls) while a page loads, of which there is none to speak of. */
const SHIFT_MOST = 0.02;
const LOOKS = 4;

/** What moved without a hand having moved it since the document began, by the browser's own entries. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        const add = (entries: readonly PerformanceEntry[]) => {
          for (const entry of entries) {
            const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
            if (!hadRecentInput) sum += value;
          }
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => {
          add(observer.takeRecords());
          observer.disconnect();
          done(sum);
        }, 50);
      }),
  );

/**
 * The page has been opened. Drops of others and their rooms come and go while one looks, and push what stands beside
 * them; what moves because it loads moves at every look.
 */
async function standsStill(page: Page, who: Who, visit: Visit): Promise<void> {
  const shifts: number[] = [];
  while (true) {
    await page.waitForLoadState("networkidle");
    shifts.push(await shiftOf(page));
    if (shifts.length === LOOKS || Math.min(...shifts) <= SHIFT_MOST) break;
    await page.reload();
    await isThere(page, thereOf(visit));
  }
  const said = shifts.map((one) => one.toFixed(3)).join(", ");
  expect
    .soft(Math.min(...shifts), `${who}: moved while it loaded at ${page.viewportSize()?.width} px: ${said}`)
    .toBeLessThan(SHIFT_MOST);
}

/**
 * Where two look at a place, axe sees it in every language with one of them, and with each at both widths: the
 * languages of each are those in which everyWay ends at one width, and one that has the narrow one alone.
 */
const axedFor = (who: Who, { who: all }: Visit): readonly Language[] =>
  LANGUAGES.filter((_, i) => (i + 1) % all.length === all.indexOf(who));

/**
 * Where what stands around every page is looked at, by axe and for its texts: both persons, every language, either
 * width.
 */
const AROUND_IT: ReadonlySet<string> = new Set([paths.home(), paths.account()]);

/** Where a visit leads has one of its own. */
const isVisited = (address: string, who: Who): boolean =>
  VISITS.some((visit) => visit.at === address && !visit.leads && visit.who.includes(who));

const peopleOf = ({ who }: Visit): string => who.join(" and ");

for (const visit of VISITS) {
  test(`${peopleOf(visit)}: ${visit.name}`, async ({ lookers }) => {
    const mains: string[] = [];
    for (const who of visit.who) await visits(lookers, who, visit, mains);
  });
}

/** The main part of a page, by letter; React numbers its own ids anew. */
const mainOf = (page: Page): Promise<string> =>
  page.evaluate(() => (document.querySelector("main") ?? document.body).outerHTML.replace(/_r_\w+_/g, ""));

/** The server gives the site's document at an address at which it is not loaded. */
async function isServed(page: Page, address: string): Promise<void> {
  const document = await page.request.get(pathOf(address));
  expect(document.status(), address).toBe(200);
  expect(await document.text(), address).toContain('id="root"');
}

/** To another address of the same screen, whose main part is another. */
async function leadsTo(page: Page, address: string, there: readonly string[]): Promise<void> {
  const before = await mainOf(page);
  await comeTo(page, address);
  await expect(page).toHaveURL(address);
  await expect.poll(() => mainOf(page), `${address} shows something else`).not.toBe(before);
  await isThere(page, there);
}

/**
 * `mains` has what those before have seen, in the first language at the first of sizesOf: whose main part is the same
 * by letter, and depends on no person, does not go through every way again.
 */
async function visits(lookers: Lookers, who: Who, visit: Visit, mains: string[]): Promise<void> {
  const address = addressOf(visit, lookers);
  const sizes = sizesFor(who, visit);
  const first = loadedAt(who, visit);
  const { page, errors } = await lookers.look(who, first);
  const isLoaded = !visit.leads && !visit.refused;
  // Where no other test loads it at the other width, this one does before.
  const before = isLoaded && visit.who.length === 1 && !leadsPhones(visit) ? sizes[1] : undefined;
  if (before) {
    await page.setViewportSize(before);
    await page.goto(address);
    await isThere(page, thereOf(visit));
    await standsStill(page, who, visit);
    await page.setViewportSize(first);
  }
  await page.goto(address);
  await isThere(page, thereOf(visit));
  if (isLoaded) await standsStill(page, who, visit);
  expect(new URL(page.url()).pathname).toBe(visit.leads ?? pathOf(address));
  if (visit.leads) expect(isVisited(visit.leads, who)).toBe(true);
  else if (visit.impersonal) {
    await page.setViewportSize(sizesOf(visit)[0] ?? WIDE);
    await see(page, { language: languageTag(HOUSE[0]), there: thereOf(visit) });
    const main = await mainOf(page);
    await page.setViewportSize(first);
    const isFirst = mains.length === 0;
    const axed = isFirst ? LANGUAGES : axedFor(who, visit);
    if (!mains.includes(main)) await everyWay(page, who, sizes, thereOf(visit), axed, false);
    mains.push(main);
  } else if (!visit.like) {
    await everyWay(page, who, sizes, thereOf(visit), axedFor(who, visit), AROUND_IT.has(address));
    for (const other of visit.beside ?? []) {
      await isServed(page, other);
      await leadsTo(page, other, thereOf(visit));
      await everyWay(page, `${who} at ${other}`, sizes, thereOf(visit), axedFor(who, visit), false);
    }
  }
  const said = errors.filter((line) => !(visit.refused && REFUSAL.test(line)));
  expect(said, `${who}: on the console`).toEqual([]);
}

// Every one of them leads home under a dialog, and home by itself is another test. The guard is one for all (routes/
// table.ts, as table.test.ts holds), and the server gives the same document at each: one is loaded. It is gone through
// in every way where the dialog differs by a letter from all that were.
for (const size of [WIDE, NARROW]) {
  test(`a visitor at ${size.width} px is asked to log in at every address that is a player's`, async ({ lookers }) => {
    const asking = VISITS.filter((visit) => !visit.who.includes("visitor") && sizesOf(visit)[0] === size);
    expect(asking).not.toEqual([]);
    const { page, errors } = await lookers.look("visitor", size);
    const dialog = page.locator("dialog[open]");
    const isAsked = async (what: string) => {
      await expect(dialog.getByRole("tablist"), what).toBeVisible();
      await expect(page, what).toHaveURL("/");
    };
    const asked = new Map<string, string>();
    for (const [i, visit] of asking.entries()) {
      const address = addressOf(visit, lookers);
      await isServed(page, address);
      await (i === 0 ? page.goto(address) : comeTo(page, address));
      await isAsked(address);
      asked.set(await dialog.evaluate((box) => box.outerHTML.replace(/_r_\w+_/g, "")), address);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
    for (const address of asked.values()) {
      await comeTo(page, address);
      await isAsked(address);
      const sizes = size === WIDE ? [WIDE, NARROW] : [NARROW];
      await everyWay(page, `asked at ${address}`, sizes, ["dialog[open] [role=tablist]"]);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
    expect(errors, "on the console").toEqual([]);
  });
}

for (const who of CLOSED.who) {
  test(`${who}: ${CLOSED.at}`, async ({ lookers }) => {
    const { page, errors } = await lookers.look(who, WIDE);
    await page.route("**/api/**", (route) => route.fulfill({ status: 503, body: "" })); // an open site leads back
    await page.goto(`${CLOSED.at}?timer=${Date.now() + 3_600_000}`);
    await expect(page.getByRole("timer")).toBeVisible();
    await everyWay(page, who, [WIDE, NARROW], ["[role=timer]"]);
    const said = errors.filter((line) => !/server responded with a status of 503 .*\/api\//.test(line));
    expect(said, "on the console").toEqual([]);
  });
}

test("axe finds what is wrong, so that nothing found means nothing wrong", async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>t</title><main><h1>t</h1><input><p style="color:#ccc">faint</p></main></html>',
  );
  const found = (await violations(page)).map((line) => line.slice(0, line.indexOf(":")));
  expect(found).toEqual(expect.arrayContaining(["label", "color-contrast"]));
});

test("a text with a hole is found; what is the same beside every page is left out where it may be", async ({
  page,
}) => {
  const box = (name: string) => `<${name}><p style="color:#ccc">{{${name}}}</p></${name}>`;
  await page.setContent(
    `<html lang="en"><title>t</title><div id="root">${box("header")}
    <div>${box("section")}${box("main")}${box("footer")}</div></div></html>`,
  );
  const all = ["header", "section", "main", "footer"];
  const found = async (around: boolean) =>
    (await violations(page, { around }))
      .filter((line) => line.startsWith("color-contrast"))
      .map((line) => line.slice(16));
  const inWords = async (beside: boolean) => holes(await see(page, { beside }), "en");
  expect(await found(true)).toEqual(all.map((name) => expect.stringContaining(name)));
  expect(await found(false)).toEqual([expect.stringContaining("main")]);
  expect(await inWords(true)).toEqual(all.map((name) => `{{${name}}}`));
  expect(await inWords(false)).toEqual(["{{header}}", "{{main}}"]);
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
