import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { BattleCard } from "../../protocol/gen.ts";
import { i64, list, struct } from "../../protocol/shape.ts";
import { keys } from "../../state/query.ts";

const Battles = struct("Battles", { battles: list(BattleCard), total: i64 });

export const BATTLES_PAGE = 12;

export const battlesQuery = (page: number) =>
  queryOptions({
    queryKey: keys.battles(page),
    queryFn: ({ signal }) =>
      api.get("/api/battle/mine", Battles, { query: { current: page, size: BATTLES_PAGE }, signal }),
    placeholderData: keepPreviousData,
  });
