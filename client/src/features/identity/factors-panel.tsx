import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatTime } from "../../ui/number.ts";
import { toast } from "../../ui/toast.ts";
import { endFactor, newRecoveryCodes, ownFactors } from "./api.ts";
import { AppDialog, KeyDialog, RecoveryDialog } from "./factors-dialogs.tsx";
import shared from "./panel.module.css";
import { hasPasskeys } from "./passkey.ts";
import { forgetSessions } from "./sessions.ts";
import s from "./sessions-panel.module.css";

const FACTORS = ["mine", "factors"] as const;

type Open = "app" | "passkey" | null;

/** Second factors of the account: an authenticator app, passkeys, recovery codes. */
export function FactorsPanel() {
  const { t } = useTranslation("identity");
  const language = useLanguage();
  const { data: own } = useQuery({ queryKey: FACTORS, queryFn: ownFactors });
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  if (own === undefined) return null;
  const refresh = () => Promise.all([queryClient.invalidateQueries({ queryKey: FACTORS }), forgetSessions()]);
  const close = () => setOpen(null);
  const done = (fresh: readonly string[]) => {
    close();
    setCodes(fresh);
    toast(t("factor.done"), "ok");
    void refresh();
  };
  const end = (id: string) => async () => {
    try {
      await endFactor(id);
      toast(t("factor.ended"), "ok");
    } catch (error) {
      reportError(error);
    }
    await refresh();
  };
  const renew = async () => {
    try {
      setCodes((await newRecoveryCodes()).recovery);
    } catch (error) {
      reportError(error);
    }
    await refresh();
  };
  const has = own.app !== "" || own.passkeys.length > 0;
  const panel = (
    <Card className={cx(shared.panel, s.panel)}>
      <div className={s.head}>
        <h2>{t("factor.title")}</h2>
      </div>
      <p className={s.when}>{t("factor.text")}</p>
      <ul>
        <li>
          <div>
            <p className={s.device}>{t("factor.app")}</p>
            <p className={s.when}>
              {own.app === "" ? t("factor.none") : t("factor.since", { time: formatTime(own.appMs, language) })}
            </p>
          </div>
          {own.app === "" ? (
            <Button size="s" aria-label={t("factor.setApp", { set: t("row.set") })} onClick={() => setOpen("app")}>
              {t("row.set")}
            </Button>
          ) : (
            <Button
              size="s"
              kind="danger"
              aria-label={t("factor.endOne", { name: t("factor.app") })}
              onClick={end(own.app)}
            >
              {t("factor.end")}
            </Button>
          )}
        </li>
        {own.passkeys.map(({ id, name, atMs, usedMs }) => (
          <li key={id}>
            <div>
              <p className={s.device}>{t("factor.passkey", { name })}</p>
              <p className={s.when}>
                <span>{t("factor.since", { time: formatTime(atMs, language) })}</span>
                {usedMs > 0 && <span>{t("sessions.seen", { time: formatTime(usedMs, language) })}</span>}
              </p>
            </div>
            <Button size="s" kind="danger" aria-label={t("factor.endOne", { name })} onClick={end(id)}>
              {t("factor.end")}
            </Button>
          </li>
        ))}
        {own.keys && hasPasskeys() && (
          <li>
            <p className={s.when}>{t("factor.passkeyText")}</p>
            <Button size="s" onClick={() => setOpen("passkey")}>
              {t("factor.addPasskey")}
            </Button>
          </li>
        )}
        {has && (
          <li>
            <p className={s.when}>{t("factor.left", { n: own.recovery })}</p>
            <Button size="s" onClick={renew}>
              {t("factor.newCodes")}
            </Button>
          </li>
        )}
      </ul>
    </Card>
  );
  return (
    <>
      {panel}
      {open === "app" && <AppDialog password={own.password} onDone={done} onClose={close} />}
      {open === "passkey" && <KeyDialog password={own.password} onDone={done} onClose={close} />}
      {codes.length > 0 && <RecoveryDialog codes={codes} onClose={() => setCodes([])} />}
    </>
  );
}
