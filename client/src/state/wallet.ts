/** The balances of the header. Every answer and push that carries a wallet ends here; nothing is ever computed locally. */
import { create } from "zustand";
import type { Wallet } from "../protocol/gen.ts";

interface WalletState {
  readonly gemsCents: number;
  readonly realCents: number;
  readonly bagCount: number;
  /** Last operation the figures include: decimal, "" before the first. */
  readonly opId: string;
}

const EMPTY: WalletState = { gemsCents: 0, realCents: 0, bagCount: 0, opId: "" };

export const useWallet = create<WalletState>(() => EMPTY);

/** A push and a call's answer may cross: an older operation never overwrites a newer one. */
export function applyWallet(wallet: Wallet): void {
  const known = useWallet.getState().opId;
  if (known !== "" && wallet.opId !== "" && BigInt(wallet.opId) < BigInt(known)) return;
  useWallet.setState(wallet);
}

/** Figures an answer carries without the rest of the wallet. */
export function patchWallet(change: Partial<Omit<WalletState, "opId">>): void {
  useWallet.setState(change);
}

export function clearWallet(): void {
  useWallet.setState(EMPTY);
}
