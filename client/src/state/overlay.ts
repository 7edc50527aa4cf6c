/**
 * Which of the shell's overlays is open, and whether there is something that was not seen. app/overlay-parts.tsx has
 * them.
 */
import { create } from "zustand";
import type { FairKind } from "../routes/kinds.ts";

type OverlayName = "notice" | "guide" | "welfare" | "fair" | "chart" | "bag" | "groups" | "search";
export type FairGame = "box" | "upgrade" | FairKind;

/** Of which game it is shown how it stays fair, over the page where it is played. */
export interface FairInfo {
  readonly game: FairGame;
  /** What the room has promised; boxes and upgrades are under the player's own commitment. */
  readonly commit?: string | undefined;
  /** Whose proof can be checked already. */
  readonly resultId?: string | undefined;
}

interface Overlay {
  readonly open: OverlayName | null;
  /** A notice that was not read. */
  readonly unread: boolean;
  /** One of the shortcuts has a mark: where they are in the menu, its button says so. */
  readonly news: boolean;
  readonly fair?: FairInfo | undefined;
}

export const useOverlay = create<Overlay>(() => ({ open: null, unread: false, news: false }));

/** "fair" needs the game that it is about. */
export const openOverlay = (open: OverlayName, fair?: FairInfo): void => useOverlay.setState({ open, fair });
export const closeOverlay = (): void => useOverlay.setState({ open: null });
