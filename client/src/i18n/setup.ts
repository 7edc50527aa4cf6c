/**
 * i18next with one lazy file per namespace and language: `src/i18n/<namespace>.<language>.json` for what all share,
 * `src/features/<namespace>/i18n/<language>.json` for a feature. Typed keys: i18next.d.ts.
 */
import i18next, { type BackendModule, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import { LANGUAGE_TAG, LANGUAGES, storedLanguage } from "./language.ts";

const files = import.meta.glob<ResourceKey>(["./*.json", "../features/*/i18n/*.json"], { import: "default" });

const loader = (language: string, namespace: string) =>
  files[`./${namespace}.${language}.json`] ?? files[`../features/${namespace}/i18n/${language}.json`];

const backend: BackendModule = {
  type: "backend",
  init() {},
  read(language, namespace, done) {
    const load = loader(language, namespace);
    if (!load) return done(new Error(`no texts: ${namespace}.${language}`), false);
    load().then(
      (texts) => done(null, texts),
      (error: unknown) => done(error instanceof Error ? error : String(error), true),
    );
  },
};

export async function startLanguage(): Promise<void> {
  const language = storedLanguage();
  document.documentElement.lang = LANGUAGE_TAG[language];
  await i18next
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
}

/** Routes ask for their texts beside their code, so that a page never suspends a second time. */
export const loadTexts = async (...namespaces: string[]): Promise<void> => {
  await i18next.loadNamespaces(namespaces);
};
