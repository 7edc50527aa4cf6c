import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names.ts";
import s from "./dialog.module.css";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: "s" | "m" | "l" | undefined;
  /** Only its own buttons close it: what it shows is shown once. */
  once?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A modal on the native <dialog>: focus is kept inside and goes back to where it was, Escape and a click beside it
 * close. It is open while it is mounted; the owner decides when.
 */
export function Dialog({ title, onClose, children, size = "m", once = false, className }: DialogProps) {
  const { t } = useTranslation("ui");
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const beside = (event: MouseEvent) => {
    if (event.target === dialog.current && !once) onClose();
  };

  return (
    <dialog
      ref={dialog}
      className={cx(s.dialog, s[size], className)}
      aria-labelledby={titleId}
      onMouseDown={beside}
      onCancel={(event) => {
        event.preventDefault();
        // React hands it on to the dialogs around; Escape is for the innermost.
        if (event.target === dialog.current && !once) onClose();
      }}
      closedby={once ? "none" : undefined}
    >
      <div className={s.body}>
        <div className={s.head}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={s.close} aria-label={t("close")} onClick={onClose}>
            <X size={20} aria-hidden />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={s.actions}>{children}</div>;
}
