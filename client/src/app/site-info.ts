import { useQuery } from "@tanstack/react-query";
import { api } from "../net/http.ts";
import { i64 } from "../protocol/shape.ts";
import { keys } from "../state/query.ts";

/** Product spec §7: data 0 shows the battle entry, 1 hides it. Shown until the server says otherwise. */
export function useBattleOpen(): boolean {
  const { data } = useQuery({
    queryKey: keys.battleOpen,
    queryFn: ({ signal }) => api.get("/api/battle/open", i64, { signal }),
    staleTime: 300_000,
  });
  return data !== 1;
}
