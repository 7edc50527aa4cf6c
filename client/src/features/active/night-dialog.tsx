/** One night of the calendar: its table of odds, and its hash, computed here once more. */

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { OddsEntry } from "../../state/boxes.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed } from "../../ui/empty.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { boxQuery, type Night, type PrizeBoxDetail } from "./api.ts";
import { Computed } from "./computed.tsx";
import s from "./moon.module.css";
import { MoonPhase, phaseOf } from "./moon-phase.tsx";
import { NightFacts } from "./night-facts.tsx";

interface NightDialogProps {
  readonly night: Night;
  /** Nights until it comes; undefined while the season has not begun. */
  readonly ahead: number | undefined;
  readonly odds: (entries: readonly OddsEntry[]) => ReactNode;
  readonly onClose: () => void;
}

/** Whether the table that is shown has the hash that was committed. */
async function isTable(night: Night, { box, oddsVersion, entries }: PrizeBoxDetail): Promise<boolean> {
  const { Odds } = await import("../../fairness/odds.ts");
  const lines = entries.map(({ def, weight, valueCents }) => ({ item: def, weight, valueCents }));
  return new Odds(box.id, oddsVersion, lines).hash === night.oddsHash;
}

export function NightDialog({ night, ahead, odds, onClose }: NightDialogProps) {
  const { t } = useTranslation("active");
  const { data, isError, refetch } = useQuery(boxQuery(night.box));
  const { data: same } = useQuery({
    queryKey: ["active", "table", night.oddsHash, data],
    queryFn: () => data !== undefined && isTable(night, data),
    enabled: data !== undefined,
  });
  return (
    <Dialog title={t("moon.night", { night: night.night })} size="l" onClose={onClose}>
      <div className={s.dialog}>
        <div className={s.about}>
          <MoonPhase night={night.night} />
          <div>
            <b>{t(`moon.phase.${phaseOf(night.night)}`)}</b>
            {ahead !== undefined && <span>{ahead === 0 ? t("moon.tonight") : t("moon.in", { count: ahead })}</span>}
          </div>
          <NightFacts night={night} />
        </div>
        <CopyText label={t("moon.hash")} text={night.oddsHash} />
        {same !== undefined && <Computed right={same} text={t(same ? "moon.tableOk" : "moon.differs")} />}
        {data ? (
          odds(data.entries)
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <Skeletons count={6} className={s.line} />
        )}
      </div>
    </Dialog>
  );
}
