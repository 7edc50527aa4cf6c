/** What a room is about, and what has become of it. */

import { Crown, Hourglass, PackageOpen, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import type { WishDrawn, WishSnapshot } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useItem } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatShare } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { lastMinute, Ring } from "../../ui/ring.tsx";
import s from "./banner.module.css";
import { ownBottles } from "./choice.ts";
import { Cost } from "./cost.tsx";
import { statusOf } from "./room-state.ts";
import { timeLeftText, useTimeLeft } from "./time-left.ts";

interface BannerProps {
  readonly room: WishSnapshot;
  readonly me: string | undefined;
  readonly drawing: boolean;
}

export function Banner({ room, me, drawing }: BannerProps) {
  const { t } = useTranslation("wish");
  const { card: summary, drawn } = room;
  const item = useItem(summary.def);
  const over = drawn !== null && !drawing;
  return (
    <section className={cx(s.banner, over && s.over)} style={rarityStyle(item?.rarity ?? "contraband")}>
      <div className={s.prize}>
        <span className={s.art}>{item && <ItemArt image={item.image} thumb={item.thumb} sizes="260px" eager />}</span>
        <div>
          <p className={s.quiet}>{t("room.prize")}</p>
          <p className={s.item}>
            {item && (
              <>
                <small>{item.brand}</small> {item.name}
              </>
            )}
          </p>
          <Price cents={summary.prizeCents} className={s.value} />
        </div>
      </div>
      <div className={s.state} aria-live="polite">
        {over ? (
          <Winner drawn={drawn} room={room} me={me} />
        ) : drawing ? (
          <p className={s.big}>{t("draw.running")}</p>
        ) : (
          <Progress room={room} />
        )}
      </div>
    </section>
  );
}

function Progress({ room }: { room: WishSnapshot }) {
  const { t } = useTranslation("wish");
  const { card: summary } = room;
  const status = statusOf(summary);
  if (status === "void") {
    return (
      <>
        <p className={s.big}>{t("void.title")}</p>
        <p className={s.quiet}>{t(`void.${voidKey(room.voidReason)}`)}</p>
        <div>
          <ButtonLink to={paths.wishes()}>{t("room.more")}</ButtonLink>
        </div>
      </>
    );
  }
  return (
    <>
      {status === "open" ? <Ends atMs={summary.endsAtMs} /> : <Draws atMs={room.drawsAtMs} />}
      <Meter taken={summary.taken} bottles={summary.bottles} />
      <p className={cx(s.quiet, s.each)}>
        {t("take.each")} <Cost room={summary} />
      </p>
    </>
  );
}

const VOIDS = ["expired", "beacon", "broken", "restored", "operator"] as const;
const voidKey = (reason: string): (typeof VOIDS)[number] => VOIDS.find((known) => known === reason) ?? "broken";

function Ends({ atMs }: { atMs: number }) {
  const { t } = useTranslation("wish");
  const left = useTimeLeft(atMs);
  return (
    <div className={s.clock} role="timer" aria-live="off">
      <Ring left={lastMinute(left)} size={78} tone="jade">
        <Hourglass size={26} aria-hidden />
      </Ring>
      <div>
        <span>{t("room.ends")}</span>
        <b className="num">{timeLeftText(left, t("day"))}</b>
      </div>
    </div>
  );
}

function Draws({ atMs }: { atMs: number }) {
  const { t } = useTranslation("wish");
  const left = useTimeLeft(atMs);
  const seconds = Math.ceil(left / 1000);
  return (
    <div className={s.clock}>
      <Ring left={lastMinute(left)} size={78}>
        <b className="num" aria-hidden="true">
          {seconds > 0 ? seconds : <Hourglass size={26} />}
        </b>
      </Ring>
      <div>
        <span>{t("room.full")}</span>
        <b>{seconds > 0 ? t("room.draws", { count: seconds }) : t("room.beacon")}</b>
      </div>
    </div>
  );
}

/** How full a room is. */
export function Meter({ taken, bottles }: { taken: number; bottles: number }) {
  const { t } = useTranslation("wish");
  const label = t("card.taken", { taken, bottles });
  return (
    <div className={s.meter}>
      <span style={{ inlineSize: `${(100 * taken) / bottles}%` }} aria-hidden />
      <b>{label}</b>
    </div>
  );
}

function Winner({ drawn, room, me }: { drawn: WishDrawn; room: WishSnapshot; me: string | undefined }) {
  const { t } = useTranslation("wish");
  const language = useLanguage();
  const { bottle } = drawn;
  const owned = ownBottles(room, me);
  const mine = bottle.playerId === me;
  const count = room.bottles.filter(({ playerId }) => playerId === bottle.playerId).length;
  return (
    <div className={s.winner} data-winner={bottle.number}>
      <Avatar src={bottle.avatar} size={64} className={s.face} />
      <div>
        <p className={s.quiet}>
          <Crown size={15} aria-hidden /> {t("draw.bottle", { n: bottle.number })}
        </p>
        <p className={s.big}>{mine ? t("draw.you") : t("draw.won", { name: bottle.name })}</p>
        <p className={s.quiet}>
          {t("draw.chance", { count, share: formatShare(count / room.card.bottles, language) })}
          {!mine && owned.length > 0 && ` ${t("draw.lost")}`}
        </p>
        <div className={s.ways}>
          {mine ? (
            <ButtonLink kind="primary" to={paths.backpack()}>
              <PackageOpen size={18} aria-hidden />
              {t("draw.backpack")}
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.wishes()}>{t("room.more")}</ButtonLink>
          )}
          <Link className={s.proof} to={paths.verify(drawn.resultId)}>
            <ShieldCheck size={18} aria-hidden />
            {t("draw.verify")}
          </Link>
        </div>
      </div>
    </div>
  );
}
