import { useTranslation } from "react-i18next";
import { create } from "zustand";
import { paths } from "../paths.ts";
import type { Invite } from "../protocol/gen.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Price } from "../ui/price.tsx";
import s from "./invite-toast.module.css";

const useInvite = create<{ invite: Invite | null }>(() => ({ invite: null }));
let timer: ReturnType<typeof setTimeout> | undefined;

const hide = () => useInvite.setState({ invite: null });

/** Shows an invitation for a while; a newer one takes its place. */
export function showInvite(invite: Invite, forMS: number): void {
  clearTimeout(timer);
  useInvite.setState({ invite });
  timer = setTimeout(hide, forMS);
}

export function InviteToast() {
  const { t } = useTranslation("shell");
  const invite = useInvite((state) => state.invite);
  return (
    <div role="status" aria-live="polite">
      {invite && (
        <div className={s.invite}>
          <Avatar src={invite.avatar} size={40} />
          <div className={s.words}>
            <b>{t("invite.text", { name: invite.name })}</b>
            <Price cents={invite.roomPriceCents} />
          </div>
          <ButtonLink kind="primary" size="s" to={paths.battle(invite.roomId, invite.code || undefined)} onClick={hide}>
            {t("invite.join")}
          </ButtonLink>
          <Button size="s" onClick={hide}>
            {t("invite.later")}
          </Button>
        </div>
      )}
    </div>
  );
}
