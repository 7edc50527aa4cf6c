import { useTranslation } from "react-i18next";
import type { Invite } from "../protocol/gen.ts";
import { paths } from "../routes/paths.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Price } from "../ui/price.tsx";
import { hideInvite as hide } from "./invite.ts";
import s from "./invite-toast.module.css";

export function InviteToast({ invite }: { invite: Invite }) {
  const { t } = useTranslation("shell");
  return (
    <div className={s.invite} data-part="battle-invite">
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
  );
}
