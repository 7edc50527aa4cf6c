import { queryOptions } from "@tanstack/react-query";
import type { Language } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import type { OddsEntry } from "../../state/boxes.ts";
import type { Sent } from "../../state/own-draws.ts";
import { WELFARE_KEY } from "../../state/welfare.ts";

/** Product spec §3 "Opened result"; a reward has no item. */
export type TaskResult = Pick<
  Api["TaskResult"],
  "activityRewardType" | "receiveNum" | "resultId" | "itemId" | "def" | "valueCents"
>;

/** The server's key is the player, the box and its time: the same call again is answered again. */
export const openBox = (boxId: number, oddsHash: string, sent: Sent) =>
  api.post("/api/task/open", { boxId, oddsHash, ...sent });
export const openProps = (boxId: number) => api.post("/api/task/openTaskGive", { boxId });

/** The table in the words of every other box. */
export interface TaskDetails extends Omit<Api["TaskDetails"], "stuffVOList"> {
  readonly stuffVOList: readonly OddsEntry[];
}
const oddsOf = ({ startProbability: lo, endProbability: hi, ...line }: Api["TaskStuff"]): OddsEntry => ({
  ...line,
  lo,
  hi,
});

export const detailsQuery = (boxId: number, language: Language) =>
  queryOptions({
    queryKey: ["task-box", boxId, language],
    queryFn: async ({ signal }): Promise<TaskDetails> => {
      const details = await api.get("/api/task/details", { query: { boxId }, signal });
      return { ...details, stuffVOList: details.stuffVOList.map(oddsOf) };
    },
  });

/** A box of the welcome (product spec §3, "Welfare data"). */
export type Gift = Api["GiftBox"];

/** An official roll room that is open to all players; one that is off is being listed. */
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

/** Refused once the account is a day old. */
export const welfareQuery = (language: Language) =>
  queryOptions({
    queryKey: [...WELFARE_KEY, language],
    queryFn: async ({ signal }): Promise<Welfare> => {
      const { rollList, sysTime, ...rest } = await api.get("/api/task/register/welfare", { signal });
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
export const saveStatus = (status: number) => api.post("/api/user/update/status", { status });
