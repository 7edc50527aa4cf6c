/**
 * What a player may do before a battle starts; what comes after it is in aftermath.ts. Every answer goes through the
 * store; every refusal is shown. Each button is one intent: clicked twice, or again after a lost answer, it still has
 * one effect.
 */
import { useMutation } from "@tanstack/react-query";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { requireLogin } from "../../state/session.ts";
import { addBots, joinBattle, leaveBattle } from "./api.ts";
import { takeAnswer } from "./room-store.ts";

const ANY_SEAT = -1;
const told = { onSuccess: takeAnswer, onError: reportError };

export function useJoin(id: string, code: string, entryCents: number, voucher: string) {
  const intent = useIntent();
  const join = useMutation({
    mutationFn: (seat: number) =>
      intent.run([id, seat, entryCents, voucher], (key) => joinBattle(id, seat, code, entryCents, voucher, key)),
    ...told,
  });
  const take = (seat: number): void => {
    if (requireLogin()) join.mutate(seat);
  };
  return { busy: join.isPending, join: take, joinAny: () => take(ANY_SEAT) };
}

export function useLeave(id: string) {
  const intent = useIntent();
  const leave = useMutation({ mutationFn: () => intent.run(id, (key) => leaveBattle(id, key)), ...told });
  return { busy: leave.isPending, leave: () => leave.mutate() };
}

export function useBots(id: string) {
  const intent = useIntent();
  const bots = useMutation({
    mutationFn: (seat: number) => intent.run([id, seat], (key) => addBots(id, seat, key)),
    ...told,
  });
  return { busy: bots.isPending, add: (seat: number) => bots.mutate(seat), fill: () => bots.mutate(ANY_SEAT) };
}
