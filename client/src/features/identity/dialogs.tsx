import type { ReactElement } from "react";
import type { IdentityDialog } from "../../state/identity.ts";
import { AvatarDialog } from "./avatar-dialog.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { PhoneDialog } from "./phone-dialog.tsx";
import { RealNameDialog } from "./real-name-dialog.tsx";
import { SteamDialog } from "./steam-dialog.tsx";
import { TradeDialog } from "./trade-dialog.tsx";

const DIALOGS: Readonly<Record<IdentityDialog, () => ReactElement | null>> = {
  avatar: AvatarDialog,
  change: ChangeDialog,
  name: NameDialog,
  password: PasswordDialog,
  phone: PhoneDialog,
  realName: RealNameDialog,
  steam: SteamDialog,
  trade: TradeDialog,
};

/** Fetched with the first that opens. */
export function IdentityDialogs({ dialog }: { dialog: IdentityDialog }) {
  const Open = DIALOGS[dialog];
  return <Open />;
}
