import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { formatCents, formatTime, parseCents } from "../../ui/number.ts";
import { toast } from "../../ui/toast.ts";
import { NONE, type OwnLimit, setLimit } from "./api.ts";
import s from "./limits.module.css";

/** One limit: how far it is used up, what waits, and a field for another one. */
export function LimitRow({ limit, raiseHours }: { limit: OwnLimit; raiseHours: number }) {
  const { t } = useTranslation("limits");
  const language = useLanguage();
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const intent = useIntent();
  const { kind, span } = limit;
  const isSet = limit.cents !== NONE;
  const used = Math.max(limit.usedCents, 0);
  const amount = (cents: number) => (cents === NONE ? t("none") : formatCents(cents, language));

  const save = async (cents: number) => {
    setBusy(true);
    try {
      const all = await intent.run([kind, span, cents], (key) => setLimit(kind, span, cents, key));
      const now = all.limits.find((other) => other.kind === kind && other.span === span);
      const later = now?.nextMs ? now : null;
      toast(later ? t("waits", { hours: raiseHours }) : t("saved"), later ? "info" : "ok");
      setText("");
      await queryClient.invalidateQueries({ queryKey: ["mine", "limits"] });
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const cents = parseCents(text);
    setWrong(cents === null);
    if (cents !== null && !busy) void save(cents);
  };

  return (
    <li className={s.row}>
      <div className={s.use}>
        <h3>{t(`span.${span}`)}</h3>
        <p className="num">
          {isSet
            ? t(`${kind}.used`, { used: formatCents(used, language), limit: amount(limit.cents) })
            : t(`${kind}.open`, { used: formatCents(used, language) })}
        </p>
        {isSet && (
          <progress
            value={Math.min(used, limit.cents)}
            max={Math.max(limit.cents, 1)}
            aria-label={`${t(`${kind}.title`)}: ${t(`span.${span}`)}`}
          />
        )}
        <p className={s.quiet}>{t("resets", { time: formatTime(limit.endsMs, language) })}</p>
      </div>
      <form className={s.form} onSubmit={submit} noValidate>
        <Field
          label={t(`${kind}.per.${span}`)}
          inputMode="decimal"
          autoComplete="off"
          placeholder={isSet ? amount(limit.cents) : t("none")}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
          error={wrong ? t("wrong") : undefined}
        />
        <Button type="submit" kind="primary" busy={busy}>
          {t("save")}
          <span className="sr"> ({t(`${kind}.per.${span}`)})</span>
        </Button>
        {isSet && limit.nextMs === 0 && (
          <Button kind="plain" busy={busy} onClick={() => void save(NONE)}>
            {t("remove")}
            <span className="sr"> ({t(`${kind}.per.${span}`)})</span>
          </Button>
        )}
      </form>
      {limit.nextMs > 0 && (
        <p className={s.next}>
          {t("next", { amount: amount(limit.nextCents), time: formatTime(limit.nextMs, language) })}
          <Button size="s" busy={busy} onClick={() => void save(limit.cents)}>
            {t("keep")}
            <span className="sr"> ({t(`${kind}.per.${span}`)})</span>
          </Button>
        </p>
      )}
    </li>
  );
}
