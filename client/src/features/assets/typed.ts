import type { Language } from "../../i18n/language.ts";
import { formatCents } from "../../ui/number.ts";

/** An amount as the player would type it in this language, whichever it was typed in. */
export const typed = (text: string, language: Language): string =>
  text.replace(/[.,]/, formatCents(0, language).slice(-3, -2));
