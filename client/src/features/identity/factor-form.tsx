import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import s from "./form.module.css";
import { useSubmit } from "./form.ts";
import { answerByPasskey, hasPasskeys, type PasskeyAnswer, type PasskeyOptions } from "./passkey.ts";
import { Refused } from "./refused.tsx";

/** One of both. */
export type FactorProof = { readonly code: string } | { readonly passkey: PasskeyAnswer };

interface FactorFormProps {
  /** What the account has, the server's words: app, passkey, recovery. */
  readonly by: readonly string[];
  readonly question: () => Promise<PasskeyOptions>;
  readonly prove: (proof: FactorProof) => Promise<unknown>;
}

/** Takes a second factor: a code of the app or a recovery code in one field, or a passkey. */
export function FactorForm({ by, question, prove }: FactorFormProps) {
  const { t } = useTranslation("identity");
  const [code, setCode] = useState("");
  const byCode = useSubmit(async () => {
    if (code.trim() !== "") await prove({ code: code.trim() });
  });
  const byKey = useSubmit(async () => {
    const answer = await answerByPasskey(await question());
    if (answer !== null) await prove({ passkey: answer });
  });
  const app = by.includes("app");
  return (
    <form className={s.form} onSubmit={byCode.submit} noValidate>
      <p className={s.text}>{t(app ? "factor.askApp" : "factor.askKey")}</p>
      <Field
        label={t(app ? "factor.code" : "factor.recoveryCode")}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Refused text={byCode.refused || byKey.refused} />
      <DialogActions>
        {by.includes("passkey") && hasPasskeys() && (
          <Button onClick={() => void byKey.submit({ preventDefault: () => undefined })} busy={byKey.busy}>
            {t("factor.byPasskey")}
          </Button>
        )}
        <Button type="submit" kind="primary" busy={byCode.busy} disabled={code.trim() === ""}>
          {t("confirm.go")}
        </Button>
      </DialogActions>
    </form>
  );
}
