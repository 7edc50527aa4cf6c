/** Runs red.ts against the server of the run that it is part of (JADEBOX_URL). */
import { defineConfig } from "@playwright/test";
import whole from "../playwright.config.ts";

const { use } = whole;

export default defineConfig({
  testDir: ".",
  testMatch: "red.ts",
  outputDir: "../test-results/red",
  reporter: "line",
  ...(use && { use }),
});
