import { useTranslation } from "react-i18next";
import { renewSession } from "../../state/renewal.ts";
import type { Second } from "../../state/second.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { askLoginPasskey, proveLogin } from "./api.ts";
import { FactorForm } from "./factor-form.tsx";

/** The second half of a login that was refused for want of a second factor. */
export function FactorLogin({ second, onDone, onClose }: { second: Second; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation("identity");
  const { by, pending } = second;
  return (
    <Dialog title={t("factor.login")} size="s" onClose={onClose}>
      <FactorForm
        by={by}
        question={() => askLoginPasskey(pending)}
        prove={async (proof) => {
          await renewSession(() => proveLogin({ pending, ...proof }));
          onDone();
        }}
      />
    </Dialog>
  );
}
