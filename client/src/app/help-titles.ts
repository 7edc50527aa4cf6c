import { useTranslation } from "react-i18next";
import type { HelpKey } from "../routes/paths.ts";

/** Names of the help pages stand in the shell's texts: the footer needs them everywhere, their bodies only there. */
export function useHelpTitles(): (key: HelpKey) => string {
  const { t } = useTranslation("shell");
  return (key) => t(`help.${key}`);
}
