import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { paths } from "../../paths.ts";
import { useReducedMotion } from "../../state/settings.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Carousel } from "../../ui/carousel.tsx";
import { type Banner, bannersQuery } from "./api.ts";
import s from "./hero.module.css";

/** Product spec §9. */
const REST_MS = 5000;
const MOVE_MS = 400;

const ART = /\/banners\/(jade-banquet|battle-arena|red-packet-rain)\b/;
type ArtName = "jade-banquet" | "battle-arena" | "red-packet-rain";

const banner = (name: ArtName, link: string, weight: number): Banner => ({
  id: name,
  image: `/art/banners/${name}.webp`,
  moveImage: `/art/banners/${name}-m.webp`,
  link,
  weight,
});

/** What stands there until the server's list is known, and if it cannot be had: the page never starts with a hole. */
const FIRST: readonly Banner[] = [banner("jade-banquet", paths.caseList("all"), 0)];

export function Hero() {
  const { t } = useTranslation("home");
  const calm = useReducedMotion();
  const { data } = useQuery(bannersQuery);
  const banners = data && data.length > 0 ? data : FIRST;
  return (
    <Carousel
      label={t("heroLabel")}
      restMS={REST_MS}
      moveMS={MOVE_MS}
      autoplay={!calm}
      slides={banners.map((entry, index) => {
        const art = ART.exec(entry.image)?.[1] as ArtName | undefined;
        return {
          key: entry.id,
          name: art ? t(`banner.${art}.title`) : t("heroLabel"),
          content: <Slide banner={entry} art={art} first={index === 0} />,
        };
      })}
    />
  );
}

function Slide({ banner, art, first }: { banner: Banner; art: ArtName | undefined; first: boolean }) {
  const { t } = useTranslation("home");
  const Title = first ? "h1" : "h2";
  return (
    <div className={s.slide}>
      <picture>
        <source media="(max-width: 750px)" srcSet={banner.moveImage} width={780} height={640} />
        <img
          src={banner.image}
          alt=""
          width={1600}
          height={640}
          fetchPriority={first ? "high" : "low"}
          loading={first ? "eager" : "lazy"}
        />
      </picture>
      {art && (
        <div className={s.words}>
          <span className={s.kicker}>
            <ShieldCheck size={15} aria-hidden />
            {t("kicker")}
          </span>
          <Title>{t(`banner.${art}.title`)}</Title>
          <p>{t(`banner.${art}.text`)}</p>
          <div className={s.actions}>
            <ButtonLink kind="primary" size="l" to={banner.link}>
              {t(`banner.${art}.action`)}
            </ButtonLink>
            <ButtonLink size="l" to={paths.instructions()}>
              {t("how")}
            </ButtonLink>
          </div>
        </div>
      )}
    </div>
  );
}
