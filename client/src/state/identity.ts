/** Which dialog about the player's identity is open. The dialogs are features/identity. */
import { create } from "zustand";
import { useSession } from "./session.ts";

export type IdentityDialog = "phone" | "change" | "password" | "realName" | "trade" | "avatar" | "name" | "steam";

interface Identity {
  readonly dialog: IdentityDialog | null;
  /** A phone that is being bound so that the password can be changed with it (product spec §4). */
  readonly forPassword: boolean;
  /** What the password dialog begins with. */
  readonly phone: string;
}

const CLOSED: Identity = { dialog: null, forPassword: false, phone: "" };

export const useIdentity = create<Identity>(() => CLOSED);

export const openIdentity = (dialog: IdentityDialog): void => useIdentity.setState({ ...CLOSED, dialog });
export const closeIdentity = (): void => useIdentity.setState(CLOSED);

/** A password is changed by a code to the bound phone; a player without one binds it first. */
export function openPassword(): void {
  const { user } = useSession.getState();
  if (user?.boundPhone === "") useIdentity.setState({ ...CLOSED, dialog: "phone", forPassword: true });
  else openIdentity("password");
}

/** The second half of that way. */
export const continueToPassword = (phone: string): void =>
  useIdentity.setState({ ...CLOSED, dialog: "password", phone });
