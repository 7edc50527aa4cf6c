import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import { keys } from "../../state/query.ts";

/** Product spec §3 "Ranking row". */
export type RankRow = Api["RankRow"];

export type Board = "upgradeTop10" | "openBoxTop10";

export const rankingQuery = (board: Board) =>
  queryOptions({
    queryKey: keys.ranking(board),
    queryFn: ({ signal }) => api.get(`/api/newActivity/${board}` as const, { signal }),
    refetchInterval: 60_000,
  });
