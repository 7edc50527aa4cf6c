import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { formatSection, formatShare } from "../../ui/number.ts";
import { type Rarity, rarityStyle } from "../../ui/rarity.ts";
import { ODDS, ORDER } from "./example.ts";
import s from "./play-example.module.css";

const TICKETS = 0x1000000;

/** The line from 0 to 1: each rarity owns a part as long as its chance, and a number falls into one of them. */
export function NumberLine({ number, rarity }: { number: number | undefined; rarity: Rarity | undefined }) {
  const { t } = useTranslation("ui");
  const language = useLanguage();
  return (
    <>
      <div className={s.line} aria-hidden="true">
        {ORDER.map((each, i) => (
          <i key={each} style={{ ...rarityStyle(each), flexGrow: ODDS.tickets(i) / TICKETS }} />
        ))}
        {number !== undefined && <b style={{ left: `${number * 100}%` }}>{formatSection(number, language)}</b>}
      </div>
      <ul className={s.legend}>
        {ORDER.map((each, i) => (
          <li key={each} style={rarityStyle(each)} data-won={each === rarity || undefined}>
            <i aria-hidden="true" />
            {t(`rarity.${each}`)}
            <span className="num">{formatShare(ODDS.tickets(i) / TICKETS, language)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
