/** A pause and an exclusion: both are asked twice, because they cannot be taken back. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { renewSession } from "../../state/renewal.ts";
import { signOut } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { formatTime } from "../../ui/number.ts";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast.ts";
import { exclude, type OwnLimits, pause } from "./api.ts";
import s from "./limits.module.css";

const DAY_HOURS = 24;

export function Away({ all }: { all: OwnLimits }) {
  const { t } = useTranslation("limits");
  const [hours, setHours] = useState(String(all.coolOffHours[0] ?? DAY_HOURS));
  const [months, setMonths] = useState(String(all.exclusionMonths[0] ?? 0));
  const [asked, setAsked] = useState<"pause" | "exclude" | null>(null);
  const pauses = all.coolOffHours.map((length) => ({
    value: String(length),
    label: length % DAY_HOURS === 0 ? t("days", { count: length / DAY_HOURS }) : t("hours", { count: length }),
  }));
  const exclusions = all.exclusionMonths.map((length) => ({
    value: String(length),
    label: t("months", { count: length }),
  }));
  const labelOf = (list: readonly { value: string; label: string }[], value: string) =>
    list.find((choice) => choice.value === value)?.label ?? value;
  return (
    <>
      <Card className={s.card}>
        <h2>{t("pause.title")}</h2>
        <p>{t("pause.lead")}</p>
        <div className={s.choice}>
          <Select label={t("pause.length")} choices={pauses} value={hours} onChange={setHours} />
          <Button onClick={() => setAsked("pause")}>{t("pause.begin")}</Button>
        </div>
      </Card>
      <Card className={s.card}>
        <h2>{t("exclude.title")}</h2>
        <p>{t("exclude.lead")}</p>
        <div className={s.choice}>
          <Select label={t("exclude.length")} choices={exclusions} value={months} onChange={setMonths} />
          <Button kind="danger" onClick={() => setAsked("exclude")}>
            {t("exclude.begin")}
          </Button>
        </div>
        <p className={s.quiet}>{t("exclude.rest")}</p>
      </Card>
      {asked === "pause" && (
        <ConfirmPause hours={Number(hours)} length={labelOf(pauses, hours)} onClose={() => setAsked(null)} />
      )}
      {asked === "exclude" && (
        <ConfirmExclusion months={Number(months)} length={labelOf(exclusions, months)} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function ConfirmPause({ hours, length, onClose }: { hours: number; length: string; onClose: () => void }) {
  const { t } = useTranslation(["limits", "ui"]);
  const language = useLanguage();
  const intent = useIntent();
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      const { coolUntilMs } = await intent.run(hours, (key) => pause(hours, key));
      toast(t("pause.until", { time: formatTime(coolUntilMs, language) }), "ok");
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["mine", "limits"] });
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t("pause.sure", { length })} size="s" onClose={onClose}>
      <p>{t("pause.means")}</p>
      <DialogActions>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button kind="primary" busy={busy} onClick={() => void begin()}>
          {t("pause.begin")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ConfirmExclusion({ months, length, onClose }: { months: number; length: string; onClose: () => void }) {
  const { t } = useTranslation("limits");
  const language = useLanguage();
  const navigate = useNavigate();
  const intent = useIntent();
  const [understood, setUnderstood] = useState(false);
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      // The server ends the session, with its sockets, before it answers: that is no news for the player.
      const { untilMs } = await renewSession(async () => ({
        ...(await intent.run(months, (key) => exclude(months, key))),
        token: "",
      }));
      await signOut();
      void navigate(paths.home());
      toast(t("exclude.until", { time: formatTime(untilMs, language) }), "info", true);
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t("exclude.sure", { length })} size="s" onClose={onClose}>
      <p>{t("exclude.means")}</p>
      <Checkbox checked={understood} onChange={(event) => setUnderstood(event.target.checked)}>
        {t("exclude.understood")}
      </Checkbox>
      <DialogActions>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button kind="danger" disabled={!understood} busy={busy} onClick={() => void begin()}>
          {t("exclude.begin")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
