import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import type { RainRound } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useBeaconSource } from "../../state/trust.ts";
import { BeaconSource } from "../../ui/beacon-source.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { formatCents } from "../../ui/number.ts";
import { myAmount } from "./api.ts";
import s from "./rain.module.css";
import { totalOf } from "./state.ts";

/** An empty summary needs no closing. */
const EMPTY_MS = 8_000;

/** What was caught, or that nothing was. */
export function RainSummary({ round, onClose }: { round: RainRound; onClose: () => void }) {
  const { t } = useTranslation("rain");
  const source = useBeaconSource(round.beaconSource);
  const language = useLanguage();
  const { data } = useQuery({ queryKey: ["mine", "rain", round.id], queryFn: myAmount, staleTime: 0, retry: 3 });
  const claims = data?.round?.id === round.id ? data.claims : null;
  const gems = formatCents(claims ? totalOf(claims) : 0, language);
  const caught = claims !== null && claims.length > 0;
  const proof = claims?.[0]?.resultId;
  const empty = claims !== null && !caught;
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!empty) return;
    const timer = setTimeout(() => close.current(), EMPTY_MS);
    return () => clearTimeout(timer);
  }, [empty]);
  return (
    <div className={s.summary} role="status" data-caught={caught || undefined}>
      <img src="/art/red-packet.webp" alt="" width={120} height={120} />
      <h2>{claims === null ? t("wait") : caught ? t("wonTitle", { gems }) : t("emptyTitle")}</h2>
      <p>{caught ? t("won", { count: claims.length }) : t("empty")}</p>
      <BeaconSource className={s.source} source={source} />
      <div className={s.actions}>
        {proof && (
          <ButtonLink to={paths.verify(proof)} onClick={onClose}>
            {t("proof")}
          </ButtonLink>
        )}
        <Button kind="primary" onClick={onClose}>
          {t("close")}
        </Button>
      </div>
    </div>
  );
}
