import { useTranslation } from "react-i18next";
import { changeLanguage, LANGUAGE_NAMES, LANGUAGES, useLanguage } from "../i18n/language.ts";
import { Select } from "../ui/select.tsx";

export function LanguageSwitch({ className }: { className?: string | undefined }) {
  const { t } = useTranslation("shell");
  return (
    <Select
      label={t("language")}
      className={className}
      value={useLanguage()}
      // A prerendered page has no event handlers before the application starts.
      disabled={import.meta.env.SSR}
      onChange={(language) => void changeLanguage(language)}
      choices={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
    />
  );
}
