/** Product spec §2: the roll rooms on the home page of wide screens. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { homeRolls } from "./api.ts";
import s from "./home-block.module.css";
import { rollKeys } from "./query.ts";
import { RollCardView } from "./roll-card.tsx";

const SHOWN = 4;
const REFRESH_MS = 60_000;

export function RollHomeBlock() {
  const { t } = useTranslation("roll");
  const { data } = useQuery({ queryKey: rollKeys.home, queryFn: homeRolls, refetchInterval: REFRESH_MS });
  if (!data) return <div className={s.block} />; // nothing jumps when they come
  if (data.length === 0) return null;
  return (
    <section className={s.block} aria-label={t("lobby.title")}>
      <div className={s.head}>
        <h2>{t("home.title")}</h2>
        <ButtonLink to={paths.rolls()}>{t("home.all")}</ButtonLink>
      </div>
      <ul className={s.cards}>
        {data.slice(0, SHOWN).map((summary) => (
          <RollCardView key={summary.id} summary={summary} joined={false} />
        ))}
      </ul>
    </section>
  );
}
