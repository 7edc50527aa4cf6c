/** Product spec §8, code 615: what is missing to take part. The task of assists brings the share link. */
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import type { TaskItem } from "./api.ts";
import { ShareButton } from "./share-button.tsx";
import { useTaskAmount, useTaskText, VIP_LEVEL } from "./task-text.ts";
import s from "./tasks.module.css";

/** 助力次数: enables the share link (product spec §3). */
const ASSISTS = 4;

const missesLevel = (task: TaskItem): boolean => task.id === VIP_LEVEL && (task.amount ?? 0) < task.target;

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
      {tasks.some(({ id }) => id === VIP_LEVEL) && <p>{t("task.vip")}</p>}
      <DialogActions>
        {tasks.some(missesLevel) && <ButtonLink to={paths.vip()}>{t("task.levels")}</ButtonLink>}
        {tasks.some((task) => task.id === ASSISTS) && <ShareButton id={roomId} />}
        <Button kind="primary" onClick={onClose}>
          {t("task.close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
