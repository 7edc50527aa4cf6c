import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RecordsHead } from "../../ui/records-head.tsx";

/** Frame of a player's records; the list itself belongs to the feature it is about and comes in from the route. */
export function RecordsPage({ of, children }: { of: "records" | "battles"; children: ReactNode }) {
  const { t } = useTranslation("account");
  return (
    <>
      <RecordsHead title={t(`${of}.title`)} lead={t(`${of}.text`)} />
      {children}
    </>
  );
}
