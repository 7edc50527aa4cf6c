import { useQuery, useQueryClient } from "@tanstack/react-query";
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
 * nobody is in the middle of something, once a visit, and never over another dialog.
 */
export function Notices() {
  const { data: version = 0 } = useQuery(versionQuery);
  const client = useQueryClient();
  const { pathname } = useLocation();
  const playing = useIsPlaying();
  const open = useOverlay((overlay) => overlay.open === "notice");
  const atHome = pathname === paths.home();

  useEffect(() => {
    if (open && version !== 0) markRead(version);
    useOverlay.setState({ unread: isUnread(version) });
  }, [open, version]);

  useEffect(() => {
    if (!atHome || playing || open || !mayShowItself(version)) return;
    let left = false;
    client
      .fetchQuery(noticesQuery(version))
      .then((tabs) => {
        if (left || document.querySelector("dialog[open]") || useOverlay.getState().open) return;
        markShown(version);
        if (showsItself(tabs)) openOverlay("notice");
      })
      .catch(() => undefined); // the next poll tries again
    return () => {
      left = true;
    };
  }, [atHome, playing, open, version, client]);

  if (!open) return null;
  return (
    <Suspense>
      <NoticeDialog version={version} onClose={closeOverlay} />
    </Suspense>
  );
}
