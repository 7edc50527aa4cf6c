/** Which of the shell's overlays is open, and whether there is a notice that was not read. The overlays come later (app/later.tsx). */
import { create } from "zustand";

export type OverlayName = "notice" | "guide" | "welfare";

interface Overlay {
  readonly open: OverlayName | null;
  readonly unread: boolean;
}

export const useOverlay = create<Overlay>(() => ({ open: null, unread: false }));

export const openOverlay = (open: OverlayName): void => useOverlay.setState({ open });
export const closeOverlay = (): void => useOverlay.setState({ open: null });
