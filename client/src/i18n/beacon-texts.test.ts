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

/**
 * What no site may say of itself, and with the house's own chain is not even true. Each with words that said it once.
 */
const PROMISES: Readonly<Record<string, { readonly says: RegExp; readonly once: readonly string[] }>> = {
  zh: {
    says: /无需(轻信|信任|凭信任)|不必(相信|信任)|公平(透明|源于|可证)|(可验证|可证明)(的)?公平|绝对公平|诚信/,
    once: [
      "在这里无需轻信：每次开箱都附带证明",
      "哈希可验证 · 公平透明",
      "公平源于机制",
      "可验证公平",
      "任何人都无需凭信任接受结果",
    ],
  },
  en: {
    says: /provabl[ey]|fair by|be believed|need to (believe|trust)|take our word|honest|trustless|cannot cheat/i,
    once: [
      "Nothing here has to be believed",
      "Hash-verified · provably fair",
      "Fair by construction",
      "nobody has to take our word",
    ],
  },
  pt: {
    says: /comprovadamente|justiça comprov|justo por|precis[ae] (acreditar|confiar)|honest|não pode trapacear/i,
    once: [
      "Aqui ninguém precisa acreditar",
      "comprovadamente justo",
      "Justiça comprovável",
      "Justo por construção",
      "feito para que ninguém precise acreditar",
    ],
  },
  ru: {
    says: /доказуемо|на веру|верить нам на слово|честность по|почему это честно|честн(ый|ая|ое) (сайт|дом)|не может обмануть/i,
    once: [
      "ничего не нужно принимать на веру",
      "доказуемо честно",
      "Честность по устройству",
      "Почему это честно",
      "верить нам на слово",
    ],
  },
  vi: {
    says: /công bằng (có thể chứng minh|từ thiết kế|tuyệt đối)|tin suông|vì sao công bằng|trung thực|không thể gian lận/i,
    once: ["Không cần tin suông", "công bằng có thể chứng minh", "Công bằng từ thiết kế", "Vì sao công bằng"],
  },
};

test.each(LANGUAGES)("%s promises no fairness that has not to be checked", (language) => {
  const says = PROMISES[language]?.says ?? /^/;
  for (const planted of PROMISES[language]?.once ?? [""]) expect(planted).toMatch(says);
  const found: string[] = [];
  for (const [file, texts] of Object.entries(files)) {
    if (!file.endsWith(`${language}.json`)) continue;
    for (const [key, text] of leaves(texts)) if (says.test(text)) found.push(`${file} ${key}`);
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
