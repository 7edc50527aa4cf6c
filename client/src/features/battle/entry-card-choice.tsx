import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { Checkbox } from "../../ui/field.tsx";
import { formatCents, formatTime } from "../../ui/number.ts";
import { Select } from "../../ui/select.tsx";
import s from "./entry-card.module.css";
import type { HeldCard } from "./entry-card.ts";

/** One card is a box to tick; of several one is chosen. Nothing without any. */
export function EntryCardChoice({
  cards,
  chosen,
  onChoose,
}: {
  cards: readonly HeldCard[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const [only] = cards;
  if (!only) return null;
  if (cards.length === 1) {
    return (
      <Checkbox checked={chosen === only.id} onChange={(event) => onChoose(event.target.checked ? only.id : "")}>
        {t("wait.card", { worth: formatCents(only.worthCents, language) })}
      </Checkbox>
    );
  }
  const label = ({ worthCents, expiresAtMs }: HeldCard) =>
    t("pay.card", { worth: formatCents(worthCents, language), time: formatTime(expiresAtMs, language) });
  return (
    <Select
      className={s.choice}
      label={t("pay.choose")}
      value={cards.some(({ id }) => id === chosen) ? chosen : ""}
      onChange={onChoose}
      choices={[{ value: "", label: t("pay.none") }, ...cards.map((card) => ({ value: card.id, label: label(card) }))]}
    />
  );
}
