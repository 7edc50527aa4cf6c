/** The cards that may pay an entry, up to their worth: chosen where one creates a battle and where one joins. */

import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import { useLoggedIn } from "../../state/session.ts";

export type HeldCard = Pick<Api["CardRecord"], "id" | "rewardTypeEnum" | "state" | "worthCents" | "expiresAtMs">;

/** The player's cards that can pay an entry, the one that expires first before the others. */
const entryCardsQuery = queryOptions({
  queryKey: ["mine", "cards", "entry"],
  queryFn: async ({ signal }) => {
    const query = { current: 1, size: 50, state: "held" };
    const { records } = await api.get("/api/user/cards", { query, signal });
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
