import { useTranslation } from "react-i18next";
import { useLanguage, words } from "../i18n/language.ts";
import { paths } from "../routes/paths.ts";
import type { BoxCardProps } from "../ui/box-card.tsx";
import type { BoxSummary } from "./boxes.ts";
import { useItems } from "./catalog.ts";

/** From a box of the server to what a box card draws, in the player's language. */
export function useBoxView(): (box: BoxSummary) => BoxCardProps {
  const { t } = useTranslation("ui");
  const language = useLanguage();
  const items = useItems();
  return (box) => {
    const topDef = box.topDefs[0];
    const top = topDef === undefined ? undefined : items(topDef);
    return {
      to: paths.box(box.id),
      name: words(box.name, language),
      image: box.image,
      accent: box.accent,
      cents: box.priceCents,
      top: top && { ...top, label: t("topItem") },
      tags: box.tags,
    };
  };
}
