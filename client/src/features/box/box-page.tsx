import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, Zap } from "lucide-react";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useLanguage, words } from "../../i18n/language.ts";
import { isRefusal } from "../../net/http.ts";
import { idInPath, paths } from "../../routes/paths.ts";
import { useDiscount } from "../../state/activity.ts";
import { type BoxDetail, boxPriceQuery, boxQuery, type ReelSlot } from "../../state/boxes.ts";
import { openOverlay } from "../../state/overlay.ts";
import { reelSlot } from "../../state/reel-slot.ts";
import { useSettings } from "../../state/settings.ts";
import { setFast } from "../../state/settings-change.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { GameRow } from "../../ui/game-row.tsx";
import { StageFrame } from "../../ui/stage-frame.tsx";
import { StageMissing } from "../../ui/stage-missing.tsx";
import type { Result } from "./api.ts";
import s from "./box-page.module.css";
import { ControlBar } from "./control-bar.tsx";
import { DropTabs } from "./drop-tabs.tsx";
import { OddsTable } from "./odds-table.tsx";
import type { Phase } from "./opening.ts";
import { useOpening } from "./use-opening.ts";

export type BoxReel = ReelSlot<Result, Phase>;

interface BoxPageProps {
  reel: (slot: BoxReel) => ReactNode;
  fairness: ReactNode;
}

export function BoxPage(props: BoxPageProps) {
  const { t } = useTranslation("box");
  const { id } = useParams();
  const [query] = useSearchParams();
  const box = idInPath(query.get("box") ?? id ?? "");
  const { data, error, refetch } = useQuery({ ...boxQuery(box), enabled: box > 0 });
  if (data) return <Box key={data.box.id} detail={data} {...props} />;
  return (
    <StageMissing
      gone={box === 0 || isRefusal(error)}
      failed={error !== null}
      text={t("missing")}
      back={{ to: paths.caseList("all"), text: t("back") }}
      onRetry={() => void refetch()}
    />
  );
}

function Box({ detail, reel, fairness }: { detail: BoxDetail } & BoxPageProps) {
  const { t } = useTranslation("box");
  const { box, entries } = detail;
  const language = useLanguage();
  const [count, setCount] = useState(1);
  const fast = useSettings((settings) => settings.fast);
  const discount = useDiscount();
  const { data: lowered } = useQuery({ ...boxPriceQuery(box.id, discount?.percent ?? 0), enabled: discount !== null });
  const priceCents = discount ? lowered : box.priceCents;
  const opener = useOpening(detail, priceCents);
  const name = words(box.name, language);
  return (
    <div className={s.page} style={{ "--a": box.accent } as CSSProperties}>
      <GameRow
        over
        back={{ to: paths.caseList("all"), label: t("back") }}
        title={name}
        lead={words(box.tagline, language) || t("verified")}
        tools={
          <>
            <Button
              size="s"
              aria-pressed={fast}
              aria-label={t("fast")}
              title={t("fast")}
              className={cx(fast && s.fast)}
              onClick={() => setFast(!fast)}
            >
              <Zap size={16} aria-hidden />
            </Button>
            <Button
              size="s"
              aria-label={t("verify")}
              aria-haspopup="dialog"
              onClick={() => openOverlay("fair", { game: "box" })}
            >
              <ShieldCheck size={16} aria-hidden />
              <span>{t("verify")}</span>
            </Button>
          </>
        }
      />
      <StageFrame>
        {reel(reelSlot({ box, name, odds: entries, count }, opener))}
        <ControlBar
          detail={detail}
          discount={discount}
          priceCents={priceCents}
          count={count}
          onCount={setCount}
          opener={opener}
        />
      </StageFrame>
      <OddsTable entries={entries} />
      {fairness}
      <DropTabs box={box.id} />
    </div>
  );
}
