/** Draws of one epoch of a player. */
export const nonceMax = 1000;

/** A scope names whose key a seed belongs to; it is one line of every derivation. */
export function soloScope(player: number, epoch: number): string {
  return `solo:u${player}:e${epoch}`;
}

export function battleScope(room: number): string {
  return `battle:${room}`;
}

/** What stands before a roll room's id in its scope. */
export const rollPrefix = "roll:r";

export function rollScope(room: number): string {
  return `${rollPrefix}${room}`;
}

export function rainScope(round: number): string {
  return `rain:${round}`;
}

export function luckycardScope(room: number): string {
  return `luckycard:${room}`;
}

export function wishScope(room: number): string {
  return `wish:${room}`;
}

/** The id of one result; a battle's is its scope. */
export function resultId(scope: string, n: number): string {
  return `${scope}:n${n}`;
}
