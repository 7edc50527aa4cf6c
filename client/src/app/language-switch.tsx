import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { changeLanguage, LANGUAGE_CODES, LANGUAGE_NAMES, LANGUAGES, useLanguage } from "../i18n/language.ts";
import { cx } from "../ui/class-names.ts";
import { Select } from "../ui/select.tsx";
import s from "./language-switch.module.css";

/** `short`: a code stands where the header has no room for a name; the choice itself has the names. */
export function LanguageSwitch({ className, short }: { className?: string | undefined; short?: boolean }) {
  const { t } = useTranslation("shell");
  const language = useLanguage();
  const select = (
    <Select
      label={t("language")}
      className={short ? s.choice : className}
      value={language}
      // A prerendered page has no event handlers before the application starts.
      disabled={import.meta.env.SSR}
      onChange={(chosen) => void changeLanguage(chosen)}
      choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
    />
  );
  if (!short) return select;
  return (
    <span className={cx(s.short, className)}>
      <span aria-hidden="true">{LANGUAGE_CODES[language]}</span>
      <ChevronDown size={14} aria-hidden />
      {select}
    </span>
  );
}
