/**
 * Browser tests against the built binary (JADEBOX_BIN, else ../bin/jadebox) with a database of its own, or against a
 * server that already runs (JADEBOX_URL).
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { testArgs } from "./bench/browser.mjs";

// Workers read this file again: what is decided once is passed on by the environment. Below 32,768, from where on the
// kernel lends ports to what connects: the server could not listen there for as long as that connection lasts.
process.env.JADEBOX_E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000));
const running = process.env.JADEBOX_URL;
const address = `127.0.0.1:${process.env.JADEBOX_E2E_PORT}`;
const baseURL = running ?? `http://${address}`;

function server() {
  process.env.JADEBOX_E2E_DATA ??= mkdtempSync(join(tmpdir(), "jadebox-e2e-"));
  // Every request has a line in it, which a failing test prints (e2e/test.ts).
  process.env.JADEBOX_E2E_LOG ??= `${process.env.JADEBOX_E2E_DATA}.log`;
  const binary = process.env.JADEBOX_BIN ?? "../bin/jadebox";
  // A test may come from another network (X-Forwarded-For): what fails there makes no verification harder for others.
  const demo = "--demo --demo-rain 0s --demo-code-pause 1s --log-level debug --trusted-proxy 127.0.0.0/8";
  return {
    command: `${binary} serve ${demo} --listen ${address} --data ${process.env.JADEBOX_E2E_DATA} 2> ${process.env.JADEBOX_E2E_LOG}`,
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 15_000 },
  };
}

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Four at once on any machine: fewer would leave one of two cores idle whenever two wait for beacons, rounds or
  // animations. Every test has players of its own, so that any may run beside each other.
  workers: 4,
  fullyParallel: true,
  // House players act at random, and a machine may stand still for a while: what fails once and then passes is reported
  // as flaky, last and with its error. Too many, or one that was mended before, fail the run (e2e/summary.ts).
  retries: 1,
  timeout: 180_000,
  // costs nothing where things work, and holds on a machine much slower than two quiet cores
  expect: { timeout: 40_000 },
  reporter: [["list"], ["./e2e/summary.ts"], ...(process.env.CI ? [["html", { open: "never" }] as const] : [])],
  ...(running ? {} : { webServer: server() }),
  use: {
    baseURL,
    locale: "en-US",
    // Calm: painting in software would otherwise take the time that the tests are about.
    contextOptions: { reducedMotion: "reduce" },
    serviceWorkers: "block", // what it answers is no test's to fake; install.spec.ts allows it
    trace: process.env.JADEBOX_TRACE ? "retain-on-failure" : "off", // a trace is recorded whether it is kept or not
    screenshot: process.env.JADEBOX_PICTURES ? "only-on-failure" : "off", // without, nothing is painted
    launchOptions: { executablePath: process.env.JADEBOX_CHROMIUM || "/usr/bin/chromium", args: testArgs },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    { name: "phone", use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, grep: /@phone/ },
  ],
});
