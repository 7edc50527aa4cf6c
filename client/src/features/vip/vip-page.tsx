/** /user/vip: where the player stands, what each level asks and gives, and the bonuses to claim. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, Crown, Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { errorText } from "../../state/problem.ts";
import { isAborted, queryClient } from "../../state/query.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { Failed } from "../../ui/empty.tsx";
import { formatCents, formatShare, formatTime } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { RuleList } from "../../ui/rule-list.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import { claim, configQuery, type UserVip, userVipQuery, type VipLevel } from "./api.ts";
import { allLevels, claimState, hasBonus, progress, unclaimed } from "./levels.ts";
import { VipRooms } from "./rooms.tsx";
import s from "./vip.module.css";

const cents = (amount: number) => Math.round(amount * 100);

export function VipPage() {
  const { t } = useTranslation("vip");
  const config = useQuery(configQuery);
  const mine = useQuery(userVipQuery);
  const retry = () => {
    void config.refetch();
    void mine.refetch();
  };
  if (config.isError || mine.isError) return <Failed text={t("failed")} onRetry={retry} />;
  if (!config.data || !mine.data) return <Skeletons count={3} className={s.place} />;
  const levels = allLevels(config.data);
  return (
    <div className={s.page}>
      <h1 className={s.title}>{t("title")}</h1>
      <VipStatus levels={levels} mine={mine.data} />
      <Levels levels={levels} mine={mine.data} />
      <VipRooms level={mine.data.vipLevel} />
      <Card className={s.rules}>
        <h2>{t("rules.title")}</h2>
        <RuleList>
          <li>{t("rules.month")}</li>
          <li>{t("rules.rate")}</li>
          <li>{t("rules.bonus")}</li>
        </RuleList>
      </Card>
    </div>
  );
}

function VipStatus({ levels, mine }: { levels: readonly VipLevel[]; mine: UserVip }) {
  const { t } = useTranslation("vip");
  const language = useLanguage();
  const way = progress(levels, mine);
  const rate = levels[mine.vipLevel]?.vipRate ?? 0;
  const open = unclaimed(levels, mine);
  return (
    <Card className={s.status}>
      <div className={s.badge} aria-hidden="true">
        <Crown size={26} />
        <b>{mine.vipLevel}</b>
      </div>
      <div className={s.way}>
        <h2>{t("level", { level: mine.vipLevel })}</h2>
        <progress value={way.share} max={1} aria-label={t("towards", { level: way.next })} />
        <p>
          {way.missing > 0
            ? t("missing", {
                amount: formatCents(cents(way.missing), language),
                level: way.next,
                have: formatCents(cents(mine.vipExperience), language),
                need: formatCents(cents(way.need), language),
              })
            : t("top")}
        </p>
        {mine.lastMonthLevel > 0 && (
          <p className={s.quiet}>
            {t("held", { level: mine.lastMonthLevel, time: formatTime(mine.monthEndsMs, language) })}
          </p>
        )}
      </div>
      <dl className={s.facts}>
        <div>
          <dt>{t("month")}</dt>
          <dd className="num">R$ {formatCents(cents(mine.monthPayAmount), language)}</dd>
        </div>
        <div>
          <dt>{t("rate")}</dt>
          <dd className="num">+{formatShare(rate, language)}</dd>
        </div>
        <div>
          <dt>{t("unclaimed")}</dt>
          <dd className="num">{open.length}</dd>
        </div>
      </dl>
      <ButtonLink kind="primary" to={paths.assets()}>
        {t("recharge")}
      </ButtonLink>
    </Card>
  );
}

function Levels({ levels, mine }: { levels: readonly VipLevel[]; mine: UserVip }) {
  const { t } = useTranslation("vip");
  const language = useLanguage();
  const take = useMutation({
    mutationFn: claim,
    onSuccess: ({ redPacketLevel, vipAmount }) => {
      sound.coin();
      toast(t("claimed", { level: redPacketLevel, gems: formatCents(cents(vipAmount), language) }), "ok");
      void queryClient.invalidateQueries({ queryKey: userVipQuery.queryKey });
    },
    onError: (error) => {
      if (isAborted(error)) return;
      toast(t("claimFailed", { text: errorText(error) }), "error");
      void queryClient.invalidateQueries({ queryKey: userVipQuery.queryKey });
    },
  });
  return (
    <ol className={s.levels} aria-label={t("levels")}>
      {levels.map((level) => {
        const state = claimState(level, mine);
        return (
          <li
            key={level.level}
            className={cx(s.level, level.level <= mine.vipLevel && s.reached)}
            aria-current={level.level === mine.vipLevel ? "step" : undefined}
          >
            <b className={s.name}>
              <Crown size={18} aria-hidden /> VIP {level.level}
            </b>
            <dl>
              <div>
                <dt>{t("need")}</dt>
                <dd className="num">R$ {formatCents(cents(level.vipNum), language)}</dd>
              </div>
              <div>
                <dt>{t("rate")}</dt>
                <dd className="num">+{formatShare(level.vipRate, language)}</dd>
              </div>
              <div>
                <dt>{t("bonus")}</dt>
                <dd>{hasBonus(level) ? <Price cents={cents(level.vipAmount)} /> : "/"}</dd>
              </div>
            </dl>
            {level.level > 0 && (
              <Button
                size="s"
                kind={state === "ready" ? "primary" : "ghost"}
                disabled={state !== "ready"}
                busy={take.isPending && take.variables === level.level}
                aria-label={t(`claim.${state}Level`, { level: level.level })}
                onClick={() => take.mutate(level.level)}
              >
                {state === "claimed" && <Check size={14} aria-hidden />}
                {state === "locked" && <Lock size={14} aria-hidden />}
                {t(`claim.${state}`)}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
