import { useQuery } from "@tanstack/react-query";
import { BarChart3, Pencil, RefreshCw, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { openOverlay } from "../../state/overlay.ts";
import { chooseSeed, chosenSeed, seedQuery } from "../../state/own-draws.ts";
import { openLogin, useLoggedIn, useSession } from "../../state/session.ts";
import { useBeaconSource } from "../../state/trust.ts";
import { BeaconSource } from "../../ui/beacon-source.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Failed } from "../../ui/empty.tsx";
import { formatCount } from "../../ui/number.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { SeedDialog } from "./seed-dialog.tsx";
import s from "./seed-panel.module.css";

/** A new commitment has no next hash before its public value is out, some seconds later. */
const BEACON_MS = 1500;

/**
 * What is committed for the player's next opening, and what can be done about it: change the user seed, reveal the
 * server's.
 */
export function SeedPanel() {
  const { t } = useTranslation("fair");
  const loggedIn = useLoggedIn();
  return (
    <Card className={s.panel}>
      <div className={s.head}>
        <h2>
          <ShieldCheck size={20} aria-hidden />
          {t("seed.title")}
        </h2>
        <button type="button" aria-haspopup="dialog" onClick={() => openOverlay("fair", { game: "box" })}>
          {t("seed.how")}
        </button>
      </div>
      <p className={s.intro}>{t("seed.intro")}</p>
      {loggedIn ? (
        <Seeds />
      ) : (
        <div className={s.visitor}>
          <span>{t("seed.login")}</span>
          <Button onClick={() => openLogin()}>{t("seed.loginAction")}</Button>
        </div>
      )}
    </Card>
  );
}

/** By which seed this device draws: by a fresh one each time, or by the one that the player chose here. */
function DeviceSeed({ player }: { player: string }) {
  const { t } = useTranslation("fair");
  const [chosen, setChosen] = useState(() => chosenSeed(player));
  if (chosen === "") return <p className={s.intro}>{t("seed.fresh")}</p>;
  const back = () => {
    chooseSeed(player, "");
    setChosen("");
  };
  return (
    <div className={s.chosen}>
      <p>{t("seed.chosen", { seed: chosen })}</p>
      <Button size="s" onClick={back}>
        {t("seed.freshAgain")}
      </Button>
    </div>
  );
}

function Seeds() {
  const { t } = useTranslation("fair");
  const language = useLanguage();
  const {
    data: seed,
    isError,
    refetch,
  } = useQuery({
    ...seedQuery,
    refetchInterval: ({ state }) => (state.data?.nextServerHash === "" ? BEACON_MS : false),
  });
  const [dialog, setDialog] = useState<"edit" | "rotate" | null>(null);
  const player = useSession(({ user }) => user?.id ?? "");
  const whose = useBeaconSource(seed?.beaconSource);
  if (!seed) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton className={s.place} />;
  const source = seed.beaconSource === "local" ? t("seed.local") : seed.beaconSource;
  return (
    <>
      <div className={s.grid}>
        <CopyText label={t("seed.user")} text={seed.userSeed} />
        {seed.nextServerHash === "" ? (
          <p className={s.waiting}>{t("seed.waiting")}</p>
        ) : (
          <CopyText label={t("seed.next")} text={seed.nextServerHash} />
        )}
        <CopyText label={t("seed.commit")} text={seed.commit} />
        <dl className={s.facts}>
          <div>
            <dt>{t("seed.nonce")}</dt>
            <dd className="num">{formatCount(seed.nonce, language)}</dd>
          </div>
          <div>
            <dt>{t("seed.beacon")}</dt>
            <dd>{t("seed.beaconText", { source, round: seed.beaconRound })}</dd>
          </div>
        </dl>
      </div>
      <DeviceSeed key={`${player} ${dialog}`} player={player} />
      <BeaconSource className={s.intro} source={whose} />
      <div className={s.actions}>
        <Button onClick={() => setDialog("edit")}>
          <Pencil size={16} aria-hidden />
          {t("seed.edit")}
        </Button>
        <Button onClick={() => setDialog("rotate")}>
          <RefreshCw size={16} aria-hidden />
          {t("seed.rotate")}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => openOverlay("chart")}>
          <BarChart3 size={16} aria-hidden />
          {t("seed.chart")}
        </Button>
      </div>
      {dialog === "edit" && <SeedDialog seed={seed.userSeed} onClose={() => setDialog(null)} />}
      {dialog === "rotate" && <RotateDialog onClose={() => setDialog(null)} />}
    </>
  );
}
