import { AccountPage } from "../../features/account/account-page.tsx";
import { SeedPanel } from "../../features/fair/seed-panel.tsx";
import { ContactPanel } from "../../features/identity/contact-panel.tsx";

export function Account() {
  return <AccountPage contact={<ContactPanel />} seeds={<SeedPanel />} />;
}
