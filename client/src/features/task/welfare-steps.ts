/** Rules of the welcome's four steps (product spec §4, "Welfare step"). Pure. */

/** 1 the free box, 2 the first recharge, 3 its box, 4 the welfare roll. */
export type WelfareStep = 1 | 2 | 3 | 4;
export const STEPS: readonly WelfareStep[] = [1, 2, 3, 4];

/** What the server has seen of a new player. */
export interface Seen {
  readonly opened: boolean;
  readonly recharged: boolean;
  readonly gifted: boolean;
  readonly rolled: boolean;
}

/** The status that is to be saved now: one at a time, each when what it asks for was seen. Null: nothing new. */
export function dueStatus(status: number, { opened, recharged, gifted, rolled }: Seen): number | null {
  return [true, opened, recharged, gifted, rolled][status] === true ? status + 1 : null;
}

/** The step that a status stands for. */
export const stepOf = (status: number): WelfareStep => Math.min(Math.max(status, 1), 4) as WelfareStep;

const DAY_S = 24 * 3600;
const two = (n: number) => String(n).padStart(2, "0");

/** hh:mm:ss of what is left; a whole day is 23:59:59, as it is shown at the start. */
export function clockOf(leftMs: number): string {
  const left = Math.min(Math.max(Math.floor(leftMs / 1000), 0), DAY_S - 1);
  return [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60].map(two).join(":");
}
