/** The cards that may pay an entry, up to their worth: chosen where one creates a battle and where one joins. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import { i64, list, str, struct } from "../../protocol/shape.ts";
import { useLoggedIn } from "../../state/session.ts";
import { Checkbox } from "../../ui/field.tsx";
import { formatCents, formatTime } from "../../ui/number.ts";
import { Select } from "../../ui/select.tsx";
import s from "./entry-card.module.css";

export interface HeldCard {
  readonly id: string;
  readonly rewardTypeEnum: string;
  readonly state: string;
  readonly worthCents: number;
  readonly expiresAtMs: number;
}
const HeldCards = struct("CardPage", {
  records: list(
    struct<HeldCard>("CardRecord", { id: str, rewardTypeEnum: str, state: str, worthCents: i64, expiresAtMs: i64 }),
  ),
});

/** The player's cards that can pay an entry, the one that expires first before the others. */
const entryCardsQuery = queryOptions({
  queryKey: ["mine", "cards", "entry"],
  queryFn: async ({ signal }) => {
    const query = { current: 1, size: 50, state: "held" };
    const { records } = await api.get("/api/user/cards", HeldCards, { query, signal });
    return records
      .filter((card) => card.rewardTypeEnum === "armyCompetitionCard" && card.state === "held")
      .sort((a, b) => a.expiresAtMs - b.expiresAtMs);
  },
  staleTime: 0,
});

const NONE: readonly HeldCard[] = [];

export function useEntryCards(): readonly HeldCard[] {
  const loggedIn = useLoggedIn();
  return useQuery({ ...entryCardsQuery, enabled: loggedIn }).data ?? NONE;
}

/** What is left to pay beside the chosen card. A card that is gone by now pays nothing. */
export function besideCard(cards: readonly HeldCard[], chosen: string, entryCents: number): number {
  const card = cards.find(({ id }) => id === chosen);
  return Math.max(entryCents - (card?.worthCents ?? 0), 0);
}

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
