import { AccountPage } from "../../features/account/account-page.tsx";
import { SeedPanel } from "../../features/fair/seed-panel.tsx";
import { ContactPanel } from "../../features/identity/contact-panel.tsx";
import { FactorsPanel } from "../../features/identity/factors-panel.tsx";
import { NewDevicesPanel, SessionsPanel } from "../../features/identity/sessions-panel.tsx";

export function Account() {
  const contact = (
    <>
      <ContactPanel />
      <FactorsPanel />
      <SessionsPanel />
      <NewDevicesPanel />
    </>
  );
  return <AccountPage contact={contact} seeds={<SeedPanel />} />;
}
