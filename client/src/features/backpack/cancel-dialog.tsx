import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { unwatchDelivery } from "../../state/deliveries.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { patchWallet } from "../../state/wallet.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { cancelRetrieval } from "./api.ts";

/** Asks before a retrieval is taken back. A review that was quicker is shown like any other problem. */
export function CancelDialog({ order, onClose }: { order: string; onClose: () => void }) {
  const { t } = useTranslation("backpack");
  const cache = useQueryClient();
  const intent = useIntent();
  const [busy, setBusy] = useState(false);

  const run = async () => {
    setBusy(true);
    try {
      const { items, bagCount } = await intent.run([order], (key) => cancelRetrieval(order, key));
      unwatchDelivery(items);
      patchWallet({ bagCount });
      toast(t("retrievals.cancel.done"), "ok");
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
      onClose();
      void cache.invalidateQueries({ queryKey: ["mine"] });
    }
  };
  return (
    <Dialog title={t("retrievals.cancel.title")} size="s" onClose={onClose}>
      <p>{t("retrievals.cancel.text")}</p>
      <DialogActions>
        <Button onClick={onClose}>{t("retrievals.cancel.keep")}</Button>
        <Button kind="primary" busy={busy} onClick={() => void run()}>
          {t("retrievals.cancel.action")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
