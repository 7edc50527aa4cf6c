import { useTranslation } from "react-i18next";
import { openIdentity } from "../../state/identity.ts";
import { useSession } from "../../state/session.ts";
import { useToPlay } from "../../state/to-play.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { ToPlay } from "../../ui/to-play.tsx";
import { useRetrieval } from "./use-retrieval.ts";

/**
 * Asks before items leave the backpack for the game platform. Without a trade link there is nowhere to send them: that
 * is asked for first, and the question comes again once it is set. What else stands in the way opens a popup.
 */
export function RetrieveDialog({ items, onClose }: { items: readonly string[]; onClose: (done: boolean) => void }) {
  const { t } = useTranslation(["backpack", "ui"]);
  const { busy, run } = useRetrieval();
  const toPlay = useToPlay();
  const linkless = useSession(({ user }) => user?.steamUrl === "");
  if (linkless) {
    return (
      <Dialog title={t("retrieve.title", { count: items.length })} size="s" onClose={() => onClose(false)}>
        <p>{t("retrieve.link")}</p>
        <DialogActions>
          <Button onClick={() => onClose(false)}>{t("ui:cancel")}</Button>
          <Button kind="primary" onClick={() => openIdentity("trade")}>
            {t("retrieve.setLink")}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={t("retrieve.title", { count: items.length })} size="s" onClose={() => onClose(false)}>
      <p>{t("retrieve.text")}</p>
      <ToPlay {...toPlay} />
      <DialogActions>
        <Button onClick={() => onClose(false)}>{t("ui:cancel")}</Button>
        <Button
          kind="primary"
          busy={busy}
          disabled={toPlay.toPlayCents > 0}
          onClick={async () => onClose(await run(items))}
        >
          {t("retrieve.action")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
