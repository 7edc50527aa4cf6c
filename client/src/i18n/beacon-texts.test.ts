import { expect, test } from "vitest";
import untrue from "../../../server/site/sitetest/untrue.json";
import { LANGUAGES } from "./language.ts";

const files = import.meta.glob<Record<string, unknown>>(["./*.json", "../features/*/i18n/*.json"], {
  import: "default",
  eager: true,
});
const sources = import.meta.glob<string>("../features/**/*.tsx", { query: "?raw", import: "default", eager: true });

function leaves(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, child]) => leaves(child, path ? `${path}.${key}` : key));
}

/** What is true of drand alone, and what no site may say of itself: the server's texts are held to the same list. */
const said = new Map(
  Object.entries(untrue).map(([language, { claims, promises, ...planted }]) => [
    language,
    { ...planted, claims: new RegExp(claims, "i"), promises: new RegExp(promises, "i") },
  ]),
);
/** What the house's own chain is called. */
const OWN: Readonly<Record<string, RegExp>> = {
  zh: /本站自己.*本站可能预先知道/,
  en: /house's own.*house could know/,
  pt: /própria casa.*casa poderia conhecê-lo/,
  ru: /собственной.*сайт мог знать/,
  vi: /chính trang.*trang có thể biết/,
};

test.each(LANGUAGES)("%s promises nothing of the random value but where it is drand's", (language) => {
  const found: string[] = [];
  for (const [file, texts] of Object.entries(files)) {
    if (!file.endsWith(`${language}.json`)) continue;
    for (const [key, text] of leaves(texts)) if (said.get(language)?.claims.test(text)) found.push(`${file} ${key}`);
  }
  expect(found).toEqual([`./ui.${language}.json source.drand`]);
});

test.each(LANGUAGES)("%s says in plain words that the house could know its own chain", (language) => {
  const texts = new Map(leaves(files[`./ui.${language}.json`]));
  expect(texts.get("source.local")).toMatch(OWN[language] ?? /^$/);
  expect(texts.get("source.drand")).not.toMatch(OWN[language] ?? /^/);
});

test.each(LANGUAGES)("%s promises no fairness that has not to be checked", (language) => {
  const { claims, claimed, promises, promised } = said.get(language) ?? expect.fail(language);
  for (const planted of claimed) expect(planted).toMatch(claims);
  for (const planted of promised) expect(planted).toMatch(promises);
  const found: string[] = [];
  for (const [file, texts] of Object.entries(files)) {
    if (!file.endsWith(`${language}.json`)) continue;
    for (const [key, text] of leaves(texts)) if (promises.test(text)) found.push(`${file} ${key}`);
  }
  expect(found).toEqual([]);
});

test.each([
  "battle/countdown",
  "wish/fairness",
  "roll/room",
  "luckycard/room",
  "rain/rain-screen",
  "rain/rain-summary",
  "fair/seed-panel",
])("%s tells the draw's source", (name) => {
  const [, drawn] =
    /const (\w+) = useBeaconSource\(\w+\??\.beaconSource\)/.exec(sources[`../features/${name}.tsx`] ?? "") ?? [];
  expect(sources[`../features/${name}.tsx`]).toMatch(new RegExp(`<BeaconSource [^>]*source={${drawn}}`));
});

test.each(["fair/fair-info-dialog", "help/instructions-page"])("%s tells the site's source", (name) => {
  expect(sources[`../features/${name}.tsx`]).toMatch(
    /const source = useBeaconSource\(\);[\s\S]*<BeaconSource [^>]*source={source}/,
  );
});

test("the verdict tells the proof's source", () => {
  expect(sources["../features/fair/verdict.tsx"]).toMatch(/<BeaconSource source={bundle\.beacon\.source}/);
});
