import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useSession } from "../../state/session.ts";
import { useWallet } from "../../state/wallet.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import facts from "../../ui/facts.module.css";
import { formatCount, formatTime } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import s from "./account-page.module.css";

/** Name, picture, figures; what other features say of the player comes in from the route. */
export function AccountPage({ contact, seeds }: { contact: ReactNode; seeds: ReactNode }) {
  const { t } = useTranslation("account");
  const language = useLanguage();
  const user = useSession((session) => session.user);
  const { gemsCents, bagCount } = useWallet();
  if (!user) return <Skeleton className={s.place} />;
  return (
    <>
      <h1 className={s.title}>{t("title")}</h1>
      <Card className={s.card}>
        <div className={s.me}>
          <Avatar src={user.avatar} size={72} frame={user.headPortraitBox} />
          <div>
            <h2>{user.name}</h2>
            <time dateTime={new Date(user.createTime).toISOString()}>
              {t("since", { time: formatTime(user.createTime, language) })}
            </time>
          </div>
        </div>
        <dl className={cx(facts.facts, s.facts)}>
          <div>
            <dt>{t("balance")}</dt>
            <dd>
              <Price cents={gemsCents} />
            </dd>
          </div>
          <div>
            <dt>{t("bag")}</dt>
            <dd className="num">{formatCount(bagCount, language)}</dd>
          </div>
          <div>
            <dt>{t("level")}</dt>
            <dd className="num">
              <Link to={paths.vip()}>{user.vipLevel}</Link>
            </dd>
          </div>
          <div>
            <dt>{t("phone")}</dt>
            <dd>{user.phone}</dd>
          </div>
        </dl>
        <div className={s.copies}>
          <CopyText label={t("id")} text={user.id} />
          {user.spreadCode !== "" && <CopyText label={t("spread")} text={user.spreadCode} />}
        </div>
      </Card>
      {contact}
      {seeds}
    </>
  );
}
