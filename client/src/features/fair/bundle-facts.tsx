import { useTranslation } from "react-i18next";
import type { Bundle, RainProof, RollProof, UpgradeProof } from "../../fairness/bundle.ts";
import { rateUnit, upgradeStake } from "../../fairness/upgrade-rate.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useItems } from "../../state/catalog.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { formatCents, formatSection, formatShare } from "../../ui/number.ts";
import s from "./bundle-facts.module.css";

const V_MAX = 0xffffff;

/** The proof in readable form: every figure product spec §3 wants a player to see. */
export function BundleFacts({ bundle }: { bundle: Bundle }) {
  const { t } = useTranslation("fair");
  const language = useLanguage();
  const items = useItems();
  const battle = bundle.kind === "battle";
  const sections = bundle.kind === "upgrade" ? rateUnit : V_MAX;
  return (
    <Card className={s.facts}>
      <h3>{t("verify.facts")}</h3>
      <CopyText label={t("verify.resultId")} text={bundle.resultID} />
      <CopyText label={t("verify.commit")} text={bundle.commit} />
      {bundle.roll && <RollFacts roll={bundle.roll} />}
      {bundle.rain && <RainFacts rain={bundle.rain} />}
      {bundle.upgrade && <UpgradeFacts upgrade={bundle.upgrade} />}
      {bundle.results.map((result) => {
        const item = items(result.item);
        return (
          <details key={`${result.n}-${result.seat}`} open={bundle.results.length === 1}>
            <summary>
              {battle && <span>{t("verify.seat", { round: result.n + 1, seat: result.seat + 1 })}</span>}
              <b>{item ? `${item.brand} | ${item.name}` : `#${result.item}`}</b>
              <span className="num">{formatSection(result.v / V_MAX, language)}</span>
            </summary>
            <div className={s.grid}>
              <CopyText label={t("verify.number")} text={result.number} />
              <CopyText
                label={t("verify.section")}
                text={`${formatSection(result.startSection / sections, language)} – ${formatSection(result.endSection / sections, language)}`}
              />
              <CopyText label={t("verify.userSeed")} text={result.userSeed} />
              <CopyText label={t("verify.serverSeed")} text={result.serverSeed} />
              <CopyText label={t("verify.serverHash")} text={result.serverHash} />
              <CopyText label={t("verify.resultHash")} text={result.resultHash} />
            </div>
          </details>
        );
      })}
    </Card>
  );
}

/** Winners of a roll room: who took which prize, and by what chance of the whole roster they were in. */
function RollFacts({ roll }: { roll: RollProof }) {
  const { t } = useTranslation("fair");
  return (
    <details open>
      <summary>
        <b>{t("verify.winners", { winners: roll.winners.length, entrants: roll.entrants })}</b>
      </summary>
      <div className={s.grid}>
        {roll.winners.map((w) => (
          <CopyText
            key={w.prize}
            label={t("verify.prize", { prize: w.prize })}
            text={t("verify.winner", { place: w.place + 1, player: w.player, weight: w.weight })}
          />
        ))}
      </div>
    </details>
  );
}

const claimsShown = 200;

/** Who got which packet of a rain, and the root that was published before it. */
function RainFacts({ rain }: { rain: RainProof }) {
  const { t } = useTranslation("fair");
  const language = useLanguage();
  const paid = rain.claims.reduce((sum, c) => sum + c.valueCents, 0);
  return (
    <details open>
      <summary>
        <b>{t("verify.rain.claims", { count: rain.claims.length, gems: formatCents(paid, language) })}</b>
      </summary>
      <div className={s.grid}>
        <CopyText label={t("verify.rain.root")} text={rain.root} />
        {rain.claims.slice(0, claimsShown).map((c) => (
          <CopyText
            key={c.place}
            label={t("verify.rain.packet", { place: c.place + 1 })}
            text={t("verify.rain.claim", { player: c.player, gems: formatCents(c.valueCents, language) })}
          />
        ))}
      </div>
    </details>
  );
}

/** What an upgrade was played for. */
function UpgradeFacts({ upgrade }: { upgrade: UpgradeProof }) {
  const { t } = useTranslation("fair");
  const language = useLanguage();
  const part = (ppm: number) => formatShare(ppm / 1_000_000, language);
  return (
    <details open>
      <summary>
        <b>{t(upgrade.won ? "verify.upgrade.won" : "verify.upgrade.lost")}</b>
      </summary>
      <div className={s.grid}>
        <CopyText label={t("verify.upgrade.rate")} text={formatShare(upgrade.rateE8 / rateUnit, language)} />
        <CopyText
          label={t("verify.upgrade.stake")}
          text={t("verify.upgrade.stakeText", {
            count: upgrade.items.length,
            gems: formatCents(upgrade.gemsCents, language),
            total: formatCents(upgradeStake(upgrade), language),
          })}
        />
        <CopyText
          label={t("verify.upgrade.fee")}
          text={t("verify.upgrade.feeText", { draw: part(upgrade.drawPPM), least: part(upgrade.leastPPM) })}
        />
      </div>
    </details>
  );
}
