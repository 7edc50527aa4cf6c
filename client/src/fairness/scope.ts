/** A scope names whose key a seed belongs to; it is one line of every derivation. */
export function soloScope(player: number, epoch: number): string {
  return `solo:u${player}:e${epoch}`;
}

export function battleScope(room: number): string {
  return `battle:${room}`;
}

export function rollScope(room: number): string {
  return `roll:r${room}`;
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
