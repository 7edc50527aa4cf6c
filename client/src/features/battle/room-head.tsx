import { Eye, Link2, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { linkToShare } from "../../i18n/link.ts";
import type { BattleSnapshot, BattleStatus } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { openOverlay } from "../../state/overlay.ts";
import { Button } from "../../ui/button.tsx";
import { GameRow } from "../../ui/game-row.tsx";
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
  /** Id of the proof, once nothing on screen is given away by it. */
  readonly proof: string | undefined;
}

export function RoomHead({ room, code, status, replaying, round, proof }: RoomHeadProps) {
  const { t } = useTranslation("battle");
  const { card: summary } = room;
  const live = !replaying && (status === "running" || status === "countdown");
  return (
    <GameRow
      back={{ to: paths.battleLobby(), label: t("room.back") }}
      title={t(`room.title.${titleOf(summary.seatCount)}`)}
      tags={
        <>
          <Tag kind={live ? "jade" : "plain"}>
            {live && <i className={s.dot} />}
            {replaying ? t("replay.label") : t(`status.${status}`)}
          </Tag>
          {round >= 0 && <Tag>{t("room.round", { n: round + 1, m: summary.boxes.length })}</Tag>}
          <Tag>{t(`mode.${summary.mode}`)}</Tag>
          {summary.private && <PrivateTag />}
          {room.spectators > 0 && (
            <Tag>
              <Eye size={12} aria-hidden />
              {t("room.spectators", { count: room.spectators })}
            </Tag>
          )}
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
