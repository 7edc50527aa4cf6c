/**
 * A language that nobody speaks: the English texts with accents and two fifths longer, as German or Russian would be. What does not
 * go through i18n stays readable, and what has no room is seen. It exists in tests only: the answer for the file of the English
 * texts is written here, so that the built client itself is looked at.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";

const SOURCE = join(import.meta.dirname, "../src");
const LONGER = 0.4;
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ a: "á", c: "ç", e: "é", i: "í", n: "ñ", o: "ö", s: "š", u: "ü", y: "ý", z: "ž" },
  ...{ A: "Å", C: "Ç", E: "É", I: "Î", N: "Ñ", O: "Ö", S: "Š", U: "Û", Y: "Ý", Z: "Ž" },
};

/** Gaps and marks stay as they are: "{{count}} boxes", "read <terms>this</terms>". */
export const pseudo = (text: string): string =>
  text.replace(/(\{\{[^}]*\}\}|<[^>]*>)|[a-z]+/gi, (word: string, kept: string | undefined) =>
    kept !== undefined
      ? word
      : [...word].map((letter) => ACCENTS[letter] ?? letter).join("") + "ö".repeat(Math.ceil(word.length * LONGER)),
  );

const spoken = (value: unknown): unknown =>
  typeof value === "string"
    ? pseudo(value)
    : Object.fromEntries(Object.entries(value as object).map(([key, child]) => [key, spoken(child)]));

const read = (path: string) => spoken(JSON.parse(readFileSync(join(SOURCE, "i18n", path), "utf8")));

/** What src/i18n/texts.en.ts exports, in the other language. */
function textsModule(): string {
  const shared = ["./ui.en.json", "./shell.en.json", "./errors.en.json"];
  const own = readdirSync(join(SOURCE, "features"), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(join("i18n", "en.json")))
    .map((path) => `../features/${path.replaceAll("\\", "/")}`);
  const texts = Object.fromEntries([...shared, ...own].map((path) => [path, read(path)]));
  return `const texts = ${JSON.stringify(texts)};
export const first = Object.fromEntries(Object.entries(texts).filter(([path]) => /ui|shell|home|ticker/.test(path)));
export const later = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, async () => text]));`;
}

/** Call before the page is opened, in English. */
export const speakPseudo = (page: Page): Promise<void> =>
  page.route("**/assets/texts.en-*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: textsModule() }),
  );

/**
 * Texts that are not there whole: cut by an edge that hides, where nothing (an ellipsis, a title) says that there is more; and
 * words that stand out of the button or cell that they are in.
 */
export const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
    const told = (element: Element, style: CSSStyleDeclaration) =>
      style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none" || element.closest("[title]") !== null;
    const say = (what: string, element: Element) => {
      const place = `${element.localName}.${element.getAttribute("class")?.split(" ")[0] ?? ""}`;
      found.add(`${what}: ${place} "${element.textContent?.trim().slice(0, 60)}"`);
    };
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const speaks = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!speaks || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.closest(".sr, select, svg, [aria-hidden=true]") !== null) continue;
      const style = getComputedStyle(element);
      const wider = element.scrollWidth > element.clientWidth + 1;
      const higher = element.scrollHeight > element.clientHeight + 2;
      if ((wider && hides(style.overflowX)) || (higher && hides(style.overflowY))) {
        if (!told(element, style)) say("cut", element);
        continue;
      }
      if (style.display === "inline" || style.overflowX !== "visible") continue;
      if (wider && element.closest("button, a, th, td, label, legend, [role=tab]") !== null)
        say("out of its place", element);
    }
    return [...found];
  });
