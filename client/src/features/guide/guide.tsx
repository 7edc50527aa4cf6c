import { lazy, Suspense, useEffect } from "react";
import { loadTexts } from "../../i18n/setup.ts";
import { api } from "../../net/http.ts";
import { closeOverlay, openOverlay, useOverlay } from "../../state/overlay.ts";
import { patchUser, useSession } from "../../state/session.ts";

const GuideDialog = lazy(async () => {
  const [{ GuideDialog: component }] = await Promise.all([import("./guide-dialog.tsx"), loadTexts("guide")]);
  return { default: component };
});

/** Product spec §4: status 5 shows the guide, and a status call sets 6, which ends the welfare of a new player. */
const GUIDE_STATUS = 5;
const END_STATUS = 6;

/** Opens the guide for a player who has just come to the end of the welfare, and whenever it is asked for. */
export function Guide() {
  const due = useSession(({ user }) => user?.status === GUIDE_STATUS);
  const open = useOverlay((overlay) => overlay.open === "guide");
  useEffect(() => {
    if (!due) return;
    openOverlay("guide");
    api
      .post("/api/user/update/status", { status: END_STATUS })
      .then(() => patchUser({ status: END_STATUS }))
      .catch(() => undefined); // shown again with the next visit
  }, [due]);
  if (!open) return null;
  return (
    <Suspense>
      <GuideDialog onClose={closeOverlay} />
    </Suspense>
  );
}
