import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { loadUser, requireLogin } from "../../state/session.ts";
import { openSign, SIGN_KEY } from "../../state/sign.ts";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import { claim, type SignInfo, type SignItem, type SignType, timeQuery } from "./api.ts";
import { dayState, doneOf, isSignedToday, milestoneState } from "./board.ts";
import { showPopup } from "./popup.ts";

interface Wish {
  readonly type: SignType;
  readonly item: SignItem;
}

/** No button offers what cannot succeed; the server decides all the same. */
async function take({ type, item }: Wish, key: string) {
  if (item.limitationTime > 0) {
    const done = doneOf(item, await queryClient.fetchQuery(timeQuery));
    if (done < item.limitationTime) return null;
  }
  return claim(type, item.conditionNum, key);
}

/** The claim of a day or a milestone, with everything that follows (product spec §4). */
export function useClaim(info: SignInfo | undefined) {
  const { t } = useTranslation("sign");
  const intent = useIntent();
  const refresh = () => {
    // a season counts sign-ins, too
    for (const queryKey of [SIGN_KEY, ["mine", "active"]]) void queryClient.invalidateQueries({ queryKey });
  };
  const call = useMutation({
    mutationFn: (wish: Wish) => intent.run([wish.type, wish.item.conditionNum, info?.today], (key) => take(wish, key)),
    onSuccess: (given, { type, item }) => {
      if (given === null) {
        showPopup({ kind: "required", item });
        return;
      }
      sound.coin();
      toast(t(type === "every" ? "done" : "doneMonth"), "ok");
      showPopup({ kind: "rewards", given });
      refresh();
      void loadUser();
    },
    onError: (error, { item }) => {
      refresh(); // another tab may have claimed it
      if (error instanceof ApiError && error.code === errorCode.signToday) showPopup({ kind: "blocked" });
      else if (error instanceof ApiError && error.code === errorCode.signLimit) showPopup({ kind: "required", item });
      else reportError(error);
    },
  });
  const pick = (type: SignType, item: SignItem) => {
    if (info === undefined || !requireLogin()) return;
    const state = type === "every" ? dayState(info, item.conditionNum) : milestoneState(info, item.conditionNum);
    if (state === "ready") call.mutate({ type, item });
    else if (type === "every" && isSignedToday(info)) showPopup({ kind: "blocked" });
    else showPopup({ kind: "waits", item, type });
    openSign("board");
  };
  const isBusy = (type: SignType, item: SignItem) =>
    call.isPending && call.variables.type === type && call.variables.item.conditionNum === item.conditionNum;
  return { pick, isBusy };
}
