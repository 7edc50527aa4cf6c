import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names.ts";
import s from "./toast.module.css";
import { dropToast, useToasts } from "./toast.ts";

const ICON = { ok: CircleCheck, error: CircleAlert, info: Info } as const;

/** Mounted once by the shell. A popover, so that it stands above open dialogs. */
export function Toasts() {
  const { t } = useTranslation("ui");
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className={s.toasts} role="status" aria-live="polite">
      {toasts.map(({ id, kind, text }) => {
        const Icon = ICON[kind];
        return (
          <div key={id} ref={raise} popover="manual" className={cx(s.toast, s[kind])}>
            <Icon size={18} aria-hidden />
            <span>{text}</span>
            <button type="button" aria-label={t("close")} onClick={() => dropToast(id)}>
              <X size={16} aria-hidden />
            </button>
          </div>
        );
      })}
    </div>
  );
}

function raise(element: HTMLElement | null): void {
  element?.showPopover?.();
}
