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

/** Puts pages together without a graphics processor, a quarter less work: for tests, which look at no picture. */
export const testArgs = [...common, "--disable-gpu"];

export const launch = (extra = []) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: ["--headless=new", ...browserArgs, ...extra],
  });
