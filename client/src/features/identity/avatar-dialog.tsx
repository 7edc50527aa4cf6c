import { Lock } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../routes/paths.ts";
import { closeIdentity } from "../../state/identity.ts";
import { reportError } from "../../state/problem.ts";
import { patchUser, useSession } from "../../state/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { updateAvatar } from "./api.ts";
import s from "./form.module.css";

const PICTURES = Array.from({ length: 24 }, (_, i) => `/art/avatars/${String(i + 1).padStart(2, "0")}.svg`);
const FRAMES = ["", "jade", "gold", "koi"] as const;
/** The server takes one only from a player who has its level. */
const LEVELS = Array.from({ length: 10 }, (_, i) => i + 1);

/** Picture and head frame; a click is the choice. */
export function AvatarDialog() {
  const { t } = useTranslation("identity");
  const user = useSession((session) => session.user);
  const [busy, setBusy] = useState(false);
  if (!user) return null;

  const choose = async (change: { avatar: string } | { headPortraitBox: string }) => {
    if (busy) return;
    setBusy(true);
    try {
      await updateAvatar(change);
      patchUser(change);
      toast(t("avatar.done"), "ok");
    } catch (error) {
      reportError(error);
    }
    setBusy(false);
  };

  return (
    <Dialog title={t("avatar.title")} onClose={closeIdentity}>
      <fieldset className={s.choices}>
        <legend>{t("avatar.picture")}</legend>
        {PICTURES.map((avatar, i) => (
          <button
            key={avatar}
            type="button"
            aria-label={t("avatar.number", { n: i + 1 })}
            aria-pressed={user.avatar === avatar}
            onClick={() => void choose({ avatar })}
          >
            <Avatar src={avatar} size={48} />
          </button>
        ))}
      </fieldset>
      <fieldset className={s.choices}>
        <legend>{t("avatar.frame")}</legend>
        {FRAMES.map((headPortraitBox) => (
          <button
            key={headPortraitBox}
            type="button"
            aria-pressed={user.headPortraitBox === headPortraitBox}
            onClick={() => void choose({ headPortraitBox })}
          >
            <Avatar src={user.avatar} size={48} frame={headPortraitBox} />
            <span>{t(`avatar.frames.${headPortraitBox === "" ? "none" : headPortraitBox}`)}</span>
          </button>
        ))}
      </fieldset>
      <fieldset className={s.choices}>
        <legend>
          {t("avatar.vip")}{" "}
          <Link to={paths.vip()} onClick={closeIdentity}>
            {t("avatar.levels")}
          </Link>
        </legend>
        {LEVELS.map((level) => {
          const headPortraitBox = `vip${level}`;
          const locked = level > user.vipLevel;
          return (
            <button
              key={level}
              type="button"
              disabled={locked}
              aria-label={locked ? t("avatar.locked", { level }) : undefined}
              aria-pressed={user.headPortraitBox === headPortraitBox}
              onClick={() => void choose({ headPortraitBox })}
            >
              <Avatar src={user.avatar} size={48} frame={headPortraitBox} />
              <span>
                {locked && <Lock size={12} aria-hidden />} VIP {level}
              </span>
            </button>
          );
        })}
      </fieldset>
    </Dialog>
  );
}
