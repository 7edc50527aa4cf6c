import { CalendarDays } from "lucide-react";
import { lazy, Suspense } from "react";
import { createPortal } from "react-dom";
import { useSign } from "../../state/sign.ts";
import s from "./header-button.module.css";
import { useBoardOpener } from "./opener.ts";

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
