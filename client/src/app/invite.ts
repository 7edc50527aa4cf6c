import { create } from "zustand";
import type { Invite } from "../protocol/gen.ts";

export const useInvite = create<{ invite: Invite | null }>(() => ({ invite: null }));
let timer: ReturnType<typeof setTimeout> | undefined;

export const hideInvite = () => useInvite.setState({ invite: null });

/** Shows an invitation for a while; a newer one takes its place. */
export function showInvite(invite: Invite, forMS: number): void {
  clearTimeout(timer);
  useInvite.setState({ invite });
  timer = setTimeout(hideInvite, forMS);
}
