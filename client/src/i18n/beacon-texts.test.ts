import { expect, test } from "vitest";
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

/** What is true of drand alone: that the value is public before it is anybody's, that nobody knows or steers it. */
const CLAIMS: Readonly<Record<string, RegExp>> = {
  zh: /公[开共]随机|公共网络|来自外部|无人能?预?知|任何人都无法控制|尚不存在/,
  en: /public (random|value|beacon|network)|nobody (could|controls|knew)|from outside|did not exist|need not trust/i,
  pt: /(valor|aleat\S+|farol|rede) públic|ninguém (podia|controla|conhecia)|acaso de fora|ainda não existia|não precisa confiar/i,
  ru: /публичн\S+ (случайн|числ|источник|сеть)|никто не (мог|управля|знал)|никем не|не мог никто|со стороны|не существовало|доверять нам не нужно/i,
  vi: /(giá trị|ngẫu nhiên|nguồn|mạng) công khai|không ai (biết|kiểm soát|có thể biết)|từ bên ngoài|chưa tồn tại|không cần tin chúng tôi/i,
};
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
    for (const [key, text] of leaves(texts)) if (CLAIMS[language]?.test(text)) found.push(`${file} ${key}`);
  }
  expect(found).toEqual([`./ui.${language}.json source.drand`]);
});

test.each(LANGUAGES)("%s says in plain words that the house could know its own chain", (language) => {
  const texts = new Map(leaves(files[`./ui.${language}.json`]));
  expect(texts.get("source.local")).toMatch(OWN[language] ?? /^$/);
  expect(texts.get("source.drand")).not.toMatch(OWN[language] ?? /^/);
});

test.each([
  "battle/countdown",
  "wish/fairness",
  "roll/room",
  "fair/seed-panel",
  "fair/verdict",
  "fair/fair-info-dialog",
  "help/instructions-page",
])("%s tells the source", (name) => {
  expect(sources[`../features/${name}.tsx`]).toMatch(
    /<BeaconSource [^>]*source={\w+\??\.(\w+\.)?(source|beaconSource)}/,
  );
});
