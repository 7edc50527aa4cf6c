/** Product spec §8, code 615: what is missing to take part. The task of assists brings the share link. */
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { formatCents, formatCount } from "../../ui/number.ts";
import type { TaskItem } from "./api.ts";
import { ShareButton } from "./room.tsx";
import s from "./tasks.module.css";

/** Task types of the server (protocol/roll.go) that count cents. */
const IN_GEMS: ReadonlySet<number> = new Set([0, 2, 5, 6, 9]);
const KNOWN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** 助力次数: enables the share link (product spec §3). */
const ASSISTS = 4;

export function useTaskAmount(): (kind: number, amount: number) => string {
  const language = useLanguage();
  return (kind, amount) => (IN_GEMS.has(kind) ? formatCents(amount, language) : formatCount(amount, language));
}

/** A requirement in one line. */
export function useTaskText(): (kind: number, target: number) => string {
  const { t } = useTranslation("roll");
  const amount = useTaskAmount();
  return (kind, target) => {
    const known = KNOWN.find((k) => k === kind);
    return t("task.line", {
      task: known === undefined ? `#${kind}` : t(`task.${known}`),
      target: amount(kind, target),
    });
  };
}

export function TasksDialog({
  roomId,
  tasks,
  onClose,
}: {
  roomId: string;
  tasks: readonly TaskItem[];
  onClose: () => void;
}) {
  const { t } = useTranslation("roll");
  const text = useTaskText();
  const amount = useTaskAmount();
  return (
    <Dialog title={t("task.title")} onClose={onClose}>
      <p>{t("task.lead")}</p>
      <ul className={s.tasks}>
        {tasks.map((task) => {
          const done = (task.amount ?? 0) >= task.target;
          return (
            <li key={task.id} className={cx(done && s.done)}>
              <div>
                <b>{text(task.id, task.target)}</b>
                <progress
                  value={Math.min(task.amount ?? 0, task.target)}
                  max={task.target}
                  aria-label={text(task.id, task.target)}
                />
              </div>
              <span className="num">
                {done ? (
                  <Check size={20} aria-label={t("task.done")} />
                ) : (
                  `${amount(task.id, task.amount ?? 0)} / ${amount(task.id, task.target)}`
                )}
              </span>
            </li>
          );
        })}
      </ul>
      <DialogActions>
        {tasks.some((task) => task.id === ASSISTS) && <ShareButton id={roomId} />}
        <Button kind="primary" onClick={onClose}>
          {t("task.close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
