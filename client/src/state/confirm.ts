/** The question who the player is, for want of which a call was refused. Its dialog is features/identity. */
import { create } from "zustand";
import type { ApiError } from "../net/http.ts";

interface Question {
  /** What proves it, the server's words. */
  readonly by: readonly string[];
  readonly answer: (proved: boolean) => void;
}

export const useConfirm = create<{ readonly question: Question | null }>(() => ({ question: null }));

let asked: Promise<boolean> | null = null;

/** Asks once, whatever number of calls want it known meanwhile. */
export function confirmPlayer({ data }: Pick<ApiError, "data">): Promise<boolean> {
  asked ??= new Promise<boolean>((answer) => useConfirm.setState({ question: { by: waysOf(data), answer } })).finally(
    () => {
      asked = null;
      useConfirm.setState({ question: null });
    },
  );
  return asked;
}

export const answerConfirm = (proved: boolean): void => useConfirm.getState().question?.answer(proved);

function waysOf(data: unknown): readonly string[] {
  const by = typeof data === "object" && data !== null && "by" in data ? data.by : null;
  return Array.isArray(by) ? by.filter((way) => typeof way === "string") : ["password"];
}
