import { useState } from "react";
import { useTranslation } from "react-i18next";
import { answerConfirm, useConfirm } from "../../state/confirm.ts";
import { openLogin, signOut } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { askPasskey, confirmPlayer } from "./api.ts";
import { FactorForm } from "./factor-form.tsx";
import s from "./form.module.css";
import { useSubmit } from "./form.ts";
import { Refused } from "./refused.tsx";

/** Who the player is, once more, before a call goes on that would make the account another's. */
export function ConfirmDialog() {
  const { t } = useTranslation("identity");
  const by = useConfirm(({ question }) => question?.by);
  const [password, setPassword] = useState("");
  const { busy, refused, submit } = useSubmit(async () => {
    if (password === "") return;
    await confirmPlayer({ password });
    answerConfirm(true);
  });
  if (by?.includes("login")) return <LogInAgain />;
  if (by !== undefined && !by.includes("password")) return <ByFactor by={by} />;
  return (
    <Dialog title={t("confirm.title")} size="s" onClose={() => answerConfirm(false)}>
      <form className={s.form} onSubmit={submit} noValidate>
        <p className={s.text}>{t("confirm.text")}</p>
        <Field
          label={t("confirm.password")}
          type="password"
          autoComplete="current-password"
          maxLength={64}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Refused text={refused} />
        <DialogActions>
          <Button type="submit" kind="primary" busy={busy} disabled={password === ""}>
            {t("confirm.go")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** An account with a second factor proves itself by that. */
function ByFactor({ by }: { by: readonly string[] }) {
  const { t } = useTranslation("identity");
  return (
    <Dialog title={t("confirm.title")} size="s" onClose={() => answerConfirm(false)}>
      <FactorForm
        by={by}
        question={askPasskey}
        prove={async (proof) => {
          await confirmPlayer(proof);
          answerConfirm(true);
        }}
      />
    </Dialog>
  );
}

/** An account that came by Steam has no password: its player logs in anew. */
function LogInAgain() {
  const { t } = useTranslation("identity");
  const go = async () => {
    answerConfirm(false);
    await signOut(true);
    openLogin();
  };
  return (
    <Dialog title={t("confirm.title")} size="s" onClose={() => answerConfirm(false)}>
      <p className={s.text}>{t("confirm.againText")}</p>
      <DialogActions>
        <Button kind="primary" onClick={go}>
          {t("confirm.again")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
