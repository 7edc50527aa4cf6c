import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import s from "./records.module.css";

/** Frame of a player's records; the list itself belongs to the feature it is about and comes in from the route. */
export function RecordsPage({ of, children }: { of: "records" | "battles"; children: ReactNode }) {
  const { t } = useTranslation("account");
  return (
    <>
      <h1 className={s.title}>{t(`${of}.title`)}</h1>
      <p className={s.text}>{t(`${of}.text`)}</p>
      {children}
    </>
  );
}
