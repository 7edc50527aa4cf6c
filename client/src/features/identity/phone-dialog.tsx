import { useState } from "react";
import { useTranslation } from "react-i18next";
import { closeIdentity, continueToPassword, useIdentity } from "../../state/identity.ts";
import { renewSession } from "../../state/renewal.ts";
import { loadUser, useSession } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { bindPhone, unbindPhone } from "./api.ts";
import { CodeField } from "./code-field.tsx";
import s from "./form.module.css";
import { useSubmit } from "./form.ts";
import { Refused } from "./refused.tsx";
import { isCode, isPhone, strip } from "./rules.ts";

/** Step 1 unbinds the old phone, where there is one; step 2 binds the new one (product spec §4). */
export function PhoneDialog() {
  const { t } = useTranslation("identity");
  const bound = useSession(({ user }) => user?.boundPhone ?? "");
  const [password, setPassword] = useState("");
  if (password !== "") return <NewPassword password={password} />;
  return (
    <Dialog title={t("phone.title")} size="s" onClose={closeIdentity}>
      {bound === "" ? (
        <Step key="bind" purpose="bind" onPassword={setPassword} />
      ) : (
        <Step key="unbind" purpose="unbind" old={bound} onPassword={setPassword} />
      )}
    </Dialog>
  );
}

interface StepProps {
  purpose: "bind" | "unbind";
  old?: string;
  onPassword: (password: string) => void;
}

function Step({ purpose, old = "", onPassword }: StepProps) {
  const { t } = useTranslation("identity");
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, refused, submit } = useSubmit(async () => {
    setTried(true);
    if (!isPhone(phone) || !isCode(code)) return;
    if (purpose === "unbind") {
      await unbindPhone(phone, code);
      await loadUser(); // step 2 follows from it
      return;
    }
    const { password } = await renewSession(() => bindPhone(phone, code));
    if (password !== "") {
      toast(t("phone.done"), "ok");
      onPassword(password);
    } else if (useIdentity.getState().forPassword) {
      toast(t("phone.thenPassword"), "ok");
      continueToPassword(phone);
    } else {
      toast(t("phone.done"), "ok");
      closeIdentity();
    }
  });
  return (
    <form className={s.form} onSubmit={submit} noValidate>
      <p className={s.text}>{purpose === "unbind" ? t("phone.unbind", { phone: old }) : t("phone.bind")}</p>
      <PhoneField value={phone} onChange={setPhone} tried={tried} />
      <CodeField purpose={purpose} phone={phone} value={code} onChange={setCode} tried={tried} />
      <Refused text={refused} />
      <DialogActions>
        <Button type="submit" kind="primary" busy={busy}>
          {t(purpose === "unbind" ? "phone.next" : "phone.confirm")}
        </Button>
      </DialogActions>
    </form>
  );
}

interface PhoneFieldProps {
  value: string;
  onChange: (phone: string) => void;
  /** The form was sent: now what is missing is shown, too. */
  tried?: boolean;
}

export function PhoneField({ value, onChange, tried = false }: PhoneFieldProps) {
  const { t } = useTranslation("identity");
  const [left, setLeft] = useState(false);
  const empty = value === "" && tried;
  const wrong = value !== "" && (left || tried) && !isPhone(value);
  return (
    <Field
      label={t("phone.label")}
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={16}
      value={value}
      onChange={(event) => onChange(strip(event.target.value))}
      onBlur={() => setLeft(true)}
      error={empty ? t("error.phoneEmpty") : wrong ? t("error.phone") : undefined}
    />
  );
}

/** A password that the system made is shown once; closing leads home (product spec §4). */
export function NewPassword({ password }: { password: string }) {
  const { t } = useTranslation("identity");
  const close = () => {
    closeIdentity();
    location.assign("/");
  };
  return (
    <Dialog title={t("newPassword.title")} size="s" once onClose={close}>
      <div className={s.form}>
        <p className={s.text}>{t("newPassword.text")}</p>
        <CopyText label={t("newPassword.label")} text={password} />
      </div>
      <DialogActions>
        <Button kind="primary" onClick={close}>
          {t("newPassword.close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
