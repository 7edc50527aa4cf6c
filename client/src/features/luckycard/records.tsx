/** What the player has turned, room by room, each with its proof. */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { useRecords } from "../../state/records.ts";
import { Price } from "../../ui/price.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { ownRecords } from "./api.ts";
import { deckName } from "./deck.ts";
import s from "./luckycard.module.css";

export function LuckycardRecords() {
  const { t } = useTranslation("luckycard");
  const items = useItems();
  const records = useRecords("luckycards", ownRecords, 10);
  return (
    <RecordList
      title={t("mine")}
      records={records}
      file="luckycards"
      empty={t("emptyMine")}
      way={{ label: t("title"), to: paths.luckycards() }}
      columns={[]}
      rows={() => []}
    >
      {(page) => (
        <ul className={s.records}>
          {page.records.map(({ card, flips }) => (
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
                    <span className={s.paid}>
                      {t("paid")} <Price cents={flip.priceCents} />
                    </span>
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
    </RecordList>
  );
}
