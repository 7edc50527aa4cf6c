import { expect, test } from "vitest";
import { LANGUAGES } from "./language.ts";

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
const gaps = (text: string) => [...new Set(text.match(/\{\{\s*\w+/g))].sort();

const namespaces = Object.keys(files)
  .filter((path) => /[./]en\.json$/.test(path))
  .map((path) => [path.replace(/en\.json$/, "")] as const);

test("there is something to compare", () => {
  expect(namespaces.length).toBeGreaterThan(5);
});

test.each(namespaces)("%s says the same things in every language", (prefix) => {
  const [first, ...others] = LANGUAGES.map((language) => {
    const file = files[`${prefix}${language}.json`];
    expect(file, `${prefix}${language}.json is missing`).toBeDefined();
    return leaves(file);
  });
  if (!first) throw new Error("no language");
  for (const other of others) {
    expect(names(other)).toEqual(names(first));
    for (const [key, text] of first) {
      expect(text.trim(), key).not.toBe("");
      const same = other.get(key);
      if (same !== undefined) expect(gaps(same), key).toEqual(gaps(text));
    }
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
