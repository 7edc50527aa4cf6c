import { useQuery } from "@tanstack/react-query";
import { Dices, FileCheck2, LockKeyhole, type LucideIcon, RadioTower, Sigma, Swords } from "lucide-react";
import { useTranslation } from "react-i18next";
import { fairOf } from "../../routes/kinds.ts";
import { paths } from "../../routes/paths.ts";
import type { FairGame, FairInfo } from "../../state/overlay.ts";
import { seedQuery } from "../../state/own-draws.ts";
import { useLoggedIn } from "../../state/session.ts";
import { useBeaconSource } from "../../state/trust.ts";
import { BeaconSource } from "../../ui/beacon-source.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import s from "./fair-info-dialog.module.css";

/** Sections of the whole explanation, which is a page of the help (product spec §2). */
const SECTIONS = {
  s1: LockKeyhole,
  s2: RadioTower,
  s3: Dices,
  s4: Sigma,
  s6: Swords,
} as const satisfies Record<string, LucideIcon>;

interface Telling {
  readonly steps: readonly (keyof typeof SECTIONS)[];
  /** The check of a proof that is this game's own, where no section has it. */
  readonly own?: "section" | Exclude<ReturnType<typeof fairOf>, "numbers">;
  /** The number comes from seed and server seed (product spec §9). */
  readonly numbered?: true;
}

/** Not in every game the player's seed decides, or a number names an item. */
function tellingOf(game: FairGame): Telling {
  if (game === "box") return { steps: ["s1", "s2", "s3", "s4"], numbered: true };
  if (game === "upgrade") return { steps: ["s1", "s2", "s3"], own: "section", numbered: true };
  const fair = fairOf(game);
  return fair === "numbers"
    ? { steps: ["s1", "s2", "s3", "s4", "s6"], numbered: true }
    : { steps: ["s1", "s2"], own: fair };
}

/** Commitment, chance from outside, seed, number, proof: in short, with what is promised right now. */
export function FairInfoDialog({ info, onClose }: { info: FairInfo; onClose: () => void }) {
  const { t } = useTranslation("fair");
  const source = useBeaconSource();
  const { t: help } = useTranslation("help");
  const { steps, own, numbered } = tellingOf(info.game);
  return (
    <Dialog title={help("instructions.title")} onClose={onClose} size="l">
      <p className={s.intro}>{help("instructions.intro")}</p>
      <BeaconSource className={s.intro} source={source} />
      <Promised info={info} />
      <ol className={s.steps}>
        {steps.map((step) => (
          <Step
            key={step}
            icon={SECTIONS[step]}
            title={help(`instructions.sections.${step}.title`)}
            text={help(`instructions.sections.${step}.text`)}
            rule={step === "s4" && numbered ? t("check.number.text") : undefined}
          />
        ))}
        {own && (
          <Step
            icon={Sigma}
            title={t(`verify.kinds.${info.game}`)}
            text={t(`check.${own}.text`)}
            rule={numbered && t("check.number.text")}
          />
        )}
        <Step
          icon={FileCheck2}
          title={help("instructions.sections.s5.title")}
          text={help("instructions.sections.s5.text")}
        />
      </ol>
      <DialogActions>
        <ButtonLink to={paths.instructions()} onClick={onClose}>
          {t("strip.read")}
        </ButtonLink>
        <ButtonLink kind="primary" to={paths.verify(info.resultId)} onClick={onClose}>
          {help("verify")}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}

interface StepProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** What the number is. */
  readonly rule?: string | undefined;
}

function Step({ icon: Icon, title, text, rule }: StepProps) {
  const { t } = useTranslation("fair");
  return (
    <li>
      <Icon size={22} aria-hidden />
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
        {rule && (
          <p className={s.rule}>
            <b>{t("verify.number")}</b> {rule}
          </p>
        )}
      </div>
    </li>
  );
}

/** The room's commitment; of a box or an upgrade the player's own, where the page has asked for it already. */
function Promised({ info: { game, commit } }: { info: FairInfo }) {
  const { t } = useTranslation("fair");
  const loggedIn = useLoggedIn();
  const { data: seed } = useQuery({ ...seedQuery, enabled: false });
  const mine = (game === "box" || game === "upgrade") && loggedIn ? seed : undefined;
  const promise = commit || mine?.commit;
  if (!promise) return null;
  return (
    <div className={s.promised}>
      <CopyText label={t("seed.commit")} text={promise} />
      {game === "box" && mine?.nextServerHash && <CopyText label={t("seed.next")} text={mine.nextServerHash} />}
    </div>
  );
}
