import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach } from "vitest";
import { forgetServerTime } from "./net/clock.ts";
import { resetStores } from "./test-stores.ts";

configure({ asyncUtilTimeout: 20_000 }); // costs nothing where things work, and holds on a slow machine

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
