/**
 * The page that came from the server is drawn already: the browser shows it first and reads our code, which is on its way
 * by then, afterwards.
 */
const PATIENCE_MS = 500; // a hidden tab paints nothing, and a slow picture is no reason to wait longer

const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

async function shown(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>("[data-static] img[fetchpriority=high]");
  await painted();
  await picture?.decode().catch(() => undefined); // broken: nothing to wait for
  await painted();
}

// Tells the loader of lazy screens which styles stand in the page. In the page itself such links would be fetched.
for (const { dataset } of document.querySelectorAll<HTMLStyleElement>("style[data-file]")) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.disabled = true;
  link.setAttribute("href", dataset.file ?? "");
  document.head.append(link);
}

const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
void Promise.race([shown(), patience]).then(() => import("./main.tsx"));
