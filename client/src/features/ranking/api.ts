import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { bool, i32, i64, list, type Shape, ShapeError, str, struct, u32 } from "../../protocol/shape.ts";
import { keys } from "../../state/query.ts";

/** A JSON number that is no integer: magnification and score have two decimals. */
const readNumber = (value: unknown): number => {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new ShapeError("", "number", value);
};
const decimal: Shape<number> = { fromTuple: readNumber, fromJSON: readNumber, toTuple: (value) => value };

/** Product spec §3 "Ranking row". */
export interface RankRow {
  readonly rank: number;
  readonly name: string;
  readonly avatar: string;
  readonly headPortraitBox: string;
  readonly bot: boolean;
  readonly magnification: number;
  readonly awardAmount: number;
  readonly score: number;
  readonly def: number;
  readonly valueCents: number;
  readonly rateE8: number;
  readonly boxId: number;
  readonly resultId: string;
}

const RankRow: Shape<RankRow> = struct("RankRow", {
  rank: i32,
  name: str,
  avatar: str,
  headPortraitBox: str,
  bot: bool,
  magnification: decimal,
  awardAmount: decimal,
  score: decimal,
  def: i32,
  valueCents: i64,
  rateE8: u32,
  boxId: i32,
  resultId: str,
});

const Top10 = struct("Top10", {
  yesterday: list(RankRow),
  today: list(RankRow),
  date: str,
  yesterdayDate: str,
  madeMs: i64,
  nextMs: i64,
  closesMs: i64,
  paid: bool,
  awardsCents: list(i64),
});

export type Board = "upgradeTop10" | "openBoxTop10";

export const rankingQuery = (board: Board) =>
  queryOptions({
    queryKey: keys.ranking(board),
    queryFn: ({ signal }) => api.get(`/api/newActivity/${board}`, Top10, { signal }),
    refetchInterval: 60_000,
  });
