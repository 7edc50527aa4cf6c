import { PackageOpen, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import s from "./empty.module.css";

/** Nothing to show (product spec §2): a text, a picture, perhaps a way on. */
export function Empty({ text, art, children }: { text?: string | undefined; art?: string; children?: ReactNode }) {
  const { t } = useTranslation("ui");
  return (
    <div className={s.empty}>
      {art ? (
        <img src={art} alt="" width={160} height={120} />
      ) : (
        <PackageOpen size={44} strokeWidth={1.25} aria-hidden />
      )}
      <p>{text ?? t("empty")}</p>
      {children}
    </div>
  );
}

/** What a region shows instead of itself when it could not be loaded. */
export function Failed({ onRetry, text }: { onRetry: () => void; text?: string | undefined }) {
  const { t } = useTranslation("ui");
  return (
    <div className={s.empty} role="alert">
      <p>{text ?? t("failed")}</p>
      <Button onClick={onRetry}>
        <RotateCw size={16} aria-hidden />
        {t("retry")}
      </Button>
    </div>
  );
}
