import { useState } from "react";
import { useTranslation } from "react-i18next";
import { limits, type RollSummary } from "../../protocol/gen.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import type { Joining } from "./actions.ts";

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
        <Field
          label={t(summary.joinType === "roll_join_password" ? "join.password" : "join.once")}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          maxLength={limits.rollPasswordLength}
          autoComplete="off"
          error={join.wrongPassword || undefined}
        />
        <DialogActions>
          <Button type="submit" kind="primary" busy={join.busy} disabled={password.trim() === ""}>
            {t("join.button")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
