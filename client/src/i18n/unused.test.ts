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

const KEY = /^[\w.:-]+$/;

/** What may be a key: whole in quotes, or with holes in backquotes. */
function mentioned(): { readonly whole: ReadonlySet<string>; readonly holed: readonly RegExp[] } {
  const whole = new Set<string>();
  const holed = new Map<string, RegExp>();
  for (const source of Object.values(sources)) {
    for (const [, text = ""] of source.matchAll(/"([^"\\\n]*)"/g))
      if (KEY.test(text)) whole.add(text.replace(/^.*:/, ""));
    // No backquote inside of a hole: a key may stand in the hole of another text.
    for (const [, text = ""] of source.matchAll(/`([\w.-]*(?:\$\{[^}`]*\}[\w.-]*)+)`/g)) {
      const parts = text.split(/\$\{[^}]*\}/);
      if (!parts.some((part) => /[a-z]/i.test(part))) continue;
      holed.set(text, new RegExp(`^${parts.map((part) => part.replaceAll(".", "\\.")).join("[\\w.-]+")}$`));
    }
  }
  return { whole, holed: [...holed.values()] };
}

const { whole, holed } = mentioned();

/** A key that nobody names is a text that nobody reads. (A key that is missing does not compile: i18next.d.ts.) */
test.each(Object.entries(files))("%s has no text that nobody asks for", (_, texts) => {
  const unused = [...new Set(keys(texts))].filter(
    (key) => !whole.has(key) && !holed.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
});
