import { useTranslation } from "react-i18next";
import { RARITIES, rarityStyle } from "../../ui/rarity.ts";
import s from "./instructions-page.module.css";

/** Shares of an example box, most frequent first; they sum to 1. */
const SHARES = [0.42, 0.27, 0.15, 0.09, 0.045, 0.018, 0.007] as const;
const EXAMPLE = 0.7313;

/** The line from 0 to 1: each rarity owns a part as long as its chance, and a number falls into one of them. */
export function NumberLine() {
  const { t } = useTranslation("ui");
  const order = [...RARITIES].reverse();
  return (
    <figure className={s.figure}>
      <div className={s.line} aria-hidden="true">
        {order.map((rarity, i) => (
          <i key={rarity} style={{ ...rarityStyle(rarity), flexGrow: SHARES[i] }} />
        ))}
        <b style={{ left: `${EXAMPLE * 100}%` }}>{EXAMPLE}</b>
      </div>
      <ul className={s.legend}>
        {order.map((rarity, i) => (
          <li key={rarity} style={rarityStyle(rarity)}>
            <i aria-hidden="true" />
            {t(`rarity.${rarity}`)}
            <span className="num">{`${((SHARES[i] ?? 0) * 100).toFixed(1)}%`}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
