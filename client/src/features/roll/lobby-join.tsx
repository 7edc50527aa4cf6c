/** Joining from the list: at once where nothing is asked, else by the room's password in a dialog. */
import { Check } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RollSummary } from "../../protocol/gen.ts";
import { requireLogin, useSession } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { useJoin } from "./actions.ts";
import s from "./lobby.module.css";

const PasswordDialog = lazy(async () => ({ default: (await import("./password-dialog.tsx")).PasswordDialog }));
const TasksDialog = lazy(async () => ({ default: (await import("./tasks-dialog.tsx")).TasksDialog }));

export function LobbyJoin({ summary, joined }: { summary: RollSummary; joined: boolean }) {
  const { t } = useTranslation("roll");
  const me = useSession((session) => session.user?.id);
  const [asking, setAsking] = useState(false);
  const join = useJoin(summary.id, () => setAsking(false), true);
  if (summary.status !== "open" || (me !== undefined && me === summary.hostId)) return null;
  if (joined) {
    return (
      <p className={s.joined}>
        <Check size={18} aria-hidden />
        {t("card.joined")}
      </p>
    );
  }
  const start = () => {
    if (!requireLogin()) return;
    if (summary.joinType === "roll_join_open") join.join("");
    else setAsking(true);
  };
  return (
    <>
      <Button className={s.join} busy={join.busy} aria-label={`${t("join.button")} ${summary.name}`} onClick={start}>
        {t("join.button")}
      </Button>
      <Suspense>
        {asking && !join.missing && <PasswordDialog summary={summary} join={join} onClose={() => setAsking(false)} />}
        {join.missing && <TasksDialog roomId={summary.id} tasks={join.missing} onClose={join.forget} />}
      </Suspense>
    </>
  );
}
