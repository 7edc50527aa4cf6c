import { useTranslation } from "react-i18next";
import s from "./records.module.css";
import { UpgradeRecords } from "./records.tsx";

/** /user/upgrade/record: the player's own. */
export function OwnUpgradeRecords() {
  const { t } = useTranslation("upgrade");
  return (
    <>
      <h1 className={s.title}>{t("records.title")}</h1>
      <UpgradeRecords />
    </>
  );
}
