import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import { cx } from "./class-names.ts";
import s from "./toast.module.css";

export type ToastKind = "ok" | "error" | "info";

interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

const SHOWN_MS = 4500;
const MOST = 4;
let lastId = 0;

const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

const drop = (id: number) => useToasts.setState((state) => ({ toasts: state.toasts.filter((t) => t.id !== id) }));

/** Says something in passing. The same text is never shown twice at once; a persistent one waits to be closed. */
export function toast(text: string, kind: ToastKind = "info", persistent = false): void {
  lastId += 1;
  const id = lastId;
  useToasts.setState((state) => ({
    toasts: [...state.toasts.filter((other) => other.text !== text), { id, kind, text }].slice(-MOST),
  }));
  if (!persistent) setTimeout(drop, SHOWN_MS, id);
}

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
            <button type="button" aria-label={t("close")} onClick={() => drop(id)}>
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
