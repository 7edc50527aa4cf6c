/** What lies over the board: that a day is taken, what a day asks, or what a claim has brought. */
import { create } from "zustand";
import type { SignGiven, SignItem, SignType } from "./api.ts";

export type Popup =
  | { readonly kind: "blocked" }
  | { readonly kind: "waits"; readonly item: SignItem; readonly type: SignType }
  | { readonly kind: "required"; readonly item: SignItem }
  | { readonly kind: "rewards"; readonly given: readonly SignGiven[] };

export const usePopup = create<{ readonly popup: Popup | null }>(() => ({ popup: null }));
export const showPopup = (popup: Popup): void => usePopup.setState({ popup });
export const closePopup = (): void => usePopup.setState({ popup: null });
