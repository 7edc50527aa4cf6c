/**
 * HTTP calls: envelope, token, language, idempotency keys, cancellation on navigation, 60 s. Answers pass through a Shape.
 * Deliberately absent: what an error looks like (state/problem.ts), caching (TanStack Query).
 */
import { errorCode, limits } from "../protocol/gen.ts";
import type { Shape } from "../protocol/shape.ts";
import { ApiError } from "./api-error.ts";
import { observeServerTime } from "./clock.ts";

export { ApiError } from "./api-error.ts";

export interface HttpConfig {
  /** "" for a visitor. */
  token(): string;
  language(): string;
  /** Hears of every failed call before its caller does: 403 and 104 end the session, 1000 is maintenance. */
  onError(error: ApiError): void;
}

let config: HttpConfig = { token: () => "", language: () => "zh", onError: () => undefined };

export function configureHttp(next: HttpConfig): void {
  config = next;
}

/** Why a call ended that its page no longer wanted (product specification §8). */
export const ROUTE_CHANGED = "切换路由取消请求";

let page = new AbortController();

/** Cancels what the page that is left still waits for. Calls that move value go on: leaving must not make them doubtful. */
export function abortPending(): void {
  page.abort(new DOMException(ROUTE_CHANGED, "AbortError"));
  page = new AbortController();
}

/** 128 random bits; `crypto.randomUUID` is missing on plain http. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** Idempotency key of a POST; a new one when absent. Keep it to repeat a call whose outcome is unknown. */
  readonly key?: string | undefined;
}

const RETRY_AFTER_MS = 500;

async function call<T>(
  method: "GET" | "POST" | "PUT",
  path: string,
  body: unknown,
  shape: Shape<T>,
  options: CallOptions,
): Promise<T> {
  const signals = [AbortSignal.timeout(limits.requestMs)];
  if (method === "GET") signals.push(page.signal);
  if (options.signal !== undefined) signals.push(options.signal);
  const signal = AbortSignal.any(signals);
  const request: RequestInit = { method, signal, headers: headersOf(method, options.key) };
  if (method !== "GET") request.body = JSON.stringify(body ?? {});
  try {
    return shape.fromJSON(await exchange(path + queryOf(options.query), request), path);
  } catch (error) {
    throw told(error);
  }
}

/** Whoever keeps the session hears of a failure before its caller does. */
export function told(error: unknown): unknown {
  if (error instanceof ApiError) config.onError(error);
  return error;
}

export function headersOf(method: string, key: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json", lang: config.language() };
  const token = config.token();
  if (token !== "") headers.token = token;
  if (method !== "GET") {
    headers["content-type"] = "application/json";
    headers["Idempotency-Key"] = key ?? newIdempotencyKey();
  }
  return headers;
}

export function queryOf(query: CallOptions["query"]): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) params.set(name, String(value));
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

/** Without an answer a POST goes out once more under the same key, so that it still has one effect. */
async function exchange(url: string, request: RequestInit): Promise<unknown> {
  try {
    return await attempt(url, request);
  } catch (error) {
    if (request.method !== "POST" || !(error instanceof ApiError) || error.code !== 0) throw error;
    await pause(RETRY_AFTER_MS, request.signal ?? undefined);
    return attempt(url, request);
  }
}

async function attempt(url: string, request: RequestInit): Promise<unknown> {
  const sentMs = Date.now();
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, request);
    text = await response.text();
  } catch (error) {
    throw failureOf(error, request.signal ?? undefined);
  }
  const envelope = parseEnvelope(text);
  if (envelope === null || response.status === 502 || response.status === AWAY) {
    throw new ApiError(codeOfStatus(response.status), response.statusText);
  }
  // What has an ETag may come from the browser's store, with the time of the day when it was put there.
  if (!response.headers.has("ETag")) observeServerTime(envelope.sysTime, sentMs, Date.now());
  if (envelope.code === 200) return envelope.data;
  throw new ApiError(envelope.errCode, envelope.errMsg, envelope.data, secondsOf(response.headers.get("Retry-After")));
}

/** A date, which only a proxy sends, and nonsense are 0. */
function secondsOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 0;
}

/** A status, and a number, that sends the player away from the site (product specification §8). */
export const AWAY = 900;

/** What the status alone says; what stands in the body of these is a proxy's. */
export const codeOfStatus = (status: number): number =>
  status === 502 ? errorCode.maintenance : status === AWAY ? AWAY : errorCode.internal;

/** An abort is the caller's own wish and stays what it is; a time-out has a number; anything else is "no answer". */
function failureOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) {
    const reason: unknown = signal.reason;
    if (reason instanceof DOMException && reason.name === "TimeoutError")
      return new ApiError(errorCode.timeout, "timeout");
    return reason;
  }
  return new ApiError(0, error instanceof Error ? error.message : "network");
}

interface Envelope {
  readonly code: number;
  readonly errCode: number;
  readonly errMsg: string;
  readonly sysTime: number;
  readonly data: unknown;
}

/** null when it is none, as from a proxy in front. */
export function parseEnvelope(text: string): Envelope | null {
  try {
    const e: unknown = JSON.parse(text);
    if (typeof e !== "object" || e === null || !("code" in e) || typeof e.code !== "number") return null;
    const errCode = "errCode" in e && typeof e.errCode === "number" ? e.errCode : e.code;
    const errMsg = "errMsg" in e && typeof e.errMsg === "string" ? e.errMsg : "";
    const msg = "msg" in e && typeof e.msg === "string" ? e.msg : "";
    const sysTime = "sysTime" in e && typeof e.sysTime === "number" ? e.sysTime : Number.NaN;
    return { code: e.code, errCode, errMsg: errMsg || msg, sysTime, data: "data" in e ? e.data : null };
  } catch {
    return null;
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(failureOf(null, signal));
    if (signal?.aborted) return stop();
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        stop();
      },
      { once: true },
    );
  });
}

export const api = {
  get: <T>(path: string, shape: Shape<T>, options: CallOptions = {}): Promise<T> =>
    call("GET", path, null, shape, options),
  post: <T>(path: string, body: unknown, shape: Shape<T>, options: CallOptions = {}): Promise<T> =>
    call("POST", path, body, shape, options),
  put: <T>(path: string, body: unknown, shape: Shape<T>, options: CallOptions = {}): Promise<T> =>
    call("PUT", path, body, shape, options),
} as const;
