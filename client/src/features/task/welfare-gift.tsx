/** A box of the welcome: opened on its reel, and what it held. */
import { useQuery } from "@tanstack/react-query";
import { Gift as GiftIcon, ShieldCheck } from "lucide-react";
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { FIRST_RESULT_MS } from "../../stage/opening-time.ts";
import { REEL_PANEL_MS } from "../../stage/reel-time.ts";
import { useItems } from "../../state/catalog.ts";
import { useReducedMotion } from "../../state/settings.ts";
import { ItemArt } from "../../ui/art.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Failed } from "../../ui/empty.tsx";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { detailsQuery, type Gift, type TaskDetails, type TaskResult } from "./api.ts";
import { type FreeReel, useFreeOpening } from "./use-free-opening.ts";
import s from "./welfare.module.css";

interface GiftStepProps {
  readonly gifts: readonly Gift[];
  readonly lead: string;
  readonly next: string;
  /** From the moment the box is opened until the player goes on. */
  readonly onLooking: (on: boolean) => void;
  readonly reel: (slot: FreeReel) => ReactNode;
}

export function GiftStep({ gifts, ...rest }: GiftStepProps) {
  const language = useLanguage();
  const [chosen, choose] = useState(gifts[0]?.id ?? 0);
  const [locked, setLocked] = useState(false);
  const { data, isError, refetch } = useQuery(detailsQuery(chosen, language));
  const { onLooking } = rest;
  const looking = (on: boolean) => {
    setLocked(on);
    onLooking(on);
  };
  return (
    <>
      {gifts.length > 1 && (
        <fieldset className={s.gifts} disabled={locked}>
          {gifts.map(({ id, name, image }) => (
            <label key={id} className={cx(id === chosen && s.on)}>
              <input type="radio" name="gift" checked={id === chosen} onChange={() => choose(id)} />
              <img src={image} alt="" width={64} height={48} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {data ? (
        <Opening key={data.id} details={data} {...rest} onLooking={looking} />
      ) : isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <Skeleton className={s.place} />
      )}
    </>
  );
}

/** The panel comes a moment after the reel rests (product spec §4). */
const PANEL_AFTER_MS = REEL_PANEL_MS - FIRST_RESULT_MS;

function Opening({ details, lead, next, onLooking, reel }: Omit<GiftStepProps, "gifts"> & { details: TaskDetails }) {
  const { t } = useTranslation("task");
  const calm = useReducedMotion();
  const { state, open, slot } = useFreeOpening(details);
  const { phase, results } = state;
  const [panel, setPanel] = useState(false);
  const looking = useEffectEvent(onLooking);
  useEffect(() => looking(phase !== "idle"), [phase]); // a refusal is idle again
  useEffect(() => {
    if (phase !== "settled") return;
    const timer = setTimeout(setPanel, calm ? 0 : PANEL_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, [phase, calm]);
  const { name, accent } = details;
  const [result] = results;
  return (
    <div style={{ "--a": accent } as CSSProperties}>
      <div className={s.reel}>{reel(slot)}</div>
      {panel && result ? (
        <Result result={result} next={next} onNext={() => onLooking(false)} />
      ) : (
        <div className={s.bar}>
          <div>
            <b>{name}</b>
            <p>{lead}</p>
          </div>
          <Button kind="primary" size="l" busy={phase !== "idle"} onClick={() => void open()}>
            <GiftIcon size={18} aria-hidden />
            {t("openFree")}
          </Button>
        </div>
      )}
    </div>
  );
}

function Result({ result, next, onNext }: { result: TaskResult; next: string; onNext: () => void }) {
  const { t } = useTranslation("task");
  const item = useItems()(result.def);
  return (
    <section className={s.result} style={item && rarityStyle(item.rarity)} aria-label={t("result")} role="status">
      {item && <ItemArt image={item.image} thumb={item.thumb} sizes="120px" className={s.art} eager />}
      <div className={s.words}>
        {item && (
          <b>
            {item.brand} | {item.name}
          </b>
        )}
        <Price cents={result.valueCents} />
        <p>{t("inBag")}</p>
      </div>
      <div className={s.actions}>
        <ButtonLink kind="plain" to={paths.verify(result.resultId)} target="_blank">
          <ShieldCheck size={16} aria-hidden />
          {t("verify")}
        </ButtonLink>
        <Button kind="primary" onClick={onNext}>
          {next}
        </Button>
      </div>
    </section>
  );
}
