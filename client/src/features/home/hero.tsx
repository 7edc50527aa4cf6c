import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { openOverlay } from "../../state/overlay.ts";
import { openLogin, useLoggedIn, useSession } from "../../state/session.ts";
import { useReducedMotion } from "../../state/settings.ts";
import { isNewcomer } from "../../state/welfare.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Carousel } from "../../ui/carousel.tsx";
import { type Banner, bannersQuery } from "./api.ts";
import s from "./hero.module.css";

/** Product spec §9. */
const REST_MS = 5000;
const MOVE_MS = 400;

/** Banners whose texts are the client's own; another one shows the title that the server gives it. */
const WRITTEN = ["jade-banquet", "battle-arena", "provably-fair"] as const;

const written = (id: string) => WRITTEN.find((known) => known === id);

/** What stands there until the server's list is known, and if it cannot be had: the page never starts with a hole. */
const FIRST: readonly Banner[] = [
  {
    id: "jade-banquet",
    image: "/art/banners/jade-banquet.webp",
    moveImage: "/art/banners/jade-banquet-m.webp",
    link: paths.caseList("all"),
    weight: 0,
    title: "",
  },
];

export function Hero() {
  const { t } = useTranslation("home");
  const calm = useReducedMotion();
  const { data } = useQuery(bannersQuery(useLanguage()));
  const banners = data && data.length > 0 ? data : FIRST;
  return (
    <Carousel
      label={t("heroLabel")}
      restMS={REST_MS}
      moveMS={MOVE_MS}
      autoplay={!calm}
      slides={banners.map((banner, index) => {
        const id = written(banner.id);
        return {
          key: banner.id,
          name: id ? t(`banner.${id}.title`) : banner.title,
          content: <Slide banner={banner} first={index === 0} />,
        };
      })}
    />
  );
}

/** A visitor's first box is free: it comes with the account, and so does a newcomer's. All others go to the boxes. */
function First({ link }: { link: string }) {
  const { t } = useTranslation("home");
  const loggedIn = useLoggedIn();
  const isNew = useSession(({ user }) => isNewcomer(user));
  if (loggedIn && !isNew) {
    return (
      <ButtonLink kind="primary" to={link}>
        {t("banner.jade-banquet.action")}
      </ButtonLink>
    );
  }
  return (
    <Button kind="primary" onClick={() => (loggedIn ? openOverlay("welfare") : openLogin("register"))}>
      {t("free")}
    </Button>
  );
}

function Slide({ banner, first }: { banner: Banner; first: boolean }) {
  const { t } = useTranslation("home");
  const id = written(banner.id);
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
          decoding={first ? "sync" : "async"} // the first frame has it, and not a later one
        />
      </picture>
      <div className={s.words}>
        <Title>{id ? t(`banner.${id}.title`) : banner.title}</Title>
        {id && <p>{t(`banner.${id}.text`)}</p>}
        <div className={s.actions}>
          {id === "jade-banquet" ? (
            <First link={banner.link} />
          ) : (
            <ButtonLink kind="primary" to={banner.link}>
              {id ? t(`banner.${id}.action`) : t("more")}
            </ButtonLink>
          )}
          <ButtonLink to={paths.instructions()} className={s.how}>
            <ShieldCheck size={16} aria-hidden />
            {t("how")}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
