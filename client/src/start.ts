/**
 * The page that came from the server is drawn already: the browser shows it first and reads the code, which is on its
 * way by then, afterwards.
 */
const PATIENCE_MS = 500; // for each step: a hidden tab paints nothing, and a slow picture is no reason to wait longer

// reported when a frame with it is on the screen, which is long after it was drawn
const SHOWN = "largest-contentful-paint";

/** In a frame that the screen has; where the browser does not report that, in one that is drawn. */
const shown = (picture: Element): Promise<void> =>
  new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(SHOWN)) {
      requestAnimationFrame(() => setTimeout(resolve));
      return;
    }
    new PerformanceObserver((list, observer) => {
      if (!list.getEntries().some((entry) => (entry as LargestContentfulPaint).element === picture)) return;
      observer.disconnect();
      resolve();
    }).observe({ type: SHOWN, buffered: true });
  });

const withinPatience = (done: Promise<unknown>): Promise<unknown> =>
  Promise.race([done, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);

// Tells the loader of lazy screens which styles stand in the page. In the page itself such links would be fetched.
for (const { dataset } of document.querySelectorAll<HTMLStyleElement>("style[data-file]")) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.disabled = true;
  link.setAttribute("href", dataset.file ?? "");
  document.head.append(link);
}

async function start(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>("[data-static] img[fetchpriority=high]");
  if (picture && !document.hidden) {
    await withinPatience(picture.decode().catch(() => undefined)); // broken: nothing to wait for
    if (picture.complete) await withinPatience(shown(picture));
  }
  // In two tasks: evaluating all files in one would block input on a phone.
  await import("react-dom/client");
  setTimeout(() => import("./main.tsx"));
}

void start();
