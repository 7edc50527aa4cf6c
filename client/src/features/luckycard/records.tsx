/** What the player has turned, room by room, each with its proof. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../paths.ts";
import { useItems } from "../../state/catalog.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Link } from "../../ui/link.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { ownRecords } from "./api.ts";
import { deckName } from "./hall.tsx";
import s from "./luckycard.module.css";

const PAGE_SIZE = 10;

export function LuckycardRecords() {
  const { t } = useTranslation("luckycard");
  const items = useItems();
  const [page, setPage] = useState(1);
  const query = useQuery({ queryKey: ["mine", "luckycard", page], queryFn: () => ownRecords(page) });
  return (
    <>
      <h1 className={s.title}>{t("mine")}</h1>
      {query.isPending ? (
        <Skeletons count={3} className={s.line} />
      ) : query.isError ? (
        <Failed onRetry={() => void query.refetch()} />
      ) : query.data.records.length === 0 ? (
        <Empty text={t("emptyMine")}>
          <ButtonLink kind="primary" to={paths.luckycards()}>
            {t("title")}
          </ButtonLink>
        </Empty>
      ) : (
        <ul className={s.records}>
          {query.data.records.map(({ card, flips }) => (
            <li key={card.id}>
              <h2>
                <Link to={paths.luckycard(card.id)}>
                  {deckName(t, card.deck)} #{card.id}
                </Link>
              </h2>
              <ul>
                {flips.map((flip) => (
                  <li key={flip.place}>
                    <span>{t("card", { n: flip.place + 1 })}</span>
                    <b>{items(flip.def)?.name}</b>
                    <Price cents={flip.valueCents} />
                    <Link className={s.proof} to={paths.verify(flip.resultId)}>
                      {t("verify")}
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pages={Math.ceil((query.data?.total ?? 0) / PAGE_SIZE)} onPage={setPage} />
    </>
  );
}
