import type { Language } from "../../i18n/language.ts";

/** An amount as the player would type it in this language, whichever it was typed in. */
export const typed = (text: string, language: Language): string =>
  text.replace(/[.,]/, language === "zh" || language === "en" ? "." : ",");
