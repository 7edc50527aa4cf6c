import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES, languageTag, storedLanguage } from "./language.ts";

const files = import.meta.glob<string>("../../public/{away,offline,siteMaintain}.js", {
  query: "?raw",
  import: "default",
  eager: true,
});
const source = (name: string) => files[`../../public/${name}.js`] ?? "";

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The texts of a page, which stands without the client. */
function textsOf(page: string): Texts {
  let said: Texts = {};
  const run = new Function("sayAway", "setInterval", "fetch", "addEventListener", source(page));
  const nothing = () => new Promise(() => {});
  run(
    (texts: Texts) => {
      said = texts;
      return { language: "en", words: texts.en };
    },
    nothing,
    nothing,
    nothing,
  );
  return said;
}

beforeEach(() => {
  localStorage.removeItem("language");
  document.body.innerHTML = "<p id=timer></p><p id=soon></p><h1 id=title></h1>";
});

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.lang = "";
  localStorage.removeItem("language");
  vi.restoreAllMocks();
});

describe.each(["offline", "siteMaintain"])("%s.html", (page) => {
  test("has the same texts in every language of the site", () => {
    const texts = textsOf(page);
    expect(Object.keys(texts)).toEqual([...LANGUAGES]);
    for (const language of LANGUAGES) expect(Object.keys(texts[language] ?? {})).toEqual(Object.keys(texts.en ?? {}));
  });

  test.each<[string | null, string[]]>([
    ...LANGUAGES.map((language): [string, string[]] => [language, []]),
    [null, ["en-US", "zh"]],
    [null, ["fr-FR", "ru-RU"]],
    [null, ["fr", "de"]],
    [null, []],
    ["VN", ["en-US"]],
    ["fr", ["en-US"]],
  ])("speaks the client's language where %j was chosen and the browser asks for %j", (stored, asked) => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(asked);
    if (stored !== null) localStorage.setItem("language", stored);
    new Function(source("away"))();
    const say = (globalThis as unknown as { sayAway: (texts: Texts) => { language: string } }).sayAway;
    const texts = textsOf(page);
    const language = storedLanguage();
    expect(say(texts).language).toBe(language);
    expect(document.documentElement.lang).toBe(languageTag(language));
    expect(document.getElementById("title")?.textContent).toBe(texts[language]?.title);
  });
});
