import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { formatCount } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import s from "./cost.module.css";
import { WishCardIcon } from "./glass.tsx";

interface CostProps {
  readonly room: { readonly cardNum: number; readonly bottleCents: number };
  readonly bottles?: number | undefined;
}

/** What so many bottles of a room cost, in its own currency. */
export function Cost({ room, bottles = 1 }: CostProps) {
  return room.cardNum > 0 ? <Cards count={room.cardNum * bottles} /> : <Price cents={room.bottleCents * bottles} />;
}

/** A number of wish cards. */
export function Cards({ count }: { count: number }) {
  const { t } = useTranslation("wish");
  return (
    <span className={s.cards}>
      <WishCardIcon />
      {formatCount(count, useLanguage())}
      <span className="sr">{t("cards", { count })}</span>
    </span>
  );
}
