/** The languages of the site. Chinese is the default (product spec §1). */
import i18next from "i18next";
import { useTranslation } from "react-i18next";

export const LANGUAGES = ["zh", "en", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a language calls itself, and its code for `lang` attributes. */
export const LANGUAGE_NAME: Record<Language, string> = { zh: "中文", en: "English", pt: "Português" };
export const LANGUAGE_TAG: Record<Language, string> = { zh: "zh-CN", en: "en", pt: "pt-BR" };

const STORED = "language";

/** Stored values may be upper case or of a language without texts (product spec §3): those read as the default. */
export function parseLanguage(value: string | null | undefined): Language {
  const wanted = value?.toLowerCase().slice(0, 2);
  return LANGUAGES.find((language) => language === wanted) ?? "zh";
}

export const storedLanguage = (): Language => parseLanguage(localStorage.getItem(STORED));

export const currentLanguage = (): Language => parseLanguage(i18next.language);

export function useLanguage(): Language {
  return parseLanguage(useTranslation().i18n.language);
}

const COOKIE_SECONDS = 365 * 86_400;

/** Tells the document, and the server, whose first answer is a page that is drawn already. */
export function tellLanguage(language: Language): void {
  document.documentElement.lang = LANGUAGE_TAG[language];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${STORED}=${language}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language);
  await i18next.changeLanguage(language);
  tellLanguage(language);
}

/** A text that the catalogue holds in every language. */
export type Words = Readonly<Record<Language, string>>;

export const words = (text: Words, language: Language): string => text[language] || text.en;
