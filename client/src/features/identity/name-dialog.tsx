import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { closeIdentity } from "../../state/identity.ts";
import { loadUser, useSession } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { formatTime } from "../../ui/number.ts";
import { toast } from "../../ui/toast.ts";
import { rename } from "./api.ts";
import s from "./form.module.css";
import { useSubmit } from "./form.ts";
import { Refused } from "./refused.tsx";

const NAME_MIN = 6;
const NAME_MAX = 13;

/** The name that others see; the account name, by which the player logs in, stays. */
export function NameDialog() {
  const { t } = useTranslation("identity");
  const language = useLanguage();
  const user = useSession((session) => session.user);
  const [name, setName] = useState("");
  const { busy, refused, submit } = useSubmit(async () => {
    await rename(name);
    await loadUser();
    toast(t("publicName.done"), "ok");
    closeIdentity();
  });
  if (!user) return null;
  return (
    <Dialog title={t("publicName.title")} size="s" onClose={closeIdentity}>
      <form className={s.form} onSubmit={submit} noValidate>
        <p className={s.text}>{t("publicName.text", { login: user.phone })}</p>
        {user.renameMs > 0 ? (
          <p className={s.text}>{t("publicName.later", { date: formatTime(user.renameMs, language) })}</p>
        ) : (
          <>
            <Field
              label={t("publicName.label")}
              autoComplete="off"
              maxLength={NAME_MAX}
              value={name}
              onChange={(event) => setName(event.target.value.replace(/[^0-9A-Za-z]/g, ""))}
            />
            <Refused text={refused} />
            <DialogActions>
              <Button type="submit" kind="primary" busy={busy} disabled={name.length < NAME_MIN}>
                {t("publicName.confirm")}
              </Button>
            </DialogActions>
          </>
        )}
      </form>
    </Dialog>
  );
}
