import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../i18n/language.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { formatCents } from "./number.ts";

interface ToPlayProps {
  readonly toPlayCents: number;
  readonly giftCents: number;
  readonly busy: boolean;
  readonly giveBack: () => void;
  readonly className?: string | undefined;
}

/** How much play stands before a retrieval or withdrawal, and what is given back instead; nothing when nothing does. */
export function ToPlay({ toPlayCents, giftCents, busy, giveBack, className }: ToPlayProps) {
  const { t } = useTranslation("ui");
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  if (toPlayCents <= 0) return null;
  const amount = formatCents(giftCents, language);
  return (
    <div className={className}>
      <p role="status">{t("toPlay", { amount: formatCents(toPlayCents, language) })}</p>
      <Button size="s" type="button" onClick={() => setAsking(true)}>
        {t("giveBack.open", { amount })}
      </Button>
      {asking && (
        <Dialog title={t("giveBack.action")} size="s" onClose={() => setAsking(false)}>
          <p>{t("giveBack.text", { amount })}</p>
          <DialogActions>
            <Button type="button" onClick={() => setAsking(false)}>
              {t("cancel")}
            </Button>
            <Button
              type="button"
              kind="primary"
              busy={busy}
              onClick={() => {
                setAsking(false);
                giveBack();
              }}
            >
              {t("giveBack.action")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}
