/** What can be judged without eyes: axe's WCAG 2.2 AA, sideways scrolling, texts that are cut or missing. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type axeCore from "axe-core";
import { LANGUAGES, type Language, languageTag } from "../src/i18n/language.ts";
import { lookForClipped } from "./clipped.ts";

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * The rules whose answer depends on words: names, what stands for pictures, the language, and what scrolls because a
 * text is longer. Roles, attributes, lists, tables and nesting are the same in every language.
 */
const OF_WORDS = [
  "aria-command-name",
  "aria-input-field-name",
  "aria-meter-name",
  "aria-progressbar-name",
  "aria-toggle-field-name",
  "aria-tooltip-name",
  "area-alt",
  "button-name",
  "document-title",
  "frame-title",
  "html-has-lang",
  "html-lang-valid",
  "image-alt",
  "input-button-name",
  "input-image-alt",
  "label",
  "label-content-name-mismatch",
  "link-name",
  "object-alt",
  "role-img-alt",
  "scrollable-region-focusable",
  "select-name",
  "summary-name",
  "svg-img-alt",
  "valid-lang",
];
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * What axe looks for. Colours and the sizes of targets are two thirds of its work; colours are the same in every
 * language, sizes at one width. What stands around each page, half of what there is, is the same around all.
 */
interface Axe {
  readonly colours?: boolean;
  readonly targets?: boolean;
  readonly around?: boolean;
  /** Only what this selector finds, where nothing lies over the page. */
  readonly within?: string;
  /** Of the other rules those of words alone: the whole set has looked at this width in another language. */
  readonly wordsOnly?: boolean;
}

/** What shell.tsx puts beside a page: the ticker and the footer. */
const BESIDE = "#root > div:has(> main) > :not(main)";
/** And around both. */
const AROUND = `#root > :not(main, dialog, div):not(:has(main)), ${BESIDE}`;

const axeSource = readFileSync(join(import.meta.dirname, "../node_modules/axe-core/axe.min.js"), "utf8");

