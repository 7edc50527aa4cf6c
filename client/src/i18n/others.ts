import type { Language } from "./language.ts";

type Texts = typeof import("./texts.zh.ts");

/** The texts of every language but the default. */
export const others: Readonly<Record<Exclude<Language, "zh">, () => Promise<Texts>>> = {
  en: () => import("./texts.en.ts"),
  pt: () => import("./texts.pt.ts"),
  ru: () => import("./texts.ru.ts"),
  vi: () => import("./texts.vi.ts"),
};
