import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { encode } from "uqr";
import type { Api } from "../../protocol/api.ts";
import { reportError } from "../../state/problem.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { addPasskey, beginApp, beginPasskey, setApp } from "./api.ts";
import s from "./factors.module.css";
import form from "./form.module.css";
import { useSubmit } from "./form.ts";
import { makePasskey } from "./passkey.ts";
import { Refused } from "./refused.tsx";

interface SetUpProps {
  /** The first factor takes the account's password. */
  readonly password: boolean;
  /** Takes the recovery codes of a first factor, none of any other. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** An authenticator app: its secret as a QR code drawn here, and a code that shows that the app has it. */
export function AppDialog({ password: asksPassword, onDone, onClose }: SetUpProps) {
  const { t } = useTranslation("identity");
  const [begun, setBegun] = useState<Api["AppSecret"] | null>(null);
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    beginApp()
      .then(setBegun)
      .catch((error: unknown) => {
        reportError(error);
        onClose();
      });
  }, [onClose]);
  const { busy, refused, submit } = useSubmit(async () => {
    if (begun === null) return;
    onDone((await setApp({ state: begun.state, code, password })).recovery);
  });
  if (begun === null) return null;
  return (
    <Dialog title={t("factor.addApp")} size="s" onClose={onClose}>
      <form className={form.form} onSubmit={submit} noValidate>
        <p className={form.text}>{t("factor.scan")}</p>
        <Code text={begun.uri} label={t("factor.qr")} />
        <div className={s.secret}>
          <CopyText label={t("factor.secret")} text={begun.secret} />
        </div>
        <Field
          label={t("factor.code6")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, ""))}
        />
        {asksPassword && <PasswordField value={password} onChange={setPassword} />}
        <Refused text={refused} />
        <DialogActions>
          <Button
            type="submit"
            kind="primary"
            busy={busy}
            disabled={code.length < 6 || (asksPassword && password === "")}
          >
            {t("confirm.go")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function PasswordField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation("identity");
  return (
    <Field
      label={t("confirm.password")}
      type="password"
      autoComplete="current-password"
      maxLength={64}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Code({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((cell, x) => (cell ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={s.code} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={dark.join("")} />
    </svg>
  );
}

const NAME_MAX = 40;

/** A passkey of this device, under a word of the player's own. */
export function KeyDialog({ password: asksPassword, onDone, onClose }: SetUpProps) {
  const { t } = useTranslation("identity");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { busy, refused, submit } = useSubmit(async () => {
    const made = await makePasskey(await beginPasskey());
    if (made !== null) onDone((await addPasskey({ ...made, name: name.trim(), password })).recovery);
  });
  return (
    <Dialog title={t("factor.addPasskey")} size="s" onClose={onClose}>
      <form className={form.form} onSubmit={submit} noValidate>
        <p className={form.text}>{t("factor.passkeyText")}</p>
        <Field
          label={t("factor.keyName")}
          autoComplete="off"
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {asksPassword && <PasswordField value={password} onChange={setPassword} />}
        <Refused text={refused} />
        <DialogActions>
          <Button
            type="submit"
            kind="primary"
            busy={busy}
            disabled={name.trim() === "" || (asksPassword && password === "")}
          >
            {t("factor.make")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Codes that are shown once. */
export function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation("identity");
  return (
    <Dialog title={t("factor.codes")} size="s" onClose={onClose}>
      <p className={form.text}>{t("factor.codesText")}</p>
      <ul className={s.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyText label={t("factor.copyCodes")} text={codes.join(" ")} />
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {t("newPassword.close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
