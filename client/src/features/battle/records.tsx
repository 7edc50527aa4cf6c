/** The player's own battles as records, newest first, each with the way to its room and its proof. */

import { useTranslation } from "react-i18next";
import type { BattleSummary } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useRecords } from "../../state/records.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordLinks } from "../../ui/record-links.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { RecordsHead } from "../../ui/records-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { battleRecords } from "./api.ts";
import s from "./records.module.css";
import { isFree } from "./seats.ts";

const COLUMNS = ["mode", "players", "entry", "status", "time", "open"] as const;

export function BattleRecords() {
  const { t } = useTranslation("battle");
  const records = useRecords("battles", battleRecords);
  const row = (battle: BattleSummary) => ({
    key: battle.id,
    cells: [
      t(`mode.${battle.mode}`),
      <Players key="players" battle={battle} />,
      <Price key="entry" cents={battle.entryCents} />,
      <Tag key="status" kind={battle.status === "running" ? "jade" : "plain"}>
        {t(`status.${battle.status}`)}
      </Tag>,
      <Moment key="time" ms={battle.atMs} />,
      <RecordLinks
        key="open"
        to={paths.battle(battle.id)}
        label={t("records.open")}
        proof={battle.status === "finished" ? `battle-${battle.id}` : undefined}
        proofLabel={t("records.proof")}
      />,
    ],
  });
  return (
    <>
      <RecordsHead title={t("records.title")} lead={t("records.text")} />
      <RecordList
        records={records}
        file="battles"
        kinds={[
          { value: "won", label: t("records.won") },
          { value: "lost", label: t("records.lost") },
        ]}
        empty={t("lobby.emptyMine")}
        way={{ label: t("records.go"), to: paths.battleLobby() }}
        columns={COLUMNS.map((column) => t(`records.${column}`))}
        rows={(page) => page.battles.map(row)}
      />
    </>
  );
}

function Players({ battle }: { battle: BattleSummary }) {
  const seated = battle.seats.filter((seat) => !isFree(seat));
  return (
    <span className={s.faces}>
      {seated.map((seat) => (
        <Avatar key={seat.seat} src={seat.avatar} size={28} />
      ))}
      <span className="sr">{seated.map(({ name }) => name).join(", ")}</span>
    </span>
  );
}
