import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { formatPpm } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { luckyQuery } from "./api.ts";
import s from "./side-cards.module.css";

/** Beside the banner: the best of the recent lucky drops, and what the route puts below it. */
export function SideCards({ children }: { children?: ReactNode }) {
  return (
    <div className={s.side}>
      <BestDrop />
      {children}
    </div>
  );
}

function BestDrop() {
  const { t } = useTranslation("home");
  const language = useLanguage();
  const items = useItems();
  const { data } = useQuery(luckyQuery);
  const drop = data?.reduce<(typeof data)[number] | null>(
    (best, next) => (best === null || next.valueCents > best.valueCents ? next : best),
    null,
  );
  const item = drop ? items(drop.def) : undefined;
  return (
    <section className={s.best} style={item && rarityStyle(item.rarity)}>
      <h2>
        <Sparkles size={16} aria-hidden />
        {t("best.title")}
      </h2>
      {drop && item ? (
        <>
          <ItemArt image={item.image} thumb={item.thumb} sizes="200px" className={s.art} eager />
          <div className={s.words}>
            <small>{item.brand}</small>
            <b>{item.name}</b>
            <Price cents={drop.valueCents} />
            <small>{t("best.by", { name: drop.playerName, chance: formatPpm(drop.oddsPpm, language) })}</small>
          </div>
          <ButtonLink size="s" to={paths.box(drop.boxId)}>
            {t("best.open")}
          </ButtonLink>
        </>
      ) : (
        <p>{t("best.empty")}</p>
      )}
    </section>
  );
}
