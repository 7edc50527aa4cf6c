import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../state/query.ts";
import { SIGN_KEY } from "../../state/sign.ts";
import { englishPlayer, fakeServer } from "../../test-kit.tsx";
import { sound } from "../../ui/sound.ts";
import * as toasts from "../../ui/toast.ts";
import type { SignInfo, SignItem } from "./api.ts";
import { closePopup, usePopup } from "./popup.ts";
import { useClaim } from "./use-claim.ts";

const item = {
  ...{
    boxId: 0,
    index: 1,
    conditionNum: 1,
    activityRewardType: "diamond",
    receiveNum: 10,
    rewardName: "Gems",
    rewardImage: "",
  },
  ...{ skinsPrice: 0, percent: 0, hours: 0, worth: 0, limitationType: 0, limitationTime: 0 },
} satisfies SignItem;
const info = {
  activityCondition: [{ activityType: "every", activityHandlerConditionList: [item] }],
  activityResult: { every: {}, accumulate: {} },
  ...{ activityAccumulate: 0, userSignIn: false, count: 0, gapDays: 0, today: "20261121" },
  ...{ dayEndsMs: 0, monthEndsMs: 0, sysTime: 0 },
} as SignInfo;
const given = {
  ...{ activityType: "every", activityHandlerCondition: item, stuffName: "", stuffImage: "" },
  ...{ skinsRarity: "", price: 0, def: 0, resultId: "" },
};

beforeEach(async () => {
  await englishPlayer("sign");
  closePopup();
});
afterEach(() => vi.unstubAllGlobals());

test("a day that was signed is told with its rewards and a sound, and everything that it changes is asked for anew", async () => {
  const server = fakeServer({
    "/api/newActivity/handlerActivity/claim": [[given]],
    "/api/user/info": [{ errCode: 5001 }],
  });
  const coin = vi.spyOn(sound, "coin").mockImplementation(() => undefined);
  const said = vi.spyOn(toasts, "toast").mockImplementation(() => undefined);
  const anew = vi.spyOn(queryClient, "invalidateQueries");
  const { result } = renderHook(() => useClaim(info), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await act(async () => result.current.pick("every", item));
  await vi.waitFor(() => expect(usePopup.getState().popup?.kind).toBe("rewards"));
  expect(server.posts).toMatchObject([{ body: { activityBaseIdent: "Sign", activityType: "every", conditionNum: 1 } }]);
  expect(coin).toHaveBeenCalledTimes(1);
  expect(said.mock.calls).toEqual([["Signed in for today", "ok"]]);
  expect(anew.mock.calls.map(([filter]) => filter?.queryKey)).toContainEqual(SIGN_KEY); // the board, and the dot
  expect(server.asked).toContain("/api/user/info");
});
