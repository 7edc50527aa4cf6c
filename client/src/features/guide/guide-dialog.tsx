import { Link2, type LucideIcon, Megaphone, ShieldCheck, Swords, TrendingUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../routes/paths.ts";
import { openOverlay } from "../../state/overlay.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import s from "./guide.module.css";

/** Where the guide leads (product spec §2). The notices are an overlay and have no address. */
const STEPS = [
  { key: "instructions", icon: ShieldCheck, to: paths.instructions() },
  { key: "battle", icon: Swords, to: paths.battleLobby() },
  { key: "upgrade", icon: TrendingUp, to: paths.upgradeHall() },
  { key: "notice", icon: Megaphone, to: null },
  { key: "steam", icon: Link2, to: paths.help("steamBind") },
] as const satisfies readonly { key: string; icon: LucideIcon; to: string | null }[];

export function GuideDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("guide");
  return (
    <Dialog title={t("title")} onClose={onClose} size="l">
      <p className={s.lead}>{t("lead")}</p>
      <ol className={s.steps}>
        {STEPS.map(({ key, icon: Icon, to }) => {
          const inside = (
            <>
              <Icon size={24} aria-hidden />
              <span>
                <b>{t(`step.${key}.title`)}</b>
                <small>{t(`step.${key}.text`)}</small>
              </span>
            </>
          );
          return (
            <li key={key}>
              {to === null ? (
                <button type="button" className={s.step} onClick={() => openOverlay("notice")}>
                  {inside}
                </button>
              ) : (
                <Link to={to} className={s.step} onClick={onClose}>
                  {inside}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {t("done")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
