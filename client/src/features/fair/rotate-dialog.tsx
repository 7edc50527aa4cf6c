import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Intent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { keys } from "../../state/query.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { type Revealed, rotate } from "./api.ts";
import s from "./rotate-dialog.module.css";

/** Reveals the epoch's secret: from then on its openings verify completely, and a new commitment counts. */
export function RotateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("fair");
  const cache = useQueryClient();
  const intent = useRef(new Intent());
  const [busy, setBusy] = useState(false);
  const [revealed, setRevealed] = useState<Revealed | null>(null);

  const reveal = async () => {
    setBusy(true);
    try {
      setRevealed((await intent.current.run("rotate", rotate)).revealed);
      void cache.invalidateQueries({ queryKey: keys.seed });
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={t("rotate.title")} onClose={onClose}>
      {revealed ? (
        <div className={s.revealed}>
          <p role="status">{t("rotate.done")}</p>
          <CopyText label={t("rotate.key")} text={revealed.key} />
          <CopyText label={t("rotate.commit")} text={revealed.commit} />
          <p className={s.note}>{t("rotate.note")}</p>
          <DialogActions>
            <Button kind="primary" onClick={onClose}>
              {t("rotate.close")}
            </Button>
          </DialogActions>
        </div>
      ) : (
        <>
          <p>{t("rotate.text")}</p>
          <DialogActions>
            <Button kind="primary" busy={busy} onClick={() => void reveal()}>
              {t("rotate.action")}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
