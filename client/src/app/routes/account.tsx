import { AccountPage } from "../../features/account/account-page.tsx";
import { SeedPanel } from "../../features/fair/seed-panel.tsx";

export function Component() {
  return <AccountPage seeds={<SeedPanel />} />;
}
