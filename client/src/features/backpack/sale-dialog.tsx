import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { formatCents } from "../../ui/number.ts";
import { useSale } from "./use-sale.ts";

export interface Sale {
  readonly items: readonly string[] | "all";
  /** null: not known beforehand. */
  readonly cents: number | null;
}

/** Asks before it sells; selling cannot be undone. */
export function SaleDialog({ sale, onClose }: { sale: Sale; onClose: (done: boolean) => void }) {
  const { t } = useTranslation(["backpack", "ui"]);
  const language = useLanguage();
  const { busy, run } = useSale();
  const title =
    sale.items === "all"
      ? t("confirm.all")
      : sale.items.length === 1
        ? t("confirm.one")
        : t("confirm.many", { count: sale.items.length });
  return (
    <Dialog title={title} size="s" onClose={() => onClose(false)}>
      <p>
        {sale.cents === null ? t("confirm.textAll") : t("confirm.text", { amount: formatCents(sale.cents, language) })}
      </p>
      <DialogActions>
        <Button onClick={() => onClose(false)}>{t("ui:cancel")}</Button>
        <Button
          kind="primary"
          busy={busy}
          onClick={async () => {
            if (await run(sale.items)) onClose(true);
          }}
        >
          {t("confirm.action")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
