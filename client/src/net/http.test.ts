import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetServerTime, serverNow } from "./clock.ts";
import { ApiError, abortPending, api, configureHttp, ROUTE_CHANGED, refusalData } from "./http.ts";

const envelope = (fields: object) => new Response(JSON.stringify({ code: 200, msg: "", data: null, ...fields }));
const ok = () => envelope({ data: { x: "y" }, sysTime: Date.now() });

let failures: ApiError[];
const fetching = vi.fn<typeof fetch>();

/** A server that never answers, but notices when the caller aborts. */
const silent: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });

const headersOf = (call: number) => fetching.mock.calls[call]?.[1]?.headers as Record<string, string>;

beforeEach(() => {
  failures = [];
  fetching.mockReset();
  vi.stubGlobal("fetch", fetching);
  configureHttp({ token: () => "t0ken", language: () => "pt", onError: (e) => failures.push(e) });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("http", () => {
  it("sends token, language and query, and gives the data of the envelope", async () => {
    fetching.mockResolvedValue(ok());
    await expect(api.get("/api/box/list", { query: { type: "all", sort: undefined, q: "ç&" } })).resolves.toEqual({
      x: "y",
    });
    expect(fetching.mock.calls[0]?.[0]).toBe("/api/box/list?type=all&q=%C3%A7%26");
    expect(headersOf(0)).toMatchObject({ token: "t0ken", lang: "pt" });
    expect(headersOf(0)).not.toHaveProperty("Idempotency-Key");
  });

  it("writes what stands in the path so that it stays one word of it", async () => {
    fetching.mockImplementation(async () => ok());
    await api.get("/api/fair/result/{id}", { path: { id: "battle-1/../x?y" } });
    expect(fetching.mock.calls[0]?.[0]).toBe("/api/fair/result/battle-1%2F..%2Fx%3Fy");
  });

  it("gives a POST a key of its own and keeps a given one", async () => {
    fetching.mockImplementation(async () => ok());
    await api.post("/api/bag/sell/all", {});
    await api.post("/api/bag/sell/all", {});
    await api.post("/api/bag/sell/all", {}, { key: "mine" });
    const keys = [0, 1, 2].map((i) => headersOf(i)["Idempotency-Key"]);
    expect(keys[0]).toMatch(/^[0-9A-Za-z_-]{1,80}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe("mine");
  });

  it("repeats a POST without an answer once, under the same key", async () => {
    fetching.mockRejectedValueOnce(new TypeError("reset")).mockResolvedValueOnce(ok());
    await expect(api.post("/api/bag/sell/all", {})).resolves.toEqual({ x: "y" });
    expect(fetching).toHaveBeenCalledTimes(2);
    expect(headersOf(1)["Idempotency-Key"]).toBe(headersOf(0)["Idempotency-Key"]);
    expect(failures).toEqual([]);
  });

  it("asks who it is where a call wants it proved, and sends the same again under the same key", async () => {
    const asked: ApiError[] = [];
    let proves = true;
    const confirm = async (error: ApiError) => {
      asked.push(error);
      return proves;
    };
    configureHttp({ token: () => "t0ken", language: () => "pt", onError: (e) => failures.push(e), confirm });
    const refused = () => envelope({ code: 4011, errCode: 4011, errMsg: "who?", data: { by: ["password"] } });
    fetching.mockResolvedValueOnce(refused()).mockResolvedValueOnce(ok());
    await expect(api.post("/api/bag/sell/all", {})).resolves.toEqual({ x: "y" });
    expect(asked.map((e) => e.data)).toEqual([{ by: ["password"] }]);
    expect(headersOf(1)["Idempotency-Key"]).toBe(headersOf(0)["Idempotency-Key"]);
    expect(failures).toEqual([]);
    proves = false;
    fetching.mockResolvedValueOnce(refused());
    await expect(api.post("/api/bag/sell/all", {})).rejects.toMatchObject({ code: 4011 });
    proves = true; // and a second refusal is the last
    fetching.mockImplementation(async () => refused());
    await expect(api.get("/api/box/list")).rejects.toMatchObject({ code: 4011 });
    expect(fetching).toHaveBeenCalledTimes(5);
  });

  it("sends a call again whose token was replaced on the way: a read waits for the next token, a write does not", async () => {
    let token = "old";
    const waits: boolean[] = [];
    const replaced = async (sent: string, wait: boolean) => {
      expect(sent).toBe("old");
      waits.push(wait);
      token = "new";
      return true;
    };
    configureHttp({ token: () => token, language: () => "pt", onError: (e) => failures.push(e), replaced });
    const dead = () => envelope({ code: 403, errCode: 403, errMsg: "gone" });
    fetching.mockResolvedValueOnce(dead()).mockResolvedValueOnce(ok());
    await expect(api.post("/api/bag/sell/all", {})).resolves.toEqual({ x: "y" });
    expect([headersOf(0).token, headersOf(1).token]).toEqual(["old", "new"]);
    expect(headersOf(1)["Idempotency-Key"]).toBe(headersOf(0)["Idempotency-Key"]);
    token = "old";
    fetching.mockResolvedValueOnce(dead()).mockResolvedValueOnce(ok());
    await expect(api.get("/api/box/list")).resolves.toEqual({ x: "y" });
    expect(waits).toEqual([false, true]);
    expect(failures).toEqual([]);
    configureHttp({
      token: () => "old",
      language: () => "pt",
      onError: (e) => failures.push(e),
      replaced: async () => false,
    });
    fetching.mockResolvedValueOnce(dead());
    await expect(api.get("/api/box/list")).rejects.toMatchObject({ code: 403 });
    expect(failures).toHaveLength(1);
  });

  it("gives up after the second loss, and never repeats a GET or an answered POST", async () => {
    fetching.mockRejectedValue(new TypeError("reset"));
    await expect(api.post("/api/bag/sell/all", {})).rejects.toMatchObject({ code: 0, retryable: true });
    expect(fetching).toHaveBeenCalledTimes(2);
    await expect(api.get("/api/box/list")).rejects.toMatchObject({ code: 0 });
    expect(fetching).toHaveBeenCalledTimes(3);
    fetching.mockResolvedValue(envelope({ code: 6002, errCode: 6002, errMsg: "no gems" }));
    await expect(api.post("/api/bag/sell/all", {})).rejects.toMatchObject({ code: 6002 });
    expect(fetching).toHaveBeenCalledTimes(4);
  });

  it("[ERR1] turns errCode into an ApiError and tells the listener once", async () => {
    fetching.mockResolvedValue(envelope({ code: 630, errCode: 630, errMsg: "novo preço", data: { price: 2 } }));
    const failed = api.post("/api/bag/sell/all", {});
    await expect(failed).rejects.toBeInstanceOf(ApiError);
    await expect(failed).rejects.toMatchObject({
      code: 630,
      retryable: false,
      message: "novo preço",
      data: { price: 2 },
    });
    expect(failures.map((e) => e.code)).toEqual([630]);
  });

  it.each([403, 104, 1000])("tells the listener of %i", async (code) => {
    fetching.mockResolvedValue(envelope({ code, errCode: code, errMsg: "x" }));
    await expect(api.get("/api/box/list")).rejects.toMatchObject({ code });
    expect(failures.map((e) => e.code)).toEqual([code]);
  });

  it("reads a proxy's 502 as maintenance, in the words of the client", async () => {
    fetching.mockResolvedValueOnce(new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
    await expect(api.get("/api/box/list")).rejects.toMatchObject({ code: 1000, message: "" });
  });

  const said = (data: unknown) =>
    JSON.stringify({ code: 200, msg: "success", errCode: 0, errMsg: "", sysTime: 1, data });
  it.each([
    ["a page of a proxy", "<!doctype html><title>Welcome</title>"],
    ["nothing", ""],
    ["an empty object", "{}"],
    ["a list", "[]"],
    ["null", "null"],
    ["an envelope without data", '{"code":200}'],
    ["an envelope with an empty object", said({})],
    ["an envelope with nothing in it", said(null)],
    ["an envelope with a list in place of an object", said([])],
    ["an envelope with a word in place of an object", said("ok")],
  ])("calls %s that comes with status 200 a failure, and tells the listener", async (_, text) => {
    fetching.mockImplementation(async () => new Response(text, { status: 200, statusText: "OK" }));
    await expect(api.get("/api/box/list")).rejects.toMatchObject({ code: 5000, message: "" });
    await expect(api.post("/api/bag/sell/all", {})).rejects.toBeInstanceOf(ApiError);
    expect(failures.map((e) => e.code)).toEqual([5000, 5000]);
    expect(fetching).toHaveBeenCalledTimes(2);
  });

  it("knows which answers are lists, numbers or nothing at all", async () => {
    const answered = (data: unknown) => fetching.mockResolvedValueOnce(new Response(said(data)));
    answered([]);
    await expect(api.get("/api/home/notice")).resolves.toEqual([]);
    answered({ x: "y" });
    await expect(api.get("/api/home/notice")).rejects.toMatchObject({ code: 5000 });
    answered(0);
    await expect(api.get("/api/home/is/new")).resolves.toBe(0);
    answered("0");
    await expect(api.get("/api/home/is/new")).rejects.toMatchObject({ code: 5000 });
    answered(null);
    await expect(api.post("/api/user/logout", {})).resolves.toBeNull();
    answered({ x: "y" });
    await expect(api.post("/api/user/logout", {})).rejects.toMatchObject({ code: 5000 });
  });

  it("cancels a GET on navigation with the specification's words, and tells nobody", async () => {
    fetching.mockImplementation(silent);
    const left = api.get("/api/box/list");
    abortPending();
    await expect(left).rejects.toMatchObject({ name: "AbortError", message: ROUTE_CHANGED });
    expect(failures).toEqual([]);
    fetching.mockResolvedValueOnce(ok());
    await expect(api.get("/api/box/list")).resolves.toEqual({ x: "y" });
  });

  it("lets a call that moves value go on when the player navigates", async () => {
    let answer: (r: Response) => void = () => undefined;
    fetching.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const open = api.post("/api/bag/sell/all", {});
    abortPending();
    answer(ok());
    await expect(open).resolves.toEqual({ x: "y" });
  });

  it("ends with the caller's own signal", async () => {
    fetching.mockImplementation(silent);
    const mine = new AbortController();
    const call = api.post("/api/bag/sell/all", {}, { signal: mine.signal });
    mine.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    expect(fetching).toHaveBeenCalledTimes(1);
  });

  it("times out as a number, because the outcome is unknown", async () => {
    const timeout = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeout.signal);
    fetching.mockImplementation(silent);
    const call = api.post("/api/bag/sell/all", {});
    timeout.abort(new DOMException("late", "TimeoutError"));
    await expect(call).rejects.toMatchObject({ code: 5002, retryable: true });
    expect(AbortSignal.timeout).toHaveBeenCalledWith(60_000);
  });

  it("believes no clock of an answer that the browser may have kept", async () => {
    forgetServerTime();
    const text = JSON.stringify({ code: 200, msg: "", data: { x: "y" }, sysTime: Date.now() - 90_000 });
    fetching.mockResolvedValue(new Response(text, { headers: { ETag: 'W/"7"', "Cache-Control": "no-cache" } }));
    await api.get("/api/box/list");
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1_000);
  });

  it("learns the server's clock", async () => {
    forgetServerTime();
    fetching.mockResolvedValue(envelope({ data: { x: "y" }, sysTime: Date.now() + 90_000 }));
    await api.get("/api/box/list");
    expect(Math.abs(serverNow() - Date.now() - 90_000)).toBeLessThan(1_000);
  });
});

it("what comes with a refusal is read by its number, and is nothing where it is of no kind that one brings", () => {
  const by = { by: ["app"] };
  expect(refusalData(new ApiError(4011, "who?", by), 4011)).toBe(by);
  expect(refusalData(new ApiError(4012, "what else?", by), 4011)).toBeNull();
  for (const data of [null, undefined, "app", 1]) expect(refusalData({ code: 4011, data }, 4011)).toBeNull();
});
