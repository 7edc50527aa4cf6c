import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useItem } from "../../state/catalog.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Failed } from "../../ui/empty.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { formatCount, formatShare } from "../../ui/number.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { type UpgradeRecord, type UpgradeUser, userQuery } from "./api.ts";
import s from "./records.module.css";
import { UpgradeRecords } from "./records.tsx";

const useUser = () => {
  const { id = "" } = useParams();
  return { id, ...useQuery(userQuery(id)) };
};

/** /upgrade/userInfo/{id}: a player's profile in the upgrade hall. */
export function UpgradeUserHome() {
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  const { id, data: user, isError, refetch } = useUser();
  if (!user) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton className={s.place} />;
  return (
    <div className={s.page}>
      <Who user={user} />
      <dl className={s.facts}>
        {(
          [
            ["total", formatCount(user.total, language)],
            ["won", formatCount(user.won, language)],
            ["share", user.counted > 0 ? formatShare(user.won / user.counted, language) : "–"],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`user.${name}`, { count: user.counted })}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {user.best && <Best record={user.best} />}
      <h2>{t("user.newest")}</h2>
      <UpgradeRecords player={id} />
    </div>
  );
}

/** /upgrade/userRecord/{id}: the records alone. */
export function UpgradeUserRecords() {
  const { t } = useTranslation("upgrade");
  const { id, data: user, isError, refetch } = useUser();
  if (!user) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton className={s.place} />;
  return (
    <div className={s.page}>
      <Who user={user} />
      <Link to={paths.upgradeUser(id)}>{t("user.home")}</Link>
      <UpgradeRecords player={id} />
    </div>
  );
}

function Who({ user }: { user: UpgradeUser }) {
  const { t } = useTranslation("upgrade");
  return (
    <header className={s.who}>
      <Avatar src={user.avatar} size={64} frame={user.headPortraitBox} />
      <div>
        <h1>{user.name}</h1>
        {user.bot && <Tag>{t("live.house")}</Tag>}
      </div>
    </header>
  );
}

function Best({ record }: { record: UpgradeRecord }) {
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  const item = useItem(record.rightDef);
  return (
    <section className={s.best}>
      <h2>{t("user.best")}</h2>
      <Link to={paths.upgradeDetail(record.resultId)} className={s.bestLink}>
        {item && <ItemCard item={item} cents={record.rightCents} corner={formatShare(record.rateE8 / 1e8, language)} />}
      </Link>
    </section>
  );
}
