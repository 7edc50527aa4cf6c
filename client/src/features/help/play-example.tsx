import { Dices, KeyRound, PackageOpen, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Field } from "../../ui/field.tsx";
import { formatCount, formatSection } from "../../ui/number.ts";
import { newPledge, newUserSeed, nextHash, type Opening, open } from "./example.ts";
import { NumberLine } from "./number-line.tsx";
import s from "./play-example.module.css";

const isUserSeed = (seed: string): boolean => /^[0-9A-Za-z]{1,16}$/.test(seed);

/**
 * BOX1 to play with: commitment, public value, the player's seed, the number and the part of the line that it falls
 * into.
 */
export function PlayExample() {
  const { t } = useTranslation("help");
  const { t: ui } = useTranslation("ui");
  const language = useLanguage();
  const [pledge, setPledge] = useState(() => newPledge(1));
  const [userSeed, setUserSeed] = useState(newUserSeed);
  const [openings, setOpenings] = useState<readonly Opening[]>([]);
  const [revealed, setRevealed] = useState(false);
  const last = openings.at(-1);
  const good = isUserSeed(userSeed);

  const play = () => good && setOpenings([...openings, open(pledge, openings.length, userSeed)]);
  const anew = () => {
    setPledge(newPledge(pledge.round + 1));
    setOpenings([]);
    setRevealed(false);
  };

  return (
    <section className={s.play} aria-labelledby="try" id="try-it">
      <h2 id="try">{t("play.title")}</h2>
      <p className={s.lead}>{t("play.lead")}</p>
      <CopyText label={t("play.commit")} text={pledge.commit} />
      <CopyText label={t("play.beacon", { round: pledge.round })} text={pledge.beacon} />
      {revealed ? (
        <>
          <CopyText label={t("play.secret")} text={pledge.secret} />
          <p className={s.matches} role="status">
            {t("play.matches")}
          </p>
          <Button onClick={anew}>
            <RotateCcw size={16} aria-hidden />
            {t("play.anew")}
          </Button>
        </>
      ) : (
        <>
          <CopyText label={t("play.next", { n: openings.length + 1 })} text={nextHash(pledge, openings.length)} />
          <Field
            label={t("play.userSeed")}
            value={userSeed}
            maxLength={16}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setUserSeed(event.target.value)}
            error={good ? undefined : t("play.badSeed")}
            end={
              <button
                type="button"
                className={s.random}
                aria-label={t("play.random")}
                title={t("play.random")}
                onClick={() => setUserSeed(newUserSeed())}
              >
                <Dices size={18} aria-hidden />
              </button>
            }
          />
          <div className={s.actions}>
            <Button kind="primary" onClick={play} disabled={!good}>
              <PackageOpen size={16} aria-hidden />
              {t("play.open")}
            </Button>
            <Button onClick={() => setRevealed(true)} disabled={!last}>
              <KeyRound size={16} aria-hidden />
              {t("play.reveal")}
            </Button>
          </div>
        </>
      )}
      <NumberLine number={last?.number} rarity={last?.rarity} />
      {last && <Result opening={last} />}
      <p className="sr" role="status">
        {last
          ? t("play.result", { number: formatSection(last.number, language), rarity: ui(`rarity.${last.rarity}`) })
          : ""}
      </p>
    </section>
  );
}

function Result({ opening }: { opening: Opening }) {
  const { t } = useTranslation("help");
  const { t: ui } = useTranslation("ui");
  const language = useLanguage();
  return (
    <div className={s.result}>
      <CopyText label={t("play.serverSeed")} text={opening.serverSeed} />
      <dl>
        <dt>{t("play.resultHash")}</dt>
        <dd className={s.hash}>
          <b>{opening.resultHash.slice(0, 6)}</b>
          {opening.resultHash.slice(6)}
        </dd>
      </dl>
      <p>
        {t("play.number", {
          hex: opening.resultHash.slice(0, 6),
          v: formatCount(opening.v, language),
          number: formatSection(opening.number, language),
        })}
      </p>
      <p>
        {t("play.result", { number: formatSection(opening.number, language), rarity: ui(`rarity.${opening.rarity}`) })}
      </p>
    </div>
  );
}
