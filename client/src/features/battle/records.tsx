/** The player's own battles as records, newest first, each with the way to its room and its proof. */

import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import type { BattleSummary } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useRecords } from "../../state/records.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { formatTime } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { RecordLinks } from "../../ui/record-links.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { Tag } from "../../ui/tag.tsx";
import { battleRecords } from "./api.ts";
import s from "./records.module.css";
import { isFree } from "./seats.ts";

const COLUMNS = ["mode", "players", "entry", "status", "time", "open"] as const;

export function BattleRecords() {
  const { t } = useTranslation("battle");
  const language = useLanguage();
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
      <time key="time" dateTime={new Date(battle.atMs).toISOString()}>
        {formatTime(battle.atMs, language)}
      </time>,
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
    <RecordList
      records={records}
      file="battles"
      kinds={[
        { value: "won", label: t("records.won") },
        { value: "lost", label: t("records.lost") },
      ]}
      empty={t("lobby.emptyMine")}
      way={
        <ButtonLink kind="primary" to={paths.battleLobby()}>
          {t("records.go")}
        </ButtonLink>
      }
      columns={COLUMNS.map((column) => t(`records.${column}`))}
      rows={(page) => page.battles.map(row)}
    />
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
