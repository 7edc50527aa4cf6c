import { expect, test } from "vitest";
import { HOUSE, LANGUAGES, type Language } from "./language.ts";

const files = import.meta.glob<Record<string, unknown>>(["./*.json", "../features/*/i18n/*.json"], {
  import: "default",
  eager: true,
});

function leaves(value: unknown, path = ""): Map<string, string> {
  if (typeof value === "string") return new Map([[path, value]]);
  const all = new Map<string, string>();
  for (const [key, child] of Object.entries(value as Record<string, unknown>)) {
    for (const [name, text] of leaves(child, path === "" ? key : `${path}.${key}`)) all.set(name, text);
  }
  return all;
}

/** Plural forms differ by language: key_one and key_other count as key. */
const bare = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
const names = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(bare))].sort();
/** What is put in, and what is marked. */
const gaps = (text: string) => [...new Set(text.match(/\{\{\s*\w+|<\w+>/g))].sort();

const namespaces = Object.keys(files)
  .filter((path) => /[./]en\.json$/.test(path))
  .map((path) => [path.replace(/en\.json$/, "")] as const);

const beside = LANGUAGES.filter((language) => !(HOUSE as readonly string[]).includes(language));

test("there is something to compare", () => {
  expect(namespaces.length).toBeGreaterThan(5);
});

test.each(namespaces)("%s says the same things in every language", (prefix) => {
  const first = leaves(files[`${prefix}en.json`]);
  for (const language of LANGUAGES) {
    const file = files[`${prefix}${language}.json`];
    expect(file, `${prefix}${language}.json is missing`).toBeDefined();
    const other = leaves(file);
    expect(names(other), language).toEqual(names(first));
    for (const [key, text] of other) {
      expect(text.trim(), `${key} in ${language}`).not.toBe("");
      // In a plural form a number may be a word ("this item") in one language and none in another.
      const same = [first.get(key), first.get(`${bare(key)}_other`)].filter((one) => one !== undefined);
      expect(same.map(gaps), `${key} in ${language}`).toContainEqual(gaps(text));
    }
  }
});

test.each(beside)("%s has every form of its plurals", (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const [prefix] of namespaces) {
    const texts = leaves(files[`${prefix}${language}.json`]);
    for (const key of texts.keys()) {
      if (bare(key) === key) continue;
      for (const form of forms) expect([...texts.keys()], prefix).toContain(`${bare(key)}_${form}`);
    }
  }
});

/** Letters that a text in a language has, and the same text in English has not. */
const LETTERS = {
  ru: /[а-яё]/i,
  vi: /[ăâđêôơưà-ỹ]/i,
} satisfies Record<Exclude<Language, (typeof HOUSE)[number]>, RegExp>;

test.each(Object.entries(LETTERS))("%s is written in its own letters", (language, letters) => {
  for (const [prefix] of namespaces) {
    const en = leaves(files[`${prefix}en.json`]);
    const plain = [...leaves(files[`${prefix}${language}.json`])].filter(
      ([key, text]) =>
        /([a-z]{2,} ){2}[a-z]{2,}/i.test(text.replace(/\{\{.*?\}\}/g, "")) &&
        (text === en.get(key) || !letters.test(text)),
    );
    expect(plain, prefix).toEqual([]);
  }
});

test.each(namespaces)("%s is written in Chinese where it is Chinese", (prefix) => {
  const zh = leaves(files[`${prefix}zh.json`]);
  const en = leaves(files[`${prefix}en.json`]);
  // A long text that is equal in both languages was never translated.
  const prose = (text: string) => text.replace(/\{\{.*?\}\}/g, "");
  const untranslated = [...zh].filter(([key, text]) => /[a-z]{3,} [a-z]{2,}/.test(prose(text)) && text === en.get(key));
  expect(untranslated).toEqual([]);
});
