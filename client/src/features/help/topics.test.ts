import { expect, test } from "vitest";
import shell from "../../i18n/shell.en.json";
import { HELP_KEYS } from "../../routes/paths.ts";
import en from "./i18n/en.json";
import pt from "./i18n/pt.json";
import zh from "./i18n/zh.json";

/** Product spec §2, in its words. */
const KEYS = ["activity", "aboutus", "Termsofuse", "Privacypolicy", "shouldknow", "steamBind", "hash", "steam"];

test("the help centre has every key of the specification", () => {
  expect([...HELP_KEYS]).toEqual(KEYS);
});

test.each(HELP_KEYS)("%s is written in every language, under the name that the footer gives it", (key) => {
  for (const language of [en, pt, zh]) {
    const sections = Object.values(language[key].sections);
    expect(sections.length).toBeGreaterThan(3);
    for (const { title, text } of sections) {
      expect(title.length).toBeGreaterThan(1);
      expect(text.length).toBeGreaterThan(20);
    }
  }
  expect(en[key].title).toBe(shell.help[key]);
});
