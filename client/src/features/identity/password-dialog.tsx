import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { closeIdentity, useIdentity } from "../../state/identity.ts";
import { openLogin, signOut } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { resetPassword } from "./api.ts";
import { CodeField } from "./code-field.tsx";
import s from "./form.module.css";
import { useSubmit } from "./form.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { PhoneField } from "./phone-dialog.tsx";
import { Refused } from "./refused.tsx";
import { isCode, isNewPassword, isPhone } from "./rules.ts";

/** A new password for the account of a bound phone; afterwards every session logs in anew (product spec §8). */
export function PasswordDialog() {
  const { t } = useTranslation("identity");
  const [phone, setPhone] = useState(() => useIdentity.getState().phone);
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, refused, submit } = useSubmit(async () => {
    setTried(true);
    if (!isPhone(phone) || !isCode(code) || !isNewPassword(password)) return;
    try {
      await resetPassword(phone, password, code);
    } catch (error) {
      // What has no text of its own says the specification's.
      if (error instanceof ApiError && error.code === errorCode.internal) toast(t("password.failed"), "error");
      throw error;
    }
    await signOut();
    closeIdentity();
    toast(t("password.done"), "ok");
    openLogin();
  });
  return (
    <Dialog title={t("password.title")} size="s" onClose={closeIdentity}>
      <form className={s.form} onSubmit={submit} noValidate>
        <PhoneField value={phone} onChange={setPhone} tried={tried} />
        <CodeField purpose="password" phone={phone} value={code} onChange={setCode} tried={tried} />
        <NewPasswordField value={password} onChange={setPassword} tried={tried} />
        <Refused text={refused} />
        <DialogActions>
          <Button type="submit" kind="primary" busy={busy}>
            {t("password.confirm")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
