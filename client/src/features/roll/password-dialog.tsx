import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RollSummary } from "../../protocol/gen.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import type { Joining } from "./actions.ts";
import { PasswordField } from "./password-field.tsx";

/** Product spec §2, "room password". */
export function PasswordDialog({
  summary,
  join,
  onClose,
}: {
  summary: RollSummary;
  join: Joining;
  onClose: () => void;
}) {
  const { t } = useTranslation("roll");
  const [password, setPassword] = useState("");
  return (
    <Dialog title={summary.name} size="s" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          join.join(password.trim());
        }}
      >
        <PasswordField summary={summary} join={join} value={password} onChange={setPassword} />
        <DialogActions>
          <Button type="submit" kind="primary" busy={join.busy} disabled={password.trim() === ""}>
            {t("join.button")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
