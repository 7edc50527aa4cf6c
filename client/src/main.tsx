import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import "./ui/tokens.css";
import "./ui/base.css";
import { startNetwork } from "./app/session-guard.ts";
import { battleOpenQuery } from "./app/site-info.ts";
import { storedLanguage } from "./i18n/language.ts";
import { loadTexts, startLanguage } from "./i18n/setup.ts";
import { openRouter, whenReady } from "./routes/router.ts";
import { routes } from "./routes/table.ts";
import { queryClient } from "./state/query.ts";
import { applySettings, useSettings } from "./state/settings.ts";
import { setHapticsOff } from "./ui/haptics.ts";
import { warmNumbers } from "./ui/number.ts";
import { setSoundMuted, unlockSoundOnGesture } from "./ui/sound.ts";

startNetwork();
applySettings();
const applySwitches = ({ muted, haptics } = useSettings.getState()): void => {
  setSoundMuted(muted);
  setHapticsOff(!haptics);
};
applySwitches();
useSettings.subscribe(applySwitches);
unlockSoundOnGesture();

/** Yields, so that start-up does not block input: a phone takes long for all of it in one task. */
const yieldToInput = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function draw(): Promise<void> {
  await yieldToInput();
  const language = startLanguage(); // texts of screens wait for it
  const { router } = openRouter(routes);
  const fetched = Promise.all([language, loadTexts("ticker"), whenReady(router)]);
  await yieldToInput();
  void queryClient.prefetchQuery(battleOpenQuery); // a phone's first request takes long to set out, whatever it asks
  await yieldToInput();
  warmNumbers(storedLanguage());
  await fetched;
  const root = document.getElementById("root");
  if (!root) return;
  // Not urgent: in slices, and what the server sent stays until the page is whole.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

void draw(); // awaiting it here would hold up every file that imports this one
