import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { loadTexts } from "../../i18n/setup.ts";
import { paths } from "../../routes/paths.ts";
import { useLoggedIn } from "../../state/session.ts";
import { changes, recall, trustQuery } from "../../state/trust.ts";

const TrustNotice = lazy(async () => {
  const [{ TrustNotice: component }] = await Promise.all([import("./trust-notice.tsx"), loadTexts("fair")]);
  return { default: component };
});

/**
 * Holds the site's keys against the first sight once a visit, wherever the player is. Mounted when the page has nothing
 * better to do; a visitor's first sight is the first commitment or proof that is shown to the visitor. The verify page
 * shows a change itself.
 */
export function TrustWatch() {
  const loggedIn = useLoggedIn();
  const { pathname } = useLocation();
  const { data: said } = useQuery({ ...trustQuery, enabled: loggedIn });
  const [closed, setClosed] = useState(false);
  if (!said || closed || pathname === paths.verify() || changes(said, recall()).length === 0) return null;
  return (
    <Suspense>
      <TrustNotice onClose={() => setClosed(true)} />
    </Suspense>
  );
}
