import { beforeEach, expect, test, vi } from "vitest";
import { errorCode } from "../protocol/gen.ts";
import { download } from "./download.ts";

const fetching = vi.fn<typeof fetch>();
beforeEach(() => {
  fetching.mockReset();
  vi.stubGlobal("fetch", fetching);
});

const answer = (body: string, status: number, type: string) =>
  fetching.mockResolvedValueOnce(new Response(body, { status, headers: { "content-type": type } }));
const get = () => download("/api/user/records/export", { of: "box" }, "text/csv");

test("a file of the type that was asked for is handed over", async () => {
  answer("a,b\n", 200, "text/csv; charset=utf-8");
  expect(await (await get()).text()).toBe("a,b\n");
});

test.each(["text/html; charset=utf-8", "application/json", ""])("status 200 with %s is no file", async (type) => {
  answer("<!doctype html>", 200, type);
  await expect(get()).rejects.toMatchObject({ code: errorCode.internal });
});

test("a refusal keeps the server's number", async () => {
  answer(JSON.stringify({ code: 400, errCode: 4401, errMsg: "no", data: null, sysTime: 0 }), 400, "application/json");
  await expect(get()).rejects.toMatchObject({ code: 4401 });
});
