import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import s from "./history-dialog.module.css";
import { UpgradeRecords } from "./records.tsx";

/** The player's own upgrades without leaving the hall; filters and the file are on their page. */
export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("upgrade");
  return (
    <Dialog title={t("history")} onClose={onClose} className={s.dialog}>
      <UpgradeRecords onHall={onClose} />
      <DialogActions>
        <ButtonLink to={paths.upgradeRecords()} onClick={onClose}>
          {t("records.title")}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}
