import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storedLanguage } from "./language.ts";

beforeEach(() => localStorage.removeItem("language"));
afterEach(() => vi.restoreAllMocks());

test.each([
  [["en-US", "zh"], "en"],
  [["pt-BR"], "pt"],
  [["fr-FR", "ru-RU"], "ru"],
  [["vi"], "vi"],
  [["fr", "de"], "zh"],
  [[], "zh"],
])("a first visit with %j begins in %s", (languages, begins) => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
  expect(storedLanguage()).toBe(begins);
});

test("what was chosen on this device wins over the browser, by its old names too", () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["en-US"]);
  for (const [stored, language] of [
    ["zh", "zh"],
    ["VN", "vi"],
    ["fr", "zh"],
  ] as const) {
    localStorage.setItem("language", stored);
    expect(storedLanguage()).toBe(language);
  }
});
