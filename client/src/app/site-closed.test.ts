import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../net/http.ts";
import { useSession } from "../state/session.ts";
import { startNetwork } from "./session-guard.ts";
import { leaving } from "./site-closed.ts";

const went = vi.fn<(address: string) => void>();
const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  went.mockReset();
  vi.spyOn(leaving, "to").mockImplementation(went);
  vi.stubGlobal("fetch", fetching);
  useSession.setState({ token: "t1" });
  startNetwork();
});
afterEach(() => vi.unstubAllGlobals());

const body = (fields: object, status = 200) => {
  const response = new Response(JSON.stringify({ msg: "", data: null, errMsg: "x", ...fields }), { status: 200 });
  Object.defineProperty(response, "status", { value: status });
  return response;
};

const ask = (response: Response) => {
  fetching.mockResolvedValueOnce(response);
  return api.get("/api/home/is/new");
};

test.each([
  [
    "body 1000 with its end",
    body({ code: 1000, errCode: 1000, data: { untilMs: 1_800_000_000_000 } }, 503),
    "/siteMaintain.html?timer=1800000000000",
  ],
  ["body 1000", body({ code: 1000, errCode: 1000 }), "/siteMaintain.html?timer=0"],
  [
    "an end that is no number",
    body({ code: 1000, errCode: 1000, data: { untilMs: "1&x=<b>" } }),
    "/siteMaintain.html?timer=0",
  ],
  ["body 404", body({ code: 404, errCode: 404 }), "/siteMaintain.html?timer=0"],
  ["status 502", new Response("<html>", { status: 502 }), "/siteMaintain.html?timer=0"],
  ["status 502, whatever its body says", body({ code: 200, data: "y" }, 502), "/siteMaintain.html?timer=0"],
  ["status 900", body({ code: 200, data: "y" }, 900), "about:blank"],
  ["body 900", body({ code: 900, errCode: 900 }), "about:blank"],
])("%s ends the visit", async (_, response, to) => {
  await expect(ask(response)).rejects.toMatchObject({ name: "ApiError" });
  expect(went.mock.calls).toEqual([[to]]);
  expect(useSession.getState().token).toBe("t1");
});

test.each([6002, 4006, 5000, 403])("%i does not", async (code) => {
  await expect(ask(body({ code, errCode: code }))).rejects.toMatchObject({ code });
  expect(went).not.toHaveBeenCalled();
});
