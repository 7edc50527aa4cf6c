/** The lobby: a room of every deck, live, with what a flip costs and what lies in it. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { subscribe } from "../../net/socket.ts";
import { type LuckycardSummary, luckycardsEvents, topics } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { LobbyHead } from "../../ui/lobby.tsx";
import { formatPpm } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Skeletons } from "../../ui/skeleton.tsx";
import { openRooms } from "./api.ts";
import { deckName } from "./deck.ts";
import s from "./luckycard.module.css";

const KEY = ["luckycard", "open"];

export function LuckycardLobby() {
  const { t } = useTranslation("luckycard");
  const client = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: openRooms });
  useEffect(
    () =>
      subscribe(topics.luckycards, luckycardsEvents, ({ name }) => {
        // A flip comes with the room that it has changed.
        if (name !== "luckycardTurned") void client.invalidateQueries({ queryKey: KEY });
      }),
    [client],
  );
  return (
    <>
      <LobbyHead title={t("title")} lead={t("lead")} className={s.head}>
        <ButtonLink kind="plain" to={paths.luckycenter()}>
          {t("mine")}
        </ButtonLink>
      </LobbyHead>
      {query.isPending ? (
        <Skeletons count={3} className={s.skeleton} />
      ) : query.isError ? (
        <Failed onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <Empty text={t("empty")} />
      ) : (
        <ul className={s.rooms}>
          {query.data.map((summary) => (
            <RoomCard key={summary.id} summary={summary} />
          ))}
        </ul>
      )}
    </>
  );
}

function RoomCard({ summary }: { summary: LuckycardSummary }) {
  const { t } = useTranslation("luckycard");
  const language = useLanguage();
  const item = useItems()(summary.topDef);
  return (
    <li className={s.room} style={rarityStyle(item?.rarity ?? "contraband")}>
      <Link to={paths.luckycard(summary.id)}>
        <span className={s.art}>{item && <ItemArt image={item.image} thumb={item.thumb} sizes="200px" />}</span>
        <h2>{deckName(t, summary.deck)}</h2>
        <p className={s.top}>
          {t("top")}: {item?.name} <Price cents={summary.topCents} />
        </p>
        <p>{t("left", { left: summary.left, cards: summary.cards })}</p>
        <p className={s.quiet}>{t("return", { share: formatPpm(summary.returnPpm, language) })}</p>
        <p className={s.price}>
          {t("perFlip")} <Price cents={summary.priceCents} />
        </p>
      </Link>
    </li>
  );
}
