import { useTranslation } from "react-i18next";
import { closeIdentity } from "../../state/identity.ts";
import { loadUser, useSession } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { steamUnbind } from "./api.ts";
import s from "./form.module.css";
import { useSubmit } from "./form.ts";
import { Refused } from "./refused.tsx";
import { forgetSessions } from "./sessions.ts";

/** The Steam account that is linked, and the way to unlink it. */
export function SteamDialog() {
  const { t } = useTranslation("identity");
  const id = useSession(({ user }) => user?.steamId ?? "");
  const { busy, refused, submit } = useSubmit(async () => {
    await steamUnbind();
    await Promise.all([loadUser(), forgetSessions()]);
    toast(t("steam.unbound"), "ok");
    closeIdentity();
  });
  return (
    <Dialog title={t("row.steam")} size="s" onClose={closeIdentity}>
      <form className={s.form} onSubmit={submit} noValidate>
        <p className={s.text}>{t("steam.unbindText", { id })}</p>
        <Refused text={refused} />
        <DialogActions>
          <Button type="submit" kind="danger" busy={busy}>
            {t("steam.unbind")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
