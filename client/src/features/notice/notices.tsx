import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import { loadTexts } from "../../i18n/setup.ts";
import { paths } from "../../routes/paths.ts";
import { closeOverlay, openOverlay, useOverlay } from "../../state/overlay.ts";
import { useIsPlaying } from "../../state/playing.ts";
import { noticesQuery, showsItself, versionQuery } from "./api.ts";
import { isUnread, markRead, markShown, mayShowItself } from "./read.ts";

const NoticeDialog = lazy(async () => {
  const [{ NoticeDialog: component }] = await Promise.all([import("./notice-dialog.tsx"), loadTexts("notice")]);
  return { default: component };
});

/**
 * Asks once a minute whether there is a new notice and says so by a dot. One that shows itself does so at home, where
 * no player is in the middle of something, once a visit, and never over another dialog.
 */
export function Notices() {
  const { data: version = 0 } = useQuery(versionQuery);
  const { pathname } = useLocation();
  const playing = useIsPlaying();
  const open = useOverlay((overlay) => overlay.open === "notice");
  const atHome = pathname === paths.home();

  useEffect(() => {
    if (open && version !== 0) markRead(version);
    useOverlay.setState({ unread: isUnread(version) });
  }, [open, version]);

  const due = atHome && !playing && !open && mayShowItself(version);
  const { data: tabs } = useQuery({ ...noticesQuery(version), enabled: due });

  useEffect(() => {
    if (!due || !tabs || document.querySelector("dialog[open]") || useOverlay.getState().open) return;
    markShown(version);
    if (showsItself(tabs)) openOverlay("notice");
  }, [due, tabs, version]);

  if (!open) return null;
  return (
    <Suspense>
      <NoticeDialog version={version} onClose={closeOverlay} />
    </Suspense>
  );
}
