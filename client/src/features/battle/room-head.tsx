import { Link2, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { linkToShare } from "../../i18n/link.ts";
import type { BattleSnapshot, BattleStatus } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { openOverlay } from "../../state/overlay.ts";
import { Button } from "../../ui/button.tsx";
import { GameRow, Spectators } from "../../ui/game-row.tsx";
import { Price } from "../../ui/price.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast.ts";
import { PrivateTag } from "./private-tag.tsx";
import s from "./room.module.css";

interface RoomHeadProps {
  readonly room: BattleSnapshot;
  readonly code: string;
  readonly status: BattleStatus;
  readonly replaying: boolean;
  /** Index of the round on screen, −1 when none is. */
  readonly round: number;
  /** What the round track tells where there is room for it. */
  readonly potCents: number;
  /** Id of the proof, once nothing on screen is given away by it. */
  readonly proof: string | undefined;
}

export function RoomHead({ room, code, status, replaying, round, potCents, proof }: RoomHeadProps) {
  const { t } = useTranslation("battle");
  const { card: summary } = room;
  const last = round === summary.boxes.length - 1 && round > 0;
  const live = !replaying && (status === "running" || status === "countdown");
  return (
    <GameRow
      back={{ to: paths.battleLobby(), label: t("room.back") }}
      title={t(`room.title.${titleOf(summary.seatCount)}`)}
      tags={
        <>
          {(round < 0 || replaying) && (
            <Tag kind={live ? "jade" : "plain"}>{replaying ? t("replay.label") : t(`status.${status}`)}</Tag>
          )}
          {round >= 0 && !replaying && (
            <span className={s.wide}>
              <Tag kind="jade">
                <i className={s.dot} />
                {t(`status.${status}`)}
              </Tag>
            </span>
          )}
          {round >= 0 && (
            <Tag kind={last ? "gold" : "plain"}>
              <span className={s.long}>
                {t(last ? "room.last" : "room.round", { n: round + 1, m: summary.boxes.length })}
              </span>
              <span className={s.short}>
                {t(last ? "room.lastShort" : "room.roundShort", { n: round + 1, m: summary.boxes.length })}
              </span>
            </Tag>
          )}
          {round >= 0 && (
            <span className={s.fold}>
              <Price cents={potCents} />
            </span>
          )}
          <span className={s.extra}>
            <Tag>{t(`mode.${summary.mode}`)}</Tag>
            {summary.private && <PrivateTag />}
            <Spectators count={room.spectators} text={t("room.spectators", { count: room.spectators })} />
          </span>
        </>
      }
      tools={
        <>
          <Button
            size="s"
            aria-label={t("room.verify")}
            aria-haspopup="dialog"
            onClick={() => openOverlay("fair", { game: "battle", commit: room.commit, resultId: proof })}
          >
            <ShieldCheck size={16} aria-hidden />
            <span>{t("room.verify")}</span>
          </Button>
          <InviteButton id={summary.id} code={room.code || code} />
        </>
      }
    />
  );
}

const titleOf = (seats: number): "2" | "3" | "4" => (seats === 2 ? "2" : seats === 3 ? "3" : "4");

export function InviteButton({ id, code, size = "s" }: { id: string; code: string; size?: "s" | "m" }) {
  const { t } = useTranslation("battle");
  const invite = async () => {
    const link = linkToShare(paths.battle(id, code || undefined));
    try {
      await navigator.clipboard.writeText(link);
      toast(t("room.inviteCopied"), "ok");
    } catch {
      toast(t("room.inviteFailed", { link }), "error", true);
    }
  };
  return (
    <Button size={size} aria-label={t("room.invite")} onClick={() => void invite()}>
      <Link2 size={16} aria-hidden />
      <span>{t("room.invite")}</span>
    </Button>
  );
}
