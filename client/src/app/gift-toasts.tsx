/**
 * What the house gave, in a corner: nothing is covered, and nothing waits for it to be closed. Not while a game runs:
 * then gifts wait, and come one above the other when its result was seen.
 */
import { X } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { PropsDrop } from "../protocol/gen.ts";
import { paths } from "../routes/paths.ts";
import { useItems } from "../state/catalog.ts";
import { rarityStyle } from "../ui/rarity.ts";
import s from "./gift-toasts.module.css";
import { hideProps } from "./props.ts";

/** So many are seen at once, the oldest first; the others follow as these go. */
const MOST = 3;
/** It lies in the backpack: a player who looked elsewhere has missed nothing. */
const SHOWN_MS = 15_000;

export const GiftToasts = ({ drops }: { drops: readonly PropsDrop[] }) => (
  <div className={s.gifts} role="status" aria-live="polite">
    {drops.slice(0, MOST).map((drop) => (
      <Gift key={drop.opId} drop={drop} />
    ))}
  </div>
);

function Gift({ drop: { opId, items } }: { drop: PropsDrop }) {
  const { t } = useTranslation("shell");
  const { t: ui } = useTranslation("ui");
  const known = useItems();
  const hide = () => hideProps(opId);
  useEffect(() => {
    const timer = setTimeout(hideProps, SHOWN_MS, opId);
    return () => clearTimeout(timer);
  }, [opId]);
  const first = items.map(({ def }) => known(def)).find((item) => item !== undefined);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={s.gift} role="group" aria-label={t("props.title")} style={first && rarityStyle(first.rarity)}>
      {first && <img src={first.thumb} alt="" width={192} height={144} />}
      <div>
        <b>{t("props.title")}</b>
        <p>{items.length === 1 && first ? `${first.brand} ${first.name}` : t("props.text", { count: items.length })}</p>
        <Link to={paths.backpack()} onClick={hide}>
          {t("props.backpack")}
        </Link>
      </div>
      <button type="button" aria-label={ui("close")} onClick={hide}>
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}
