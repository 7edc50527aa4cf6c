import { expect, test } from "vitest";

const files = import.meta.glob<object>(["./*.en.json", "../features/*/i18n/en.json", "!./errors.*.json"], {
  import: "default",
  eager: true,
});
const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}", "!../protocol/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});

function* keys(value: object, path = ""): Generator<string> {
  for (const [name, child] of Object.entries(value)) {
    const key = path === "" ? name : `${path}.${name}`;
    if (typeof child === "string") yield key.replace(/_(zero|one|two|few|many|other)$/, "");
    else yield* keys(child, key);
  }
}

/** "./ui.en.json" and "../features/box/i18n/en.json": ui and box. */
const namespaceOf = (file: string) => /^\.\/(.+)\.en\.json$|features\/(.+)\/i18n/.exec(file)?.slice(1).join("") ?? "";

/** Where the code of a namespace lies, whose strings may be its keys whether a file names it or not. */
const homeOf = (namespace: string) => ({ shell: "../app/", ui: "../ui/" })[namespace] ?? `../features/${namespace}/`;

/** A file asks for a namespace as a hook's or a type's, for one text, or for the type of its keys. */
const asksFor = (source: string, namespace: string) =>
  new RegExp(
    `useTranslation[<(]\\[?[^)>]*"${namespace}"|\\bns: "${namespace}"|from "[^"]*/${namespace}(/i18n/|\\.)en\\.json"`,
  ).test(source);

const KEY = /^[\w.:-]+$/;

interface Mentions {
  readonly whole: Set<string>;
  readonly holed: RegExp[];
}

/**
 * What may be a key of a namespace: whole in quotes, or with holes in backquotes; "x:key" is a key of x and of no other
 * else.
 */
function mentionsOf(namespace: string): Mentions {
  const found: Mentions = { whole: new Set(), holed: [] };
  for (const [file, source] of Object.entries(sources)) {
    const own = file.startsWith(homeOf(namespace)) || asksFor(source, namespace);
    const bare = (text: string) => {
      if (text.startsWith(`${namespace}:`)) return text.slice(namespace.length + 1);
      return own && !text.includes(":") ? text : undefined;
    };
    for (const [, text = ""] of source.matchAll(/"([^"\\\n]*)"/g)) {
      const key = KEY.test(text) ? bare(text) : undefined;
      if (key !== undefined) found.whole.add(key);
    }
    // No backquote inside of a hole: a key may stand in the hole of another text.
    for (const [, text = "", all] of source.matchAll(
      /`([\w.:-]*(?:\$\{[^}`]*\}[\w.-]*)+)`(, \{ returnObjects: true)?/g,
    )) {
      const parts = bare(text.replace(/\$\{[^}]*\}/g, "\n"))?.split("\n");
      if (!parts?.some((part) => /[a-z]/i.test(part))) continue;
      const pattern = parts.map((part) => part.replaceAll(".", "\\.")).join("[\\w.-]+");
      found.holed.push(new RegExp(`^${pattern}${all ? "\\..+" : ""}$`));
    }
  }
  return found;
}

function unusedIn(namespace: string, texts: object): string[] {
  const { whole, holed } = mentionsOf(namespace);
  return [...new Set(keys(texts))].filter((key) => !whole.has(key) && !holed.some((pattern) => pattern.test(key)));
}

/** A key that no code names is a text that is never shown. (A key that is missing does not compile: i18next.d.ts.) */
test.each(Object.entries(files))("%s has no text that nobody asks for", (file, texts) => {
  expect(unusedIn(namespaceOf(file), texts)).toEqual([]);
});

test("what one feature asks for excuses no text of another", () => {
  // tabs.recent and every records.* are asked for somewhere, but not by the snow, which has no texts.
  expect(unusedIn("snow", { tabs: { recent: "Recent" }, records: { time: "Time" } })).toEqual([
    "tabs.recent",
    "records.time",
  ]);
});