/** What axe finds on the page as it stands, or in what lies over it, short enough to read in a test report. */
export async function violations(
  page: Page,
  { colours = true, targets = true, around = true, within = "", wordsOnly = false }: Axe = {},
): Promise<string[]> {
  const all = { type: "tag" as const, values: RULES };
  const some = { type: "rule" as const, values: [...OF_WORDS, ...(colours ? OF_COLOURS : [])] };
  const left: Record<string, { enabled: boolean }> = {
    "target-size": { enabled: targets },
    "no-autoplay-audio": { enabled: false }, // there is none, and it alone has axe load and read every style sheet
  };
  for (const rule of OF_COLOURS) left[rule] = { enabled: colours };
  const run = () =>
    page.evaluate(
      async ([runOnly, rules, only, without]) => {
        const { axe } = globalThis as unknown as { axe?: typeof axeCore };
        if (!axe) return;
        // What lies behind a dialog cannot be reached, and is looked at where nothing lies over it.
        const over = [...document.querySelectorAll("dialog:modal")].at(-1);
        const part = only ? (document.querySelector(only) ?? document) : undefined;
        const where = over ?? part ?? (without ? { exclude: [without] } : document);
        const { violations: found } = await axe.run(where, { runOnly, rules, resultTypes: ["violations"] });
        return found.flatMap(({ id, nodes }) =>
          nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ""}`),
        );
      },
      [wordsOnly ? some : all, wordsOnly ? {} : left, within, around ? "" : AROUND] as const,
    );
  const found = await run();
  if (found) return found;
  // Once a document: half a megabyte of script for every look would take as long as looking.
  await page.evaluate(axeSource);
  await page.evaluate(() => (globalThis as unknown as { axe: typeof axeCore }).axe.configure({ noHtml: true }));
  return (await run()) ?? ["axe is not there"];
}

/** What has to be before a page is looked at. */
interface Until {
  /** Its language, as a document is marked with it; the header is asked for it if need be. */
  readonly language?: string;
  /** CSS selectors of which each shows something, on a page that waits for nothing. */
  readonly there?: readonly string[];
  /** Texts beside the page are looked at, too. They are the same beside all. */
  readonly beside?: boolean;
}

interface Sight {
  /** What is not there that should be. */
  readonly lacks: readonly string[];
  /** The root has the gutter of this width (tokens.css), or none at all. */
  readonly ofThisWidth: boolean;
  readonly tooWide: readonly string[];
  readonly cut: readonly string[];
  readonly words: readonly string[];
}

const PATIENCE_MS = 40_000;

/**
 * Everything that a page is looked at for, in one script: asked one by one, the questions cost more than the answers.
 */
export const see = (page: Page, { beside = true, ...until }: Until = {}): Promise<Sight> =>
  page.evaluate<Sight>(
    `(${look})(${JSON.stringify([until, PATIENCE_MS, beside ? "" : BESIDE])}, ${lookForClipped}, ${words})`,
  );

/** Runs in the page. */
async function look(
  [{ language, there }, patienceMs, without]: readonly [Until, number, string],
  clipped: (without: string) => string[],
  said: (without: string) => string[],
): Promise<Sight> {
  const root = document.documentElement;
  // What answers a new width or language (observers, the frame after them) has been drawn.
  const drawn = () =>
    new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
  const shows = (selector: string) =>
    [...document.querySelectorAll(selector)].some(
      (box) => box.checkVisibility({ visibilityProperty: true }) && box.getBoundingClientRect().width > 0,
    );
  const lacks = () => [
    ...(language && root.lang !== language ? [`lang ${language}`] : []),
    ...(there && document.querySelector('[aria-busy="true"]') ? ["nothing busy"] : []),
    ...(there ?? []).filter((selector) => !shows(selector)),
  ];
  const end = performance.now() + patienceMs;
  do {
    while (lacks().length > 0 && performance.now() < end) await new Promise((done) => setTimeout(done, 30));
    await drawn();
  } while (lacks().length > 0 && performance.now() < end);
  const gutter = getComputedStyle(root).getPropertyValue("--gutter").trim();
  const { scrollWidth, clientWidth } = root;
  return {
    lacks: lacks(),
    ofThisWidth: gutter === "" || gutter === (matchMedia("(max-width: 750px)").matches ? "14px" : "24px"),
    tooWide: scrollWidth > clientWidth ? [`${scrollWidth} px wide`] : [],
    cut: clipped(without),
    words: said(without),
  };
}

/** Runs in the page: what a player reads or hears, text and the attributes that are spoken. */
function words(without: string): string[] {
  const said: string[] = [];
  const left = without ? [...document.querySelectorAll(without)] : [];
  const isMeant = (node: Node) => !left.some((part) => part.contains(node));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (isMeant(texts.currentNode)) said.push(texts.currentNode.textContent ?? "");
  for (const element of document.querySelectorAll("[aria-label],[title],[alt],[placeholder]")) {
    if (!isMeant(element)) continue;
    for (const name of ["aria-label", "title", "alt", "placeholder"]) said.push(element.getAttribute(name) ?? "");
  }
  said.push(document.title);
  return said.map((text) => text.trim()).filter((text) => text !== "");
}

/**
 * Chromium without a graphics card sometimes keeps some styles of the old width after its media queries know the new
 * one, until it is told the size once more.
 */
async function resizeAnew(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (!size) return;
  await page.setViewportSize({ ...size, width: size.width + 1 });
  await see(page);
  await page.setViewportSize(size);
}

/** A page at another size than the one it was loaded at: what it is to be is so, soon. */
export async function atSize(
  page: Page,
  size: { readonly width: number; readonly height: number },
  check: () => Promise<void>,
): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => scrollTo(0, 0));
  for (let again = 0; again < 3; again++) {
    await see(page);
    try {
      return await check();
    } catch {
      await resizeAnew(page);
    }
  }
  await check();
}

const isWrong = ({ ofThisWidth, tooWide, cut }: Sight): boolean => !ofThisWidth || tooWide.length + cut.length > 0;

/** The page as it stands in its place; what is wrong with it, still is after the page was told its size again. */
export async function fits(page: Page, what: string, until: Until = {}): Promise<Sight> {
  let sight = await see(page, until);
  for (let again = 0; again < 2 && isWrong(sight); again++) {
    await resizeAnew(page);
    sight = await see(page, until);
  }
  expect(sight.lacks, `${what}: not there`).toEqual([]);
  expect.soft(sight.tooWide, `${what}: wider than the screen`).toEqual([]);
  expect.soft(sight.cut, `${what}: texts that are cut`).toEqual([]);
  return sight;
}

export async function isReadable(page: Page, what: string, axe: Axe = {}, until: Until = {}): Promise<Sight> {
  const sight = await fits(page, what, until);
  let found = await violations(page, axe);
  if (found.length > 0) {
    await resizeAnew(page);
    await see(page);
    found = await violations(page, axe);
  }
  expect.soft(found, what).toEqual([]);
  return sight;
}

/** Chooses a language in the header, where phones hide the choice; a page without a header is loaded again. */
export async function speak(page: Page, language: Language): Promise<void> {
  const chosen = await page.evaluate(
    ([wanted, tag]) => {
      if (document.documentElement.lang === tag) return true;
      const select = document.querySelector<HTMLSelectElement>("header select");
      if (!select) return false;
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select, wanted);
      return select.dispatchEvent(new Event("change", { bubbles: true }));
    },
    [language, languageTag(language)] as const,
  );
  if (chosen) return;
  await page.evaluate((wanted) => localStorage.setItem("language", wanted), language);
  await page.reload();
}

const DIALOG = "dialog[open]";

/** The language of tests, in which they find what they press (playwright.config.ts). */
const OF_TESTS: Language = "en";

/**
 * What lies over a page, as it is in English, then in every other language, and it is left in English. Colours and
 * sizes of targets are the same in all. It is opened once: what closes when the language changes fails here.
 *
 * Whatever is no dialog stands in a page that is looked at elsewhere, unless the test says otherwise: axe looks
 * `within` it alone, and where that is "", at the whole document.
 */
export async function isReadableInEveryLanguage(
  page: Page,
  what: string,
  there = DIALOG,
  within = there === DIALOG ? "" : there,
): Promise<void> {
  await isReadable(page, `${what}, ${OF_TESTS}`, { within });
  for (const language of LANGUAGES) {
    if (language === OF_TESTS) continue;
    await speak(page, language);
    const where = `${what}, ${language}`;
    const until = { language: languageTag(language), there: [there] };
    const sight = await isReadable(page, where, { colours: false, wordsOnly: true, within }, until);
    expect.soft(holes(sight, language), `${where}: texts`).toEqual([]);
  }
  await speak(page, OF_TESTS);
  await see(page, { language: languageTag(OF_TESTS), there: [there] });
}

/**
 * At both widths, at the narrow one in every language. Axe looks at that one alone, since names, roles and colours are
 * the same at either.
 */
export async function isReadableAtBothWidths(page: Page, what: string, there?: string, within?: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await fits(page, `${what} ${WIDE.width}`);
  await page.setViewportSize(NARROW);
  await isReadableInEveryLanguage(page, `${what} ${NARROW.width}`, there, within);
}

/** Every path of every text, like "tabs.recent": what would be on the screen if a text were missing. */
function textPaths(): Set<string> {
  const paths = new Set<string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "string") paths.add(path);
    else if (typeof value === "object" && value !== null) {
      for (const [key, child] of Object.entries(value)) walk(child, path === "" ? key : `${path}.${key}`);
    }
  };
  const read = (file: string) => walk(JSON.parse(readFileSync(file, "utf8")), "");
  const source = join(import.meta.dirname, "../src");
  for (const feature of readdirSync(join(source, "features"))) {
    const file = join(source, `features/${feature}/i18n/en.json`);
    if (existsSync(file)) read(file); // snow says nothing
  }
  for (const name of readdirSync(join(source, "i18n"))) if (name.endsWith(".en.json")) read(join(source, "i18n", name));
  return paths;
}

let known: { readonly paths: ReadonlySet<string>; readonly nested: ReadonlySet<string> } | undefined;

/** Texts among those of a page that are the name of one, or have a hole. */
export function holes({ words }: Pick<Sight, "words">, language: Language): string[] {
  if (!known) {
    const paths = textPaths();
    expect(paths.size).toBeGreaterThan(300);
    known = { paths, nested: new Set([...paths].filter((path) => path.includes("."))) };
  }
  const { paths, nested } = known;
  return words.filter((text) => {
    const raw = nested.has(text) || text.split(/[\s:]+/).some((part) => nested.has(part));
    // In the other languages a short lower-case word may be both a text and the name of one.
    const bare = language === "zh" && paths.has(text);
    return raw || bare || /\{\{|\}\}|undefined|NaN|\[object/.test(text);
  });
}
