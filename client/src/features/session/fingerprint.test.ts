import { beforeEach, expect, test, vi } from "vitest";
import { deviceFingerprint } from "./fingerprint.ts";

const get = vi.fn<() => Promise<{ visitorId: string }>>();
vi.mock("@fingerprintjs/fingerprintjs", () => ({ default: { load: async () => ({ get }) } }));

beforeEach(() => get.mockReset());

test("it is computed once and kept", async () => {
  get.mockResolvedValue({ visitorId: "print" });
  expect(await Promise.all([deviceFingerprint(), deviceFingerprint()])).toEqual(["print", "print"]);
  expect(await deviceFingerprint()).toBe("print");
  expect(get).toHaveBeenCalledTimes(1);
  expect(localStorage.getItem("fingerPrint")).toBe("print");
});

test("one that cannot be had is empty, and tried again", async () => {
  get.mockRejectedValueOnce(new Error("blocked")).mockResolvedValueOnce({ visitorId: "later" });
  expect(await deviceFingerprint()).toBe("");
  expect(await deviceFingerprint()).toBe("later");
});
