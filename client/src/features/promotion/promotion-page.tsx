/** /page/promotion: the player's code and link, the poster, who came by it and what that brought. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Copy, Link2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { openLogin, useLoggedIn, useSession } from "../../state/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatCount, formatPpm, formatTime } from "../../ui/number.ts";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordTable } from "../../ui/record-table.tsx";
import { RuleList } from "../../ui/rule-list.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { COMMISSIONS_PAGE, commissionsQuery, type Info, type Invitee, infoQuery, invitedQuery } from "./api.ts";
import { posterLink } from "./poster.ts";
import { PosterCard } from "./poster-card.tsx";
import s from "./promotion.module.css";

export function PromotionPage() {
  return useLoggedIn() ? <Own /> : <Visitor />;
}

/** What it is about; the code and the link are a player's. */
function Visitor() {
  const { t } = useTranslation("promotion");
  return (
    <div className={s.page}>
      <h1 className={s.title}>{t("title")}</h1>
      <Empty text={t("visitor")}>
        <Button kind="primary" onClick={() => openLogin()}>
          {t("login", { ns: "shell" })}
        </Button>
      </Empty>
    </div>
  );
}

function Own() {
  const { t } = useTranslation("promotion");
  const user = useSession((session) => session.user);
  const { data, isError, refetch } = useQuery(infoQuery);
  if (isError) return <Failed onRetry={() => void refetch()} />;
  if (!data || !user) return <Skeletons count={3} className={s.place} />;
  return (
    <div className={s.page}>
      <h1 className={s.title}>{t("title")}</h1>
      <div className={s.top}>
        <div className={s.column}>
          <Share info={data} />
          <Figures info={data} />
          <Rules info={data} />
        </div>
        <PosterCard code={data.spreadCode} name={user.name} avatar={user.avatar} />
      </div>
      <div className={s.lists}>
        <Invited />
        <Commissions />
      </div>
    </div>
  );
}

function Share({ info }: { info: Info }) {
  const { t } = useTranslation("promotion");
  const link = posterLink(location.origin, paths.source(info.spreadCode));
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast(done, "ok");
    } catch {
      toast(t("copyFailed", { text }), "info", true);
    }
  };
  return (
    <Card className={s.share}>
      <div>
        <h2>{t("code")}</h2>
        <p className={s.code}>{info.spreadCode}</p>
        <Button onClick={() => void copy(info.spreadCode, t("copied"))}>
          <Copy size={16} aria-hidden />
          {t("copyCode")}
        </Button>
      </div>
      <div>
        <h2>{t("link")}</h2>
        <p className={s.link}>{link}</p>
        <Button kind="primary" onClick={() => void copy(link, t("copiedLink"))}>
          <Link2 size={16} aria-hidden />
          {t("copyLink")}
        </Button>
      </div>
    </Card>
  );
}

function Figures({ info }: { info: Info }) {
  const { t } = useTranslation("promotion");
  const language = useLanguage();
  return (
    <dl className={s.figures}>
      <div>
        <dt>{t("earned")}</dt>
        <dd>
          <Price cents={info.earnedCents} />
        </dd>
      </div>
      <div>
        <dt>{t("invited")}</dt>
        <dd className="num">{formatCount(info.invited, language)}</dd>
      </div>
      <div>
        <dt>{t("commissions")}</dt>
        <dd className="num">{formatCount(info.commissions, language)}</dd>
      </div>
    </dl>
  );
}

function Rules({ info }: { info: Info }) {
  const { t } = useTranslation("promotion");
  const language = useLanguage();
  return (
    <Card className={s.rules}>
      <h2>{t("rules.title")}</h2>
      <RuleList>
        <li>{t("rules.share", { share: formatPpm(info.sharePpm, language) })}</li>
        <li>{info.holdS > 0 ? t("rules.hold", { hours: Math.ceil(info.holdS / 3600) }) : t("rules.cleared")}</li>
        <li>{t("rules.self")}</li>
        {info.known && <li>{t("rules.known")}</li>}
        <li>{t("rules.back")}</li>
      </RuleList>
    </Card>
  );
}

/** Of a player with very many recharges, those that were added up. */
const plus = ({ more }: Invitee) => (more ? "+" : "");

function Invited() {
  const { t } = useTranslation("promotion");
  const language = useLanguage();
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(invitedQuery);
  const people = data?.pages.flatMap(({ records }) => records);
  return (
    <section className={s.list} aria-labelledby="invited-title">
      <h2 id="invited-title">{t("invitedTitle")}</h2>
      {people?.length === 0 ? (
        <Empty text={t("invitedEmpty")} art="/art/empty/records.svg" />
      ) : isError && !people ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <RecordTable
          columns={[t("player"), t("since"), t("recharges"), t("brought")]}
          rows={
            people?.map((one, i) => ({
              key: `${one.atMs}-${i}`,
              cells: [
                <span key="who" className={s.who}>
                  <Avatar src={one.avatar} size={28} />
                  {one.name}
                </span>,
                formatTime(one.atMs, language),
                formatCount(one.recharges, language) + plus(one),
                <span key="brought">
                  <Price cents={one.earnedCents} />
                  {plus(one)}
                </span>,
              ],
            })) ?? null
          }
        />
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("more")}
        </Button>
      )}
    </section>
  );
}

function Commissions() {
  const { t } = useTranslation("promotion");
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const { data, isError, refetch, isPlaceholderData } = useQuery(commissionsQuery(page));
  return (
    <section className={s.list} aria-labelledby="commissions-title">
      <h2 id="commissions-title">{t("records")}</h2>
      {data?.total === 0 ? (
        <Empty text={t("recordsEmpty")} art="/art/empty/records.svg" />
      ) : isError && !data ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <RecordTable
          busy={isPlaceholderData}
          columns={[t("player"), t("bought"), t("share"), t("got"), t("time")]}
          rows={
            data?.records.map((one) => ({
              key: one.id,
              cells: [
                one.name,
                <Price key="bought" cents={one.gemsCents} />,
                formatPpm(one.sharePpm, language),
                <span key="got">
                  <Price cents={one.cents} />
                  {one.cents < 0 && <small className={s.back}>{t("back")}</small>}
                </span>,
                formatTime(one.atMs, language),
              ],
            })) ?? null
          }
        />
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / COMMISSIONS_PAGE)} onPage={setPage} />
    </section>
  );
}
