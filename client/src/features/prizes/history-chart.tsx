import { lazy, Suspense } from "react";
import { loadTexts } from "../../i18n/setup.ts";
import { closeOverlay, useOverlay } from "../../state/overlay.ts";

const ChartDialog = lazy(async () => {
  const [{ ChartDialog: component }] = await Promise.all([import("./chart-dialog.tsx"), loadTexts("prizes")]);
  return { default: component };
});

/** Product spec §2, overlays: the chart of history numbers, over whatever page it was asked for on. */
export function HistoryChart() {
  const open = useOverlay((overlay) => overlay.open === "chart");
  if (!open) return null;
  return (
    <Suspense>
      <ChartDialog onClose={closeOverlay} />
    </Suspense>
  );
}
