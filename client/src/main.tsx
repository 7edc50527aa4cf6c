import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import "./ui/tokens.css";
import "./ui/base.css";
import { App, fetchScreens } from "./app/app.tsx";
import { PlaceRouter } from "./app/place-router.tsx";
import { guardedPlaces } from "./app/protected.ts";
import { routes } from "./app/routes.ts";
import { startNetwork } from "./app/session-guard.ts";
import { battleOpenQuery } from "./app/site-info.ts";
import { storedLanguage } from "./i18n/language.ts";
import { loadTexts, startLanguage } from "./i18n/setup.ts";
import { abortPending } from "./net/http.ts";
import { queryClient } from "./state/query.ts";
import { applyMotion, useSettings } from "./state/settings.ts";
import { warmNumbers } from "./ui/number.ts";
import { setSoundMuted, unlockSoundOnGesture } from "./ui/sound.ts";

startNetwork();
applyMotion();
setSoundMuted(useSettings.getState().muted);
useSettings.subscribe(({ muted }) => setSoundMuted(muted));
unlockSoundOnGesture();

const places = guardedPlaces(routes);
let { pathname } = places.now().location;
places.subscribe(() => {
  const left = pathname;
  pathname = places.now().location.pathname;
  if (left !== pathname) abortPending(); // what the page that is left still waited for
});

/** Lets the browser do what is due: a phone that starts us in one piece hears no finger meanwhile. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function draw(): Promise<void> {
  await breath();
  const fetched = Promise.all([startLanguage(), loadTexts("ticker"), fetchScreens(pathname)]);
  await breath();
  void queryClient.prefetchQuery(battleOpenQuery); // a phone's first request takes long to set out, whatever it asks
  await breath();
  warmNumbers(storedLanguage());
  await fetched;
  const root = document.getElementById("root");
  if (!root) return;
  // Not urgent: in slices, and what the server sent stays until the page is whole.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <PlaceRouter places={places}>
            <App />
          </PlaceRouter>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

void draw(); // awaiting it here would hold up every file that imports this one
