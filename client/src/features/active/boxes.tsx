/** The boxes that radishes buy. */

import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage, words } from "../../i18n/language.ts";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Price } from "../../ui/price.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import s from "./active.module.css";
import { boxesQuery, cycleQuery } from "./api.ts";
import { boxPath, usePlace } from "./place.ts";
import { Radishes } from "./radish.tsx";

export function Boxes({ held }: { held: number }) {
  const { t } = useTranslation("active");
  const language = useLanguage();
  const place = usePlace();
  const { data: all, isError, refetch } = useQuery(boxesQuery);
  const { data: cycle } = useQuery({ ...cycleQuery, enabled: place === "moonbox" });
  const nights = place === "moonbox" ? cycle?.nights : []; // those have a calendar there
  const data = nights && all?.filter(({ box }) => !nights.some((night) => night.box === box.id));
  if (nights && nights.length > 0 && data?.length === 0) return null;
  return (
    <section className={s.section} aria-labelledby="active-boxes">
      <div className={s.head}>
        <h2 id="active-boxes">{t("boxes.title")}</h2>
        <p>{t("boxes.lead")}</p>
      </div>
      {data?.length === 0 ? (
        <Empty text={t("boxes.none")} />
      ) : data ? (
        <ul className={s.boxes}>
          {data.map(({ box, tokens, expectedCents }) => (
            <li
              key={box.id}
              className={s.box}
              style={{ "--a": box.accent } as CSSProperties}
              data-affordable={held >= tokens || undefined}
            >
              <img src={box.image} alt="" width={448} height={336} loading="lazy" />
              <h3>
                <Link to={boxPath(place, box.id)}>{words(box.name, language)}</Link>
              </h3>
              <p className={s.boxPrice}>
                <Radishes count={tokens} />
              </p>
              <p className={s.worth}>
                {t("boxes.worth")} <Price cents={expectedCents} />
              </p>
            </li>
          ))}
        </ul>
      ) : isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <div className={s.boxes} aria-busy="true">
          <Skeletons count={3} className={s.boxPlace} />
        </div>
      )}
    </section>
  );
}
