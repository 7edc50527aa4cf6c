import { lazy, Suspense } from "react";
import { loadTexts } from "../../i18n/setup.ts";
import { closeOverlay, useOverlay } from "../../state/overlay.ts";

const FairInfoDialog = lazy(async () => {
  const [{ FairInfoDialog: component }] = await Promise.all([
    import("./fair-info-dialog.tsx"),
    loadTexts("fair", "help"),
  ]);
  return { default: component };
});

/** The fair-game info, over whichever game asks for it. */
export function FairInfo() {
  const info = useOverlay((overlay) => (overlay.open === "fair" ? overlay.fair : undefined));
  if (!info) return null;
  return (
    <Suspense>
      <FairInfoDialog info={info} onClose={closeOverlay} />
    </Suspense>
  );
}
