import { useQuery } from "@tanstack/react-query";
import { ArrowRight, TrendingUp } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { paths } from "../../routes/paths.ts";
import { tierOf } from "../../stage/tiers.ts";
import { wheelPlan } from "../../stage/wheel-time.ts";
import { useCatalog, useItems } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { recentQuery } from "./api.ts";
import { stakeOf } from "./choice.ts";
import { StoryPlayer } from "./player.tsx";
import { proofQuery } from "./proof.ts";
import s from "./replay.module.css";
import { SAMPLES, sampleDefs } from "./samples.ts";

type View = "sample" | "real";

/** 升级故事: five sample upgrades, and real ones drawn again from their proofs. */
export function UpgradeReplay() {
  const { t } = useTranslation("upgrade");
  const [query] = useSearchParams();
  const wanted = query.get("result");
  const [view, setView] = useState<View>(wanted ? "real" : "sample");
  const [sample, setSample] = useState(0);
  const [chosen, setChosen] = useState(wanted);
  const { data: recent } = useQuery(recentQuery);
  const real = chosen ?? recent?.[0]?.id ?? null;
  return (
    <div className={s.page}>
      <header className={s.head}>
        <h1>{t("story.title")}</h1>
        <ButtonLink kind="primary" to={paths.upgradeHall()}>
          <TrendingUp size={16} aria-hidden />
          {t("story.hall")}
        </ButtonLink>
      </header>
      <Tabs
        label={t("story.views")}
        choices={(["sample", "real"] as const).map((value) => ({ value, label: t(`story.${value}`) }))}
        value={view}
        onChange={setView}
      />
      <div className={s.story}>
        <Card className={s.list}>
          {view === "sample" ? (
            <SampleList chosen={sample} onChoose={setSample} />
          ) : (
            <RealList chosen={real} onChoose={setChosen} />
          )}
        </Card>
        <Card className={s.stage}>
          {view === "sample" ? (
            <SampleStory key={sample} index={sample} />
          ) : real ? (
            <RealStory key={real} id={real} />
          ) : (
            <Empty text={t("live.empty")} />
          )}
        </Card>
      </div>
    </div>
  );
}

/** Whole in its tip where it has no room. */
const Named = ({ text }: { text: string }) => <small title={text}>{text}</small>;

interface StoryRow {
  key: string;
  left: number;
  right: number;
  leftCents: number;
  rightCents: number;
}

function Rows({
  rows,
  chosen,
  onChoose,
}: {
  rows: readonly StoryRow[];
  chosen: string;
  onChoose: (key: string) => void;
}) {
  const { t } = useTranslation("upgrade");
  const items = useItems();
  return (
    <ul className={s.rows}>
      {rows.map((row) => {
        const [left, right] = [items(row.left), items(row.right)];
        return left && right ? (
          <li key={row.key}>
            <button type="button" aria-pressed={row.key === chosen} onClick={() => onChoose(row.key)}>
              {(
                [
                  [left, row.leftCents, "before"],
                  [right, row.rightCents, "after"],
                ] as const
              ).map(([item, cents, when], i) => (
                <span key={when} className={s.one} style={rarityStyle(item.rarity)}>
                  {i === 1 && <ArrowRight size={16} aria-hidden className={s.arrow} />}
                  <ItemArt image={item.image} thumb={item.thumb} sizes="96px" />
                  <Named text={`${t(`story.${when}`)} · ${item.brand} | ${item.name}`} />
                  <Price cents={cents} />
                </span>
              ))}
            </button>
          </li>
        ) : null;
      })}
    </ul>
  );
}

function SampleList({ chosen, onChoose }: { chosen: number; onChoose: (index: number) => void }) {
  const catalog = useCatalog((state) => state.items);
  const defs = useMemo(() => sampleDefs([...catalog.values()]), [catalog]);
  const rows = SAMPLES.map((sample, i) => ({
    key: String(i),
    left: defs[i]?.[0] ?? 0,
    right: defs[i]?.[1] ?? 0,
    leftCents: sample.beforeCents,
    rightCents: sample.afterCents,
  }));
  return <Rows rows={rows} chosen={String(chosen)} onChoose={(key) => onChoose(Number(key))} />;
}

function SampleStory({ index }: { index: number }) {
  const { t } = useTranslation("upgrade");
  const sample = SAMPLES[index];
  const plan = useMemo(() => sample && wheelPlan({ id: `sample-${index}`, ...sample }), [sample, index]);
  if (!plan || !sample) return null;
  return (
    <>
      <StoryPlayer
        plan={plan}
        tier={sample.won ? tierOf(sample.afterCents, sample.beforeCents) : 0}
        label={t("story.label", { number: index + 1 })}
      />
      <p className={s.note}>{t("story.sampleNote")}</p>
    </>
  );
}

function RealList({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string) => void }) {
  const { t } = useTranslation("upgrade");
  const { data, isError, refetch } = useQuery(recentQuery);
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton className={s.place} />;
  if (data.length === 0) return <Empty text={t("live.empty")} />;
  return (
    <Rows
      rows={data.slice(0, 20).map((one) => ({
        key: one.id,
        left: one.leftDef,
        right: one.rightDef,
        leftCents: one.leftCents + one.gemsCents,
        rightCents: one.rightCents,
      }))}
      chosen={chosen ?? ""}
      onChoose={onChoose}
    />
  );
}

function RealStory({ id }: { id: string }) {
  const { t } = useTranslation("upgrade");
  const { data, isError, refetch } = useQuery(proofQuery(id));
  const plan = useMemo(
    () =>
      data &&
      wheelPlan({ id, startE8: data.proof.startE8, rateE8: data.proof.rateE8, v: data.result.v, won: data.proof.won }),
    [data, id],
  );
  if (!plan || !data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton className={s.place} />;
  return (
    <>
      <StoryPlayer
        plan={plan}
        tier={data.proof.won ? tierOf(data.proof.targetCents, stakeOf(data.proof)) : 0}
        label={t("story.label", { number: id })}
      />
      <p className={s.note}>
        {t("story.realNote")}{" "}
        <ButtonLink size="s" to={paths.verify(id)}>
          {t("result.verify")}
        </ButtonLink>
      </p>
    </>
  );
}
