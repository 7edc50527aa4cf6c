import { CalendarDays } from "lucide-react";
import { lazy, Suspense } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { openSign, useSign, useSignDot } from "../../state/sign.ts";
import { cx } from "../../ui/class-names.ts";
import s from "./header-button.module.css";

const SignDialogs = lazy(async () => ({ default: (await import("./dialogs.tsx")).SignDialogs }));

/** In the header. Phones hide the button, and still have its dialogs. */
export function SignButton() {
  const dialog = useSign((state) => state.dialog);
  return (
    <>
      <Opener />
      {dialog &&
        createPortal(
          <Suspense>
            <SignDialogs />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

function Opener() {
  return (
    <button type="button" {...useBoardOpener(s.button)}>
      <CalendarDays size={18} aria-hidden />
    </button>
  );
}

/** What every button has that opens the board: its name, and a dot while a reward waits (product spec §4). */
export function useBoardOpener(className?: string) {
  const { t } = useTranslation("sign");
  const dot = useSignDot();
  const name = dot ? `${t("title")}: ${t("waiting")}` : t("title");
  return {
    className: cx(className, s.dot),
    "aria-label": name,
    title: name,
    "aria-haspopup": "dialog",
    "data-dot": dot || undefined,
    onClick: () => openSign("board"),
  } as const;
}
