import { queryClient } from "../../state/query.ts";

/** All of it belongs to the player: it begins with "mine" and goes when the session ends. */
export const studioKeys = {
  all: ["mine", "studio"],
  rolls: (page: number) => ["mine", "studio", "rolls", page],
  roll: (id: string) => ["mine", "studio", "roll", id],
  setup: (id: string) => ["mine", "studio", "setup", id],
  items: (page: number) => ["mine", "studio", "items", page],
} as const;

/** What the player does here changes the backpack and the balance, too. */
export function refreshOwn(): void {
  void queryClient.invalidateQueries({ queryKey: ["mine"] });
}
