import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { BattleSnapshot } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { openOverlay } from "../../state/overlay.ts";
import { cx } from "../../ui/class-names.ts";
import { FairButton } from "../../ui/fair-button.tsx";
import layout from "../../ui/room-layout.module.css";
import s from "./room.module.css";

const short = (hex: string): string => (hex.length > 22 ? `${hex.slice(0, 12)}…${hex.slice(-6)}` : hex);

interface FairBarProps {
  readonly room: BattleSnapshot;
  /** Index of the round on screen, −1 when none is. */
  readonly round: number;
  /** Id of the proof, once nothing on screen is given away by it. */
  readonly proof: string | undefined;
}

/** What decides this battle, shown before, while and after it runs, and where to check it. */
export function FairBar({ room, round, proof }: FairBarProps) {
  const { t } = useTranslation("battle");
  return (
    <section className={cx(layout.proof, s.fair)} aria-label={t("fair.title")}>
      <FairButton onOpen={() => openOverlay("fair", { game: "battle", commit: room.commit, resultId: proof })}>
        {t("fair.title")}
      </FairButton>
      {proof && <Link to={paths.verify(proof)}>{t("fair.open")}</Link>}
      <dl>
        <div>
          <dt>{t("fair.commit")}</dt>
          <dd title={room.commit}>{short(room.commit) || "—"}</dd>
        </div>
        <div>
          <dt>{t("fair.beacon")}</dt>
          <dd title={room.beacon}>
            {room.beaconRound > 0 ? `#${room.beaconRound}` : t("fair.pending")}
            {room.beaconRound > 0 && room.beaconSource && ` (${room.beaconSource})`}
            {room.beacon && ` ${short(room.beacon)}`}
          </dd>
        </div>
        {round >= 0 && (
          <div>
            <dt>{t("fair.nonce")}</dt>
            <dd>{round + 1}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
