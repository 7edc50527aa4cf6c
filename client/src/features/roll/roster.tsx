import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import type { RollEntrant, RollSnapshot } from "../../protocol/gen.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed } from "../../ui/empty.tsx";
import { formatShare } from "../../ui/number.ts";
import { Pager } from "../../ui/pager.tsx";
import layout from "../../ui/room-layout.module.css";
import { Skeletons } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { rosterOf } from "./api.ts";
import { rollKeys } from "./query.ts";
import s from "./room.module.css";

const PAGE_SIZE = 50;

/** Who takes part, the latest first; the list stays as tall as product spec §2 says. */
export function Roster({ room }: { room: RollSnapshot }) {
  const { t } = useTranslation("roll");
  const [whole, setWhole] = useState(false);
  return (
    <section className={cx(layout.block, s.block, s.roster)} aria-label={t("roster.title")}>
      <h2>
        {t("roster.title")} <span>{room.card.joined}</span>
      </h2>
      {room.recent.length === 0 ? (
        <p className={layout.note}>{t("roster.empty")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys
        <ul className={s.people} tabIndex={0} aria-label={t("roster.title")}>
          {room.recent.map((entrant) => (
            <Person key={entrant.place} entrant={entrant} total={room.totalWeight} />
          ))}
        </ul>
      )}
      {room.card.joined > room.recent.length && (
        <Button size="s" onClick={() => setWhole(true)}>
          {t("roster.all")}
        </Button>
      )}
      {whole && <WholeRoster room={room} onClose={() => setWhole(false)} />}
    </section>
  );
}

function Person({ entrant, total }: { entrant: RollEntrant; total: number }) {
  const { t } = useTranslation("roll");
  const language = useLanguage();
  return (
    <li data-place={entrant.place}>
      <Avatar src={entrant.avatar} size={32} frame={entrant.frame} />
      <b>{entrant.name}</b>
      {entrant.bot && <Tag>{t("roster.bot")}</Tag>}
      {entrant.weight > 1 && <Tag kind="jade">×{entrant.weight}</Tag>}
      <span className="num">{formatShare(entrant.weight / Math.max(1, total), language)}</span>
    </li>
  );
}

function WholeRoster({ room, onClose }: { room: RollSnapshot; onClose: () => void }) {
  const { t } = useTranslation("roll");
  const [page, setPage] = useState(1);
  const { id } = room.card;
  const query = useQuery({
    queryKey: rollKeys.roster(id, page),
    queryFn: () => rosterOf(id, page, PAGE_SIZE),
    staleTime: 5000,
  });
  return (
    <Dialog title={t("roster.title")} onClose={onClose}>
      {query.isPending ? (
        <Skeletons count={8} className={s.row} />
      ) : query.isError ? (
        <Failed onRetry={() => void query.refetch()} />
      ) : (
        <>
          <ul className={s.people}>
            {query.data.records.map((entrant) => (
              <Person key={entrant.place} entrant={entrant} total={room.totalWeight} />
            ))}
          </ul>
          <Pager page={page} pages={Math.ceil(query.data.total / PAGE_SIZE)} onPage={setPage} />
        </>
      )}
    </Dialog>
  );
}
