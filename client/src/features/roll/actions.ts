/** Joining a roll room. Code 615 is no toast but a list of what is missing (product spec §8). */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, refusalData } from "../../net/http.ts";
import { errorCode, type RollSnapshot } from "../../protocol/gen.ts";
import { useIntent } from "../../state/intent.ts";
import { errorText, reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { requireLogin } from "../../state/session.ts";
import { WELFARE_KEY } from "../../state/welfare.ts";
import { toast } from "../../ui/toast.ts";
import { joinRoll, type TaskItem } from "./api.ts";
import { rollKeys } from "./query.ts";
import { sharerOf } from "./share.ts";

/** What code 615 came with; null for any other error. */
export const missingTasks = (error: unknown): readonly TaskItem[] | null =>
  error instanceof ApiError && error.code === errorCode.rollTask ? (refusalData(error, error.code) ?? []) : null;

export interface Joining {
  readonly busy: boolean;
  readonly missing: readonly TaskItem[] | null;
  readonly wrongPassword: string;
  join(password: string): void;
  forget(): void;
}

/**
 * elsewhere: the player does not see the room; a refused password then says where more is to be seen (product spec §8).
 */
export function useJoin(id: string, onJoined: (snapshot: RollSnapshot) => void, elsewhere = false): Joining {
  const { t } = useTranslation("roll");
  const intent = useIntent();
  const [missing, setMissing] = useState<readonly TaskItem[] | null>(null);
  const [wrongPassword, setWrongPassword] = useState("");
  const call = useMutation({
    mutationFn: (password: string) => intent.run([id, password], (key) => joinRoll(id, sharerOf(id), password, key)),
    onSuccess: (snapshot) => {
      onJoined(snapshot);
      toast(t("join.done"), "ok");
      void queryClient.invalidateQueries({ queryKey: ["mine", "roll"] });
      void queryClient.invalidateQueries({ queryKey: WELFARE_KEY }); // a new player's last step
      void queryClient.invalidateQueries({ queryKey: rollKeys.open(undefined).slice(0, 2) });
    },
    onError: (error, password) => {
      const tasks = missingTasks(error);
      if (tasks) setMissing(tasks);
      else if (error instanceof ApiError && error.code === errorCode.rollPassword) setWrongPassword(errorText(error));
      else if (elsewhere && password !== "" && error instanceof ApiError)
        toast(errorText(error) + t("join.details"), "error");
      else reportError(error);
    },
  });
  return {
    busy: call.isPending,
    missing,
    wrongPassword,
    join: (password) => {
      setWrongPassword("");
      if (requireLogin()) call.mutate(password);
    },
    forget: () => setMissing(null),
  };
}
