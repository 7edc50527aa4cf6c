/**
 * The languages of the site. Chinese is the default (product spec §1) for a visitor who has chosen none and whose
 * browser asks for none of them. The interface is written in all of them; what the house says of its own, names of the
 * catalogue and notices, in those that come first, and the others read it in English.
 */
import i18next from "i18next";
import { useSyncExternalStore } from "react";

export const HOUSE = ["zh", "en", "pt"] as const;
export const LANGUAGES = [...HOUSE, "ru", "vi"] as const;
export type Language = (typeof LANGUAGES)[number];

const TAG: { readonly [L in Language]?: string } = { zh: "zh-CN", pt: "pt-BR" };

/** For `lang` attributes and for what the browser writes in a language. */
export const languageTag = (language: Language): string => TAG[language] ?? language;

/** What a language calls itself. Intl.DisplayNames knows it too, for 100 ms of a phone's first second. */
export const LANGUAGE_NAMES: { readonly [L in Language]: string } = {
  zh: "中文",
  en: "English",
  pt: "Português",
  ru: "Русский",
  vi: "Tiếng Việt",
};

/** Where there is no room for a name. */
export const LANGUAGE_CODES: { readonly [L in Language]: string } = {
  zh: "中",
  en: "EN",
  pt: "PT",
  ru: "RU",
  vi: "VI",
};

const STORED = "language";

/**
 * Stored values may be upper case, name Vietnam by its country (product spec §3), or a language that is not
 * among the client's.
 */
export const parseLanguage = (value: string | null | undefined): Language => known(value) ?? "zh";

function known(value: string | null | undefined): Language | undefined {
  const wanted = value?.toLowerCase().slice(0, 2).replace("vn", "vi");
  return LANGUAGES.find((language) => language === wanted);
}

/** What this device was left in; on a first visit the first of the browser's languages that is one of ours. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  if (stored !== null) return parseLanguage(stored);
  for (const tag of navigator.languages) {
    const language = known(tag);
    if (language) return language;
  }
  return "zh";
}

export const currentLanguage = (): Language => parseLanguage(i18next.language);

function onLanguage(changed: () => void): () => void {
  i18next.on("languageChanged", changed);
  return () => i18next.off("languageChanged", changed);
}

/** Every price on a page asks, so that it costs less than `useTranslation`. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage, currentLanguage);

const COOKIE_SECONDS = 365 * 86_400;

/** Tells the document, and the server, whose first answer is a page that is drawn already. */
export function tellLanguage(language: Language): void {
  document.documentElement.lang = languageTag(language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${STORED}=${language}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language);
  await i18next.changeLanguage(language);
  tellLanguage(language);
}

/** A text of the house. */
export type Words = Readonly<Record<(typeof HOUSE)[number], string>>;

export const words = (text: Words, language: Language): string => text[language as keyof Words] || text.en;
