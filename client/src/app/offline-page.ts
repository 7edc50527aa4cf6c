/**
 * Registers the service worker (src/worker/sw.js): without network a visit then shows a page that says so. It keeps
 * nothing else. Each start asks for a newer one; left alone a browser asks when it finds the time. A browser without
 * workers, or a page on plain http, goes on without it.
 */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker
    .register("/sw.js")
    .then((found) => found.update())
    .catch(() => undefined);
}
