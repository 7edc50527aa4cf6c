import { queryOptions } from "@tanstack/react-query";
import type { Language } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import { bool, i32, i64, list, raw, type Shape, str, struct, u32 } from "../../protocol/shape.ts";
import type { OddsEntry } from "../../state/boxes.ts";
import { WELFARE_KEY } from "../../state/welfare.ts";

/** Product spec §3 "Opened result"; a reward has no item. */
export interface TaskResult {
  readonly activityRewardType: string;
  /** Cents of gems, fragments, or things. */
  readonly receiveNum: number;
  readonly resultId: string;
  readonly itemId: string;
  readonly def: number;
  readonly valueCents: number;
}
const TaskResults: Shape<readonly TaskResult[]> = list(
  struct<TaskResult>("TaskResult", {
    activityRewardType: str,
    receiveNum: i64,
    resultId: str,
    itemId: str,
    def: i32,
    valueCents: i64,
  }),
);

/** The server's key is the player, the box and its time: the same call again is answered again. */
export const openBox = (boxId: number) => api.post("/api/task/open", { boxId }, TaskResults);
export const openProps = (boxId: number) => api.post("/api/task/openTaskGive", { boxId }, TaskResults);

export interface TaskDetails {
  readonly id: number;
  readonly name: string;
  readonly image: string;
  readonly accent: string;
  readonly stuffVOList: readonly OddsEntry[];
}
const Stuff: Shape<OddsEntry> = {
  fromTuple: (value) => Stuff.fromJSON(value),
  fromJSON(value) {
    const { startProbability: lo, endProbability: hi, ...rest } = Line.fromJSON(value);
    return { ...rest, lo, hi };
  },
  toTuple: (value) => value,
};
const Line = struct("TaskStuff", {
  def: i32,
  weight: u32,
  valueCents: i64,
  tickets: u32,
  startProbability: u32,
  endProbability: u32,
});
const Details: Shape<TaskDetails> = struct("TaskDetails", {
  id: i64,
  name: str,
  image: str,
  accent: str,
  stuffVOList: list(Stuff),
});

export const detailsQuery = (boxId: number, language: Language) =>
  queryOptions({
    queryKey: ["task-box", boxId, language],
    queryFn: ({ signal }) => api.get("/api/task/details", Details, { query: { boxId }, signal }),
  });

/** A box of the welcome (product spec §3, "Welfare data"). */
export interface Gift {
  readonly id: number;
  readonly name: string;
  readonly image: string;
}
const Gifts = list(struct<Gift>("GiftBox", { id: i64, name: str, image: str }));

/** An official roll room that everybody may enter; one that is off is being listed. */
export interface WelfareRoll {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly isOff: boolean;
}

export interface Welfare {
  readonly welfareTaskBox: readonly Gift[];
  readonly rechargeTaskBox: readonly Gift[];
  readonly opened: boolean;
  readonly recharged: boolean;
  readonly gifted: boolean;
  readonly rolled: boolean;
  readonly rolls: readonly WelfareRoll[];
  /** On this device's clock. */
  readonly endsAtMs: number;
}
const Answer = struct("Welfare", {
  welfareTaskBox: Gifts,
  rechargeTaskBox: Gifts,
  rollList: list(
    struct("WelfareRoll", {
      isOff: i64,
      status: str,
      roll: struct("WelfareRollRow", { id: str, name: str, image: str }),
    }),
  ),
  opened: bool,
  recharged: bool,
  gifted: bool,
  rolled: bool,
  endsAtMs: i64,
  sysTime: i64,
});

/** Refused once the account is a day old. */
export const welfareQuery = (language: Language) =>
  queryOptions({
    queryKey: [...WELFARE_KEY, language],
    queryFn: async ({ signal }): Promise<Welfare> => {
      const { rollList, sysTime, ...rest } = await api.get("/api/task/register/welfare", Answer, { signal });
      return {
        ...rest,
        rolls: rollList.map(({ isOff, roll }) => ({ ...roll, isOff: isOff === 1 })),
        endsAtMs: rest.endsAtMs + Date.now() - sysTime,
      };
    },
    retry: false,
    staleTime: 0,
  });

/** Saves a step that was taken (product spec §7); the server has seen it, or refuses. */
export const saveStatus = (status: number) => api.post("/api/user/update/status", { status }, raw);
