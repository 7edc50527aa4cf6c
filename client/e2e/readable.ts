/** What can be judged without eyes: axe's WCAG 2.2 AA, sideways scrolling, texts that are cut or missing. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import axeCore from "axe-core";
import type { Language } from "./account.ts";
import { clipped } from "./clipped.ts";

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe looks for; colours are half of its work, and the same in every language. */
interface Axe {
  readonly colours?: boolean;
}

/** What axe finds on the page as it stands, short enough to read in a test report. */
export async function violations(page: Page, { colours = true }: Axe = {}): Promise<string[]> {
  // Once a document: half a megabyte of script for every look would take ten times as long as looking.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeCore.source);
  return page.evaluate(
    async ([runOnly, rules]) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      const { violations: found } = await axe.run(document, { runOnly, rules, resultTypes: ["violations"] });
      return found.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ""}`),
      );
    },
    [RULES, { "color-contrast": { enabled: colours } }] as const,
  );
}

/**
 * Chromium without a graphics card sometimes keeps some styles of the old width after its media queries know the new
 * one, until it is told the size once more.
 */
async function resizeAnew(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (!size) return;
  await page.setViewportSize({ ...size, width: size.width + 1 });
  await atRest(page);
  await page.setViewportSize(size);
  await atRest(page);
}

/** What answers a new width (observers, the frame after them) has been drawn. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
  );

/** Whether the root has the gutter of this width (tokens.css), or none at all. */
const isOfThisWidth = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const gutter = getComputedStyle(document.documentElement).getPropertyValue("--gutter").trim();
    return gutter === "" || gutter === (matchMedia("(max-width: 750px)").matches ? "14px" : "24px");
  });

/** What is wrong, and still is when the page was told its size again. */
async function stillWrong(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  if ((await look()).length === 0) return [];
  await resizeAnew(page);
  return look();
}

const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth} px wide`] : [];
  });

export async function fits(page: Page, what: string): Promise<void> {
  await atRest(page);
  if (!(await isOfThisWidth(page))) await resizeAnew(page);
  expect.soft(await stillWrong(page, () => tooWide(page)), `${what}: wider than the screen`).toEqual([]);
  expect.soft(await stillWrong(page, () => clipped(page)), `${what}: texts that are cut`).toEqual([]);
}

export async function isReadable(page: Page, what: string, axe: Axe = {}): Promise<void> {
  await fits(page, what);
  expect.soft(await stillWrong(page, () => violations(page, axe)), what).toEqual([]);
}

/** At both widths; axe looks once, at the narrow one, since names, roles and colours are the same at either. */
export async function isReadableAtBothWidths(page: Page, what: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await fits(page, `${what} ${WIDE.width}`);
  await page.setViewportSize(NARROW);
  await isReadable(page, `${what} ${NARROW.width}`);
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

/** What a player reads or hears: text and the attributes that are spoken. */
const words = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) said.push(texts.currentNode.textContent ?? "");
    for (const element of document.querySelectorAll("[aria-label],[title],[alt],[placeholder]")) {
      for (const name of ["aria-label", "title", "alt", "placeholder"]) said.push(element.getAttribute(name) ?? "");
    }
    said.push(document.title);
    return said.map((text) => text.trim()).filter((text) => text !== "");
  });

let known: { readonly paths: ReadonlySet<string>; readonly nested: ReadonlySet<string> } | undefined;

/** Texts on the page that are the name of one, or have a hole. */
export async function holes(page: Page, language: Language): Promise<string[]> {
  if (!known) {
    const paths = textPaths();
    expect(paths.size).toBeGreaterThan(300);
    known = { paths, nested: new Set([...paths].filter((path) => path.includes("."))) };
  }
  const { paths, nested } = known;
  return (await words(page)).filter((text) => {
    const raw = nested.has(text) || text.split(/[\s:]+/).some((part) => nested.has(part));
    // In the other languages a short lower-case word may be both a text and the name of one.
    const bare = language === "zh" && paths.has(text);
    return raw || bare || /\{\{|\}\}|undefined|NaN|\[object/.test(text);
  });
}
