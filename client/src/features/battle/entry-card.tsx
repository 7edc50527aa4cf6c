import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import { i64, list, str, struct } from "../../protocol/shape.ts";
import { useLoggedIn } from "../../state/session.ts";
import { formatCents } from "../../ui/number.ts";

interface HeldCard {
  readonly id: string;
  readonly rewardTypeEnum: string;
  readonly state: string;
  readonly worthCents: number;
}
const HeldCards = struct("CardPage", {
  records: list(struct<HeldCard>("CardRecord", { id: str, rewardTypeEnum: str, state: str, worthCents: i64 })),
});

/** The newest card of the player's that can pay an entry; null without one. */
const entryCardQuery = queryOptions({
  queryKey: ["mine", "cards", "entry"],
  queryFn: async ({ signal }) => {
    const query = { current: 1, size: 50, state: "held" };
    const { records } = await api.get("/api/user/cards", HeldCards, { query, signal });
    return records.find((card) => card.rewardTypeEnum === "armyCompetitionCard" && card.state === "held") ?? null;
  },
  staleTime: 0,
});

/** The card that may pay the entry, up to its worth. */
export function useEntryCard(): HeldCard | null {
  const loggedIn = useLoggedIn();
  return useQuery({ ...entryCardQuery, enabled: loggedIn }).data ?? null;
}

export function EntryCardChoice({
  card,
  chosen,
  onChoose,
}: {
  card: HeldCard;
  chosen: boolean;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  return (
    <label>
      <input type="checkbox" checked={chosen} onChange={(event) => onChoose(event.target.checked ? card.id : "")} />{" "}
      {t("wait.card", { worth: formatCents(card.worthCents, language) })}
    </label>
  );
}
