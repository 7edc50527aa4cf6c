/**
 * i18next with one file per namespace and language: `src/i18n/<namespace>.<language>.json` for what all share,
 * `src/features/<namespace>/i18n/<language>.json` for a feature. Typed keys: i18next.d.ts. A visitor fetches one
 * language.
 */
import i18next, { type BackendModule, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import { LANGUAGES, type Language, parseLanguage, storedLanguage, tellLanguage } from "./language.ts";

type Texts = typeof import("./texts.zh.ts");

/** The default's is beside this file; where the others are is no part of every visit. */
const textsOf = async (language: Language): Promise<Texts> =>
  language === "zh" ? import("./texts.zh.ts") : (await import("./others.ts")).others[language]();

async function read(language: Language, namespace: string): Promise<object> {
  const { first, later } = await textsOf(language);
  const [shared, own] = [`./${namespace}.${language}.json`, `../features/${namespace}/i18n/${language}.json`];
  // None: a namespace that there is not. (A test holds every language to every file.)
  return first[shared] ?? first[own] ?? (await (later[shared] ?? later[own])?.()) ?? {};
}

const backend: BackendModule = {
  type: "backend",
  init() {},
  read(language, namespace, done) {
    read(parseLanguage(language), namespace).then(
      (found) => done(null, found as ResourceKey),
      (error: unknown) => done(error instanceof Error ? error : String(error), true),
    );
  },
};

let started: Promise<unknown> | undefined;

/** Call once, before any text is asked for. */
export async function startTexts(language: Language): Promise<void> {
  started = i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: LANGUAGES,
      fallbackLng: false,
      ns: ["ui", "shell"],
      defaultNS: "shell",
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  await started;
}

/** The same in the language that this device was left in. */
export async function startLanguage(): Promise<void> {
  const language = storedLanguage();
  tellLanguage(language);
  await startTexts(language);
}

/** Routes ask for their texts beside their code, so that a page never suspends a second time. */
export const loadTexts = async (...namespaces: string[]): Promise<void> => {
  await started;
  await i18next.loadNamespaces(namespaces);
};
