import { useState } from "react";
import { useTranslation } from "react-i18next";
import { closeIdentity, openPassword } from "../../state/identity.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { changePassword } from "./api.ts";
import s from "./form.module.css";
import { useSubmit } from "./form.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { Refused } from "./refused.tsx";
import { isNewPassword } from "./rules.ts";
import { forgetSessions } from "./sessions.ts";

/** A new password with the one of before; without that, by a code to the phone. */
export function ChangeDialog() {
  const { t } = useTranslation("identity");
  const [old, setOld] = useState("");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, refused, submit } = useSubmit(async () => {
    setTried(true);
    if (old === "" || !isNewPassword(password)) return;
    await changePassword(old, password);
    await forgetSessions();
    toast(t("change.done"), "ok");
    closeIdentity();
  });
  return (
    <Dialog title={t("password.title")} size="s" onClose={closeIdentity}>
      <form className={s.form} onSubmit={submit} noValidate>
        <Field
          label={t("change.old")}
          type="password"
          autoComplete="current-password"
          maxLength={64}
          value={old}
          onChange={(event) => setOld(event.target.value)}
          error={tried && old === "" ? t("change.oldEmpty") : undefined}
        />
        <NewPasswordField value={password} onChange={setPassword} tried={tried} />
        <Refused text={refused} />
        <DialogActions>
          <Button kind="plain" onClick={openPassword}>
            {t("change.byPhone")}
          </Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t("password.confirm")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
