/** What was fixed before the draw, and afterwards what it was made of. */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { WishSnapshot } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { openOverlay } from "../../state/overlay.ts";
import { useBeaconSource } from "../../state/trust.ts";
import { BeaconSource } from "../../ui/beacon-source.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { FairButton } from "../../ui/fair-button.tsx";
import s from "./room.module.css";

export function Fairness({ room, drawing }: { room: WishSnapshot; drawing: boolean }) {
  const { t } = useTranslation("wish");
  const source = useBeaconSource(room.beaconSource);
  const drawn = drawing ? null : room.drawn;
  const letters = room.bottles.map(({ letter }) => letter).join("");
  return (
    <section className={s.fair} aria-label={t("fair.title")}>
      <header>
        <h2>
          <FairButton
            onOpen={() => openOverlay("fair", { game: "wish", commit: room.commit, resultId: drawn?.resultId })}
          >
            {t("fair.title")}
          </FairButton>
        </h2>
        <p>{t("fair.text")}</p>
        <BeaconSource source={source} />
        {drawn && <Link to={paths.verify(drawn.resultId)}>{t("draw.verify")}</Link>}
      </header>
      <div className={s.hashes}>
        <CopyText label={t("fair.commit")} text={room.commit} />
        {room.contextHash && <CopyText label={t("fair.roster")} text={room.contextHash} />}
        {room.beaconRound > 0 && (
          <CopyText label={t("fair.beacon")} text={`${room.beaconSource} ${room.beaconRound}`.trim()} />
        )}
        {letters && <CopyText label={t("fair.letters")} text={letters} />}
        {drawn && (
          <>
            <CopyText label={t("fair.serverSeed")} text={drawn.serverSeed} />
            <CopyText label={t("fair.hash")} text={drawn.hash} />
            <CopyText label={t("fair.key")} text={drawn.key} />
          </>
        )}
      </div>
    </section>
  );
}
