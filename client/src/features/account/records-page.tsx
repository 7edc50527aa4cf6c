import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import s from "./records.module.css";

/** Frame of the opening records; the list itself belongs to the box feature and comes in from the route. */
export function RecordsPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation("account");
  return (
    <>
      <h1 className={s.title}>{t("records.title")}</h1>
      <p className={s.text}>{t("records.text")}</p>
      {children}
    </>
  );
}
