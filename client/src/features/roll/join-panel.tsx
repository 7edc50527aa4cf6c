import { Check } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import type { RollSnapshot } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatShare } from "../../ui/number.ts";
import layout from "../../ui/room-layout.module.css";
import type { Joining } from "./actions.ts";
import { PasswordField } from "./password-field.tsx";
import s from "./room.module.css";
import { useTaskText, VIP_LEVEL } from "./task-text.ts";

/** How to take part, or that one does. */
export function JoinPanel({ room, join, isHost }: { room: RollSnapshot; join: Joining; isHost: boolean }) {
  const { t } = useTranslation("roll");
  const language = useLanguage();
  const text = useTaskText();
  const { card: summary, me } = room;
  const [password, setPassword] = useState("");
  const locked = summary.joinType !== "roll_join_open";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    join.join(password.trim());
  };
  return (
    <section className={cx(layout.block, s.block, s.join)} aria-label={t("join.title")}>
      <h2>{t("join.title")}</h2>
      {room.tasks.length > 0 && (
        <ul className={s.tasks}>
          {room.tasks.map((task) => (
            <li key={task.kind}>
              <span>{text(task.kind, task.target)}</span>
              {task.kind === VIP_LEVEL && <Link to={paths.vip()}>{t("task.levels")}</Link>}
            </li>
          ))}
        </ul>
      )}
      {me ? (
        <div className={s.in}>
          <Check size={22} aria-hidden />
          <div>
            <b>{t("join.in", { place: me.place + 1 })}</b>
            <p>
              {t("join.weight", {
                weight: me.weight,
                chance: formatShare(me.weight / Math.max(1, room.totalWeight), language),
              })}
            </p>
          </div>
        </div>
      ) : summary.status !== "open" ? (
        <p className={layout.note}>{t("join.closed")}</p>
      ) : isHost ? (
        <p className={layout.note}>{t("join.host")}</p>
      ) : (
        <form className={s.form} onSubmit={submit}>
          {locked && <PasswordField summary={summary} join={join} value={password} onChange={setPassword} />}
          <Button type="submit" kind="primary" size="l" busy={join.busy} disabled={locked && password.trim() === ""}>
            {t("join.button")}
          </Button>
        </form>
      )}
      <p className={layout.note}>{t("join.assists", { most: 20 })}</p>
      {!me && room.assists > 0 && <p className={layout.note}>{t("join.ready", { count: room.assists })}</p>}
    </section>
  );
}
