import { AccountPage } from "../../features/account/account-page.tsx";
import { SeedPanel } from "../../features/fair/seed-panel.tsx";
import { ContactPanel } from "../../features/identity/contact-panel.tsx";
import { NewDevicesPanel, SessionsPanel } from "../../features/identity/sessions-panel.tsx";

export function Account() {
  const contact = (
    <>
      <ContactPanel />
      <SessionsPanel />
      <NewDevicesPanel />
    </>
  );
  return <AccountPage contact={contact} seeds={<SeedPanel />} />;
}
