/** What a rain is at a moment, and which packet a click takes. Pure. */
import { limits, type RainEvent, type RainRound } from "../../protocol/gen.ts";
import type { Packet } from "./api.ts";

/** The round to show: coming, falling or just over; null for none. */
export function roundAfter(before: RainRound | null, event: RainEvent): RainRound | null {
  switch (event.name) {
    case "rainSnapshot":
      return event.body.round ?? (before && event.body.last?.id === before.id ? event.body.last : null);
    case "rainComing":
      return event.body;
    case "rainOver":
      return before?.id === event.body.id ? event.body : before;
  }
}

export type Phase = "none" | "countdown" | "falling" | "over";

/** Everything follows from the server's clock, so that a tab that was hidden is at once where the others are. */
export function phaseAt(round: RainRound | null, nowMs: number): Phase {
  if (!round || round.startsAtMs === 0 || round.status === "void") return "none";
  if (nowMs < round.startsAtMs - limits.rainCountdownMs) return "none";
  if (nowMs < round.startsAtMs) return "countdown";
  return nowMs < round.endsAtMs ? "falling" : "over";
}

/** 5 … 1 */
export const countdownStep = (round: RainRound, nowMs: number): number =>
  Math.max(1, Math.min(5, Math.ceil((round.startsAtMs - nowMs) / 1000)));

/** The oldest packet that may be claimed now. */
export const openPacket = (packets: readonly Packet[], nowMs: number, busy: ReadonlySet<string>): Packet | undefined =>
  packets.find((p) => !p.claimed && !busy.has(p.id) && p.opensAtMs <= nowMs);

/** Seconds until the next one opens; null when none is left. */
export function nextOpensIn(packets: readonly Packet[], nowMs: number): number | null {
  const next = packets.find((p) => !p.claimed && p.opensAtMs > nowMs);
  return next ? Math.ceil((next.opensAtMs - nowMs) / 1000) : null;
}

export const totalOf = (packets: readonly Packet[]): number => packets.reduce((sum, p) => sum + p.valueCents, 0);

/** What is left of a rain that can be entered: whole seconds, and the share of its countdown and fall. */
export function leftOf(round: RainRound, nowMs: number): { readonly seconds: number; readonly share: number } {
  const left = Math.max(0, round.endsAtMs - nowMs);
  const seconds = Math.ceil(left / 1000);
  return {
    seconds,
    share: Math.min(1, (seconds * 1000) / (round.endsAtMs - round.startsAtMs + limits.rainCountdownMs)),
  };
}

/** 24 → "0:24". */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
