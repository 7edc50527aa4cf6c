/**
 * The balances of the header. Every answer and push that carries a wallet ends here; nothing is ever computed locally.
 */
import { create } from "zustand";
import type { Wallet } from "../protocol/gen.ts";

interface WalletState {
  readonly gemsCents: number;
  readonly realCents: number;
  readonly bagCount: number;
  readonly wishCards: number;
  /** Last operation the figures include: decimal, "" before the first. */
  readonly opId: string;
}

const EMPTY: WalletState = { gemsCents: 0, realCents: 0, bagCount: 0, wishCards: 0, opId: "" };

export const useWallet = create<WalletState>(() => EMPTY);

/** The upper part of an operation id names the writer that made it; only ids of one writer stand in order. */
const WRITER_SHIFT = 40n;

function isOlder(opId: string, known: string): boolean {
  if (opId === "" || known === "") return false;
  const [a, b] = [BigInt(opId), BigInt(known)];
  return a >> WRITER_SHIFT === b >> WRITER_SHIFT && a < b;
}

/** Told twice or late: an older operation of the same writer never overwrites a newer one. */
export function applyWallet(wallet: Wallet): void {
  if (isOlder(wallet.opId, useWallet.getState().opId)) return;
  useWallet.setState(wallet);
}

/** Figures an answer carries without the rest of the wallet. */
export function patchWallet(change: Partial<Omit<WalletState, "opId">>): void {
  useWallet.setState(change);
}

export function clearWallet(): void {
  useWallet.setState(EMPTY);
}
