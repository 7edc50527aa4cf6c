import { cleanup, configure, getConfig, prettyDOM } from "@testing-library/react";
import { afterAll, afterEach } from "vitest";
import { forgetServerTime } from "./net/clock.ts";
import { resetStores } from "./test-stores.ts";

/** A wait looks again and again; the library says by this that a look may fail without its being told. */
const isWaiting = (): boolean =>
  (getConfig() as { readonly _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;

configure({
  asyncUtilTimeout: 20_000, // costs nothing where things work, and holds on a slow machine
  // A failure says what the document shows. A wait's is its end: at each look before, all would be printed in vain.
  getElementError(message, container) {
    const shown = message !== null && isWaiting() ? "" : prettyDOM(container);
    const error = new Error([message, shown].filter(Boolean).join("\n\n"));
    return Object.assign(error, { name: "TestingLibraryElementError" });
  },
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// The next file may have the same worker, and with it the same modules.
afterAll(() => {
  resetStores();
  forgetServerTime();
});
