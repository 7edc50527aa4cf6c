/**
 * The service worker. Without network a navigation shows the offline page; nothing else is answered here, and nothing
 * else is kept: neither pages nor scripts nor calls. What is played with comes from the server or not at all, so a new
 * build is there with the next load, and this file only changes when the offline page does (build/worker.ts names its
 * digest).
 */
const PAGE = "/offline.html";
const KEPT = [PAGE, "/away.js", "/offline.js", "/siteMaintain.css", "/gem.svg"];
const CACHE = "offline-DIGEST";

/** Not pages of the client: a browser that goes there gets what the server answers there. */
const SERVER = /^\/(api|finance|sandbox|ws)(\/|$)/;

addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    // Past the browser's own cache: what an old build sent must not be kept under the new name.
    await cache.addAll(KEPT.map((path) => new Request(path, { cache: "reload" })));
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener("activate", (event) => {
  const takeOver = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await registration.navigationPreload?.enable(); // a page is asked for while the worker wakes up
    await clients.claim();
  };
  event.waitUntil(takeOver());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || SERVER.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(visit(event));
  else if (KEPT.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
});

async function visit({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return kept(PAGE);
  }
}

const kept = async (path) => (await caches.match(path, { cacheName: CACHE })) ?? Response.error();
