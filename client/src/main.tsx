import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import "./ui/tokens.css";
import "./ui/base.css";
import { guardPlaces } from "./app/protected.ts";
import { routes } from "./app/routes.ts";
import { startNetwork } from "./app/session-guard.ts";
import { startLanguage } from "./i18n/setup.ts";
import { abortPending } from "./net/http.ts";
import { queryClient } from "./state/query.ts";
import { applyMotion, useSettings } from "./state/settings.ts";
import { setSoundMuted, unlockSoundOnGesture } from "./ui/sound.ts";

startNetwork();
applyMotion();
setSoundMuted(useSettings.getState().muted);
useSettings.subscribe(({ muted }) => setSoundMuted(muted));
unlockSoundOnGesture();
await startLanguage();

const router = createBrowserRouter(routes);
guardPlaces(router);
router.subscribe(({ location, navigation }) => {
  // What the page that is left still waited for.
  if (navigation.location && navigation.location.pathname !== location.pathname) abortPending();
});

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
