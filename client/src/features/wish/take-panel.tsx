/** What a wish costs and what may still be taken: the bottles chosen, or a quick pick of so many. */
import { Minus, Plus, Sparkles } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import type { WishSnapshot } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useSession } from "../../state/session.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatShare } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import layout from "../../ui/room-layout.module.css";
import { allowance, payOf } from "./choice.ts";
import { Cards, Cost } from "./cost.tsx";
import s from "./room.module.css";
import { type Taking, useMeans } from "./take.ts";

interface TakePanelProps {
  readonly room: WishSnapshot;
  readonly me: string | undefined;
  readonly owned: readonly number[];
  readonly chosen: readonly number[];
  readonly taking: Taking;
}

export function TakePanel({ room, me, owned, chosen, taking }: TakePanelProps) {
  const { t } = useTranslation("wish");
  const language = useLanguage();
  const { card: summary } = room;
  const left = allowance(room, me);
  const means = useMeans(room);
  const pay = payOf(summary);
  // Of a player who is not known yet the places are kept, also that of the note: it stands under most newcomers' panel.
  const isAwaited = useSession(({ token }) => token !== "") && means === null;
  const short = pay === "cards" && (isAwaited || (means !== null && means < summary.cardNum));
  return (
    <section className={cx(layout.block, s.block, s.take)} aria-label={t("take.title")}>
      <h2>{t("take.title")}</h2>
      <dl className={s.facts}>
        <div>
          <dt>{t("take.each")}</dt>
          <dd>
            <Cost room={summary} />
          </dd>
        </div>
        {(isAwaited || means !== null) && (
          <div>
            <dt>{t(pay === "cards" ? "take.cards" : "take.gems")}</dt>
            <dd data-part="means">
              {means === null ? "–" : pay === "cards" ? <Cards count={means} /> : <Price cents={means} />}
            </dd>
          </div>
        )}
        <div>
          <dt>{t("take.yours")}</dt>
          <dd data-part="owned">{t("take.share", { owned: owned.length, most: summary.most })}</dd>
        </div>
        {owned.length > 0 && (
          <div>
            <dt>{t("take.chance")}</dt>
            <dd>{formatShare(owned.length / summary.bottles, language)}</dd>
          </div>
        )}
      </dl>
      <p className={layout.note}>{t("take.cap", { most: summary.most })}</p>
      {left === 0 ? (
        <p className={s.full}>{t("take.full")}</p>
      ) : (
        <>
          <Chosen room={room} chosen={chosen} taking={taking} />
          <QuickPick room={room} left={left} taking={taking} />
        </>
      )}
      {short && (
        <p className={cx(layout.note, s.short, isAwaited && s.awaited)}>
          {t("take.short")}
          <ButtonLink size="s" to={paths.wishes()}>
            {t("take.earn")}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}

function Chosen({ room, chosen, taking }: Pick<TakePanelProps, "room" | "chosen" | "taking">) {
  const { t } = useTranslation("wish");
  const none = chosen.length === 0;
  return (
    <div className={cx(s.chosen, none && s.none)}>
      <p>{none ? t("take.choose") : t("take.chosen", { bottles: chosen.join(", ") })}</p>
      <Button kind="primary" size="l" disabled={none} busy={taking.busy} onClick={() => taking.take(chosen)}>
        {t("take.go", { count: chosen.length })}
        {!none && <Cost room={room.card} bottles={chosen.length} />}
      </Button>
    </div>
  );
}

function QuickPick({ room, left, taking }: { room: WishSnapshot; left: number; taking: Taking }) {
  const { t } = useTranslation("wish");
  const [wanted, setWanted] = useState(1);
  const count = Math.min(wanted, left);
  return (
    <fieldset className={s.quick}>
      <legend>{t("take.quick")}</legend>
      <div className={s.stepper}>
        <Button size="icon" aria-label={t("take.fewer")} disabled={count <= 1} onClick={() => setWanted(count - 1)}>
          <Minus size={18} aria-hidden />
        </Button>
        <output className="num" aria-live="polite">
          {count}
        </output>
        <Button size="icon" aria-label={t("take.more")} disabled={count >= left} onClick={() => setWanted(count + 1)}>
          <Plus size={18} aria-hidden />
        </Button>
      </div>
      <Button busy={taking.busy} onClick={() => taking.quick(count)}>
        <Sparkles size={16} aria-hidden />
        {t("take.quickGo", { count })}
        <Cost room={room.card} bottles={count} />
      </Button>
    </fieldset>
  );
}
