import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../i18n/language.ts";
import { errorCode } from "../protocol/gen.ts";

type ErrorName = keyof typeof errorCode;
const nameOf = (code: number) => (Object.keys(errorCode) as ErrorName[]).find((name) => errorCode[name] === code);

/**
 * A refusal that stays on the screen: the server's text is in the language that it was asked in; when the player changes it,
 * the catalogue says the same. Where the catalogue is not there (no network), the server's text stays.
 */
export function useServerText(code: number, message: string): string {
  const { t } = useTranslation("errors");
  const language = useLanguage();
  const [told] = useState(language);
  const name = nameOf(code);
  return name && language !== told ? t(name, { defaultValue: message }) : message;
}
