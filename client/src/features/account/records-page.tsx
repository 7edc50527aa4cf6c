import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RecordsHead } from "../../ui/records-head.tsx";

/** Frame of a player's openings; the list itself belongs to the feature it is about and comes in from the route. */
export function RecordsPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation("account");
  return (
    <>
      <RecordsHead title={t("records.title")} lead={t("records.text")} />
      {children}
    </>
  );
}
