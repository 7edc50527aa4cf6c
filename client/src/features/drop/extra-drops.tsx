import { useQuery } from "@tanstack/react-query";
import { Check, Gift } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { useLoggedIn } from "../../state/session.ts";
import { ItemArt } from "../../ui/art.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatCents, formatCount, formatTime } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { type DropStep, todayQuery } from "./api.ts";
import s from "./extra-drops.module.css";

const KINDS = ["diamond", "debris", "OpenBox", "TrendChart", "armyCompetitionCard", "resetOpenBox"] as const;

/** What a day's openings bring beside what is in the boxes, and how far the player has come. */
export function ExtraDrops() {
  const { t } = useTranslation("drop");
  const language = useLanguage();
  const loggedIn = useLoggedIn();
  const { data } = useQuery(todayQuery(loggedIn));
  if (!data || data.steps.length === 0) return null;
  return (
    <section className={s.extra} aria-labelledby="extra-drops">
      <header>
        <h2 id="extra-drops">
          <Gift size={20} aria-hidden />
          {t("extra.title")}
        </h2>
        <p>{t("extra.lead", { time: formatTime(data.endsAtMs, language) })}</p>
        {loggedIn && (
          <p className={s.mine}>
            <span>
              {t("extra.spent")} <Price cents={data.spentCents} />
            </span>
            <Link to={paths.dropRecords()}>{t("extra.records")}</Link>
          </p>
        )}
      </header>
      <ol>
        {data.steps.map((step) => (
          <Step key={step.spentCents} step={step} spentCents={data.spentCents} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, spentCents }: { step: DropStep; spentCents: number }) {
  const { t } = useTranslation("drop");
  const language = useLanguage();
  const item = useItems()(step.def);
  const reached = spentCents >= step.spentCents;
  const label = t("extra.step", { gems: formatCents(step.spentCents, language) });
  return (
    <li className={cx(reached && s.reached)} style={rarityStyle(item?.rarity ?? "common")}>
      <span className={s.art}>{item && <ItemArt image={item.image} thumb={item.thumb} sizes="72px" />}</span>
      <div>
        <b>{item ? `${item.brand} | ${item.name}` : ""}</b>
        <Price cents={step.valueCents} />
        {step.rewards.length > 0 && (
          <ul className={s.prizes} aria-label={t("extra.beside")}>
            {step.rewards.flatMap(({ rewardTypeEnum: type, rewardNum }, place) => {
              const kind = KINDS.find((known) => known === type);
              const amount = kind === "diamond" ? formatCents(rewardNum, language) : formatCount(rewardNum, language);
              // biome-ignore lint/suspicious/noArrayIndexKey: two prizes may be of one kind, and the list never changes
              return kind ? [<li key={place}>{`${t(`extra.prize.${kind}`)} ×${amount}`}</li>] : [];
            })}
          </ul>
        )}
        <small>
          {reached && <Check size={14} aria-label={t("extra.reached")} />}
          {label}
        </small>
        <progress value={Math.min(spentCents, step.spentCents)} max={step.spentCents} aria-label={label} />
      </div>
    </li>
  );
}
