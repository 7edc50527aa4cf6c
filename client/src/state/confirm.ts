/** The question who the player is, for want of which a call was refused. Its dialog is features/identity. */
import { create } from "zustand";
import { type Refused, refusalData } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";

interface Question {
  /** What proves it, the server's words. */
  readonly by: readonly string[];
  readonly answer: (proved: boolean) => void;
}

export const useConfirm = create<{ readonly question: Question | null }>(() => ({ question: null }));

let asked: Promise<boolean> | null = null;

/** Asks once, whatever number of calls want it known meanwhile. */
export function confirmPlayer(refused: Refused): Promise<boolean> {
  const by = refusalData(refused, errorCode.confirm)?.by ?? ["password"];
  asked ??= new Promise<boolean>((answer) => useConfirm.setState({ question: { by, answer } })).finally(() => {
    asked = null;
    useConfirm.setState({ question: null });
  });
  return asked;
}

export const answerConfirm = (proved: boolean): void => useConfirm.getState().question?.answer(proved);
