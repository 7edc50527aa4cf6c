import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../i18n/language.ts";
import type { errorCode } from "../protocol/gen.ts";

/**
 * Key of the catalogue. Named by the caller that expects it: the table of all numbers would be a part of every first
 * visit.
 */
export type ErrorName = keyof typeof errorCode;

/**
 * A refusal that stays on the screen: the server's text is in the language that it was asked in; when the player
 * changes it, the catalogue says the same. Where the catalogue is not there (no network), the server's text stays.
 */
export function useServerText(name: ErrorName | undefined, message: string): string {
  const { t } = useTranslation("errors");
  const language = useLanguage();
  const [told] = useState(language);
  return name && language !== told ? t(name, { defaultValue: message }) : message;
}
