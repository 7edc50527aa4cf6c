import { AccountPage } from "../../features/account/account-page.tsx";
import { SeedPanel } from "../../features/fair/seed-panel.tsx";
import { ContactPanel } from "../../features/identity/contact-panel.tsx";
import { SessionsPanel } from "../../features/identity/sessions-panel.tsx";

export function Account() {
  const contact = (
    <>
      <ContactPanel />
      <SessionsPanel />
    </>
  );
  return <AccountPage contact={contact} seeds={<SeedPanel />} />;
}
