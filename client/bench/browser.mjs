// The one place that knows how to start a browser with software rendering.
import { chromium } from "@playwright/test";

const common = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--hide-scrollbars",
  "--mute-audio",
  "--enable-unsafe-swiftshader",
];

/** Paints as a player's browser does: for pictures and for frames that are measured. */
export const browserArgs = [...common, "--use-gl=angle", "--use-angle=swiftshader", "--disable-gpu-rasterization"];

/**
 * Draws nothing, for tests, which look at no picture: pages are laid out and their layers recorded, but each call that
 * would colour a pixel returns at once, of pages as of scenes. Only what a canvas of two dimensions is asked for is
 * really there. It is 30% less work than drawing without a graphics processor.
 *
 * The rest saves a third of what was left: no process of its own for the graphics nor for the network, one thread that
 * rasters, tiles of a whole screen, a JavaScript heap that is big enough for a page not to be collected every few
 * milliseconds, and no optimising compilers: a page is gone before what they make pays.
 */
const blind = [
  ...common,
  // Of several such switches Chromium takes the last: with the two features that Playwright asks for.
  "--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--ignore-gpu-blocklist",
  "--enable-gpu-rasterization",
  "--disable-gl-drawing-for-tests",
  "--disable-accelerated-2d-canvas",
  "--in-process-gpu",
  "--num-raster-threads=1",
  "--default-tile-width=4096",
  "--default-tile-height=4096",
  "--js-flags=--min-semi-space-size=32 --max-semi-space-size=64 --single-threaded-gc --no-opt --no-maglev",
];

/** With JADEBOX_PICTURES=1 tests paint, to show how the page of a failure looked. */
export const testArgs = process.env.JADEBOX_PICTURES ? [...common, "--disable-gpu"] : blind;

export const launch = (extra = []) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: ["--headless=new", ...browserArgs, ...extra],
  });
