/**
 * How long a player has been playing: a visit goes on until the page was hidden for a while. One for all tabs of the
 * browser.
 */
export interface Visit {
  readonly player: string;
  /** ms; when it began. */
  readonly since: number;
  /** When the page was last visible. */
  readonly seen: number;
  /** When the last reality check was shown, or the visit began. */
  readonly told: number;
  /** Minutes between two reality checks; 0 until the server has sent it. */
  readonly every: number;
}

/** A page that was hidden longer than this begins a new visit. */
export const AWAY_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

export function look(visit: Visit | null, player: string, now: number): Visit {
  if (!visit || visit.player !== player || now - visit.seen > AWAY_MS || now < visit.since)
    return { player, since: now, seen: now, told: now, every: 0 };
  return { ...visit, seen: now };
}

export const isDue = (visit: Visit, now: number): boolean =>
  visit.every > 0 && now - visit.told >= visit.every * MINUTE_MS;

const STORED = "visit";

export function storedVisit(): Visit | null {
  try {
    const visit = JSON.parse(localStorage.getItem(STORED) ?? "null") as Visit | null;
    const numbers = [visit?.since, visit?.seen, visit?.told, visit?.every];
    return visit && typeof visit.player === "string" && numbers.every(Number.isFinite) ? visit : null;
  } catch {
    return null;
  }
}

export const storeVisit = (visit: Visit): void => localStorage.setItem(STORED, JSON.stringify(visit));
