import { useQuery } from "@tanstack/react-query";
import { Play as PlayIcon, ShieldCheck } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { wheelEndMs, wheelPlan } from "../../stage/wheel-time.ts";
import { useItems } from "../../state/catalog.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { GameRow } from "../../ui/game-row.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { formatSection, formatShare } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import s from "./detail.module.css";
import { type PastUpgrade, proofQuery } from "./proof.ts";
import { section } from "./records.tsx";
import { Wheel } from "./wheel.tsx";

/** /upgrade/detail?result={id}: one upgrade, what went in, what it was played for, where the number fell. */
export function UpgradeDetail() {
  const { t } = useTranslation("upgrade");
  const [query] = useSearchParams();
  const id = query.get("result") ?? "";
  const { data, isError, refetch } = useQuery({ ...proofQuery(id), enabled: id !== "" });
  return (
    <>
      <GameRow back={{ to: paths.upgradeHall(), label: t("story.hall") }} title={t("detail.title")} />
      <div className={s.page}>
        {id === "" ? (
          <Empty text={t("detail.none")}>
            <ButtonLink kind="primary" to={paths.upgradeHall()}>
              {t("story.hall")}
            </ButtonLink>
          </Empty>
        ) : data ? (
          <Detail past={data} />
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <Skeleton className={s.place} />
        )}
      </div>
    </>
  );
}

function Detail({ past }: { past: PastUpgrade }) {
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  const items = useItems();
  const { id, proof, result } = past;
  const plan = useMemo(
    () => wheelPlan({ id, startE8: proof.startE8, rateE8: proof.rateE8, v: result.v, won: proof.won }),
    [id, proof, result],
  );
  const target = items(proof.target);
  return (
    <>
      <div className={s.grid}>
        <Card className={s.side}>
          <h2>{t("records.put")}</h2>
          <ul className={s.items}>
            {proof.items.map((item) => {
              const look = items(item.def);
              return <li key={item.id}>{look && <ItemCard item={look} cents={item.valueCents} eager />}</li>;
            })}
          </ul>
          {proof.gemsCents > 0 && (
            <p>
              {t("table.gems")} <Price cents={proof.gemsCents} />
            </p>
          )}
        </Card>
        <Card className={s.middle}>
          <Tag kind={proof.won ? "jade" : "plain"}>{t(proof.won ? "records.won" : "records.lost")}</Tag>
          <div className={s.wheel}>
            <Wheel className={s.canvas} plan={plan} tier={0} label={t("wheel.label")} at={wheelEndMs(plan)} />
            <b className={s.number}>{formatSection(result.v / 0xffffff, language)}</b>
          </div>
          <p>
            {t("table.rate")} <b className="num">{formatShare(proof.rateE8 / 1e8, language)}</b>
            {" · "}
            {t("records.section")} <b className="num">{section(proof, (place) => formatSection(place, language))}</b>
          </p>
        </Card>
        <Card className={s.side}>
          <h2>{t(proof.won ? "detail.won" : "detail.lost")}</h2>
          {target && <ItemCard item={target} cents={proof.targetCents} eager />}
        </Card>
      </div>
      <Card className={s.seeds}>
        <h2>{t("detail.seeds")}</h2>
        <CopyText label={t("detail.userSeed")} text={result.userSeed} />
        <CopyText label={t("detail.serverSeed")} text={result.serverSeed} />
        <CopyText label={t("detail.serverHash")} text={result.serverHash} />
        <CopyText label={t("detail.resultHash")} text={result.resultHash} />
        <div className={s.links}>
          <ButtonLink kind="primary" to={paths.verify(id)}>
            <ShieldCheck size={16} aria-hidden />
            {t("result.verify")}
          </ButtonLink>
          <ButtonLink to={paths.upgradeReplay(id)}>
            <PlayIcon size={16} aria-hidden />
            {t("detail.replay")}
          </ButtonLink>
          <ButtonLink to={paths.upgradeUser(String(result.player))}>{t("user.home")}</ButtonLink>
        </div>
      </Card>
    </>
  );
}
