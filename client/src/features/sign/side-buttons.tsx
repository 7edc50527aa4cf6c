import { CalendarDays, Gift } from "lucide-react";
import { useTranslation } from "react-i18next";
import { openSign } from "../../state/sign.ts";
import { SideButton } from "../../ui/side-button.tsx";
import { useBoardOpener } from "./header-button.tsx";
import s from "./side-buttons.module.css";

/** In the side bar, which phones have, too: the sign-in with its dot, and the weekly benefit. */
export function SignShortcuts() {
  const { t } = useTranslation("sign");
  const { "aria-label": name, ...opener } = useBoardOpener(s.sign);
  return (
    <>
      <SideButton icon={CalendarDays} {...opener} name={name} />
      <SideButton icon={Gift} name={t("week.title")} aria-haspopup="dialog" onClick={() => openSign("week")} />
    </>
  );
}
