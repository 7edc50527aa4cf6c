/**
 * HTTP calls: envelope, token, language, idempotency keys, cancellation on navigation, 60 s. What a call takes and
 * answers is typed by the server's document (protocol/api.ts), which the server's tests hold every answer to. What
 * cannot be an answer of this call, whatever its status, is from elsewhere, a proxy or a server of another version,
 * and fails here by number. Deliberately absent: what an error looks like (state/problem.ts), caching (TanStack Query);
 * and openapi-fetch, which is 2.5 KB gzip that home's scripts have no room for (docs/client.md, "Calls") and would do
 * only what `call` and `queryOf` do.
 */
import type { Body, CallOptions, Data, Options, PathsOf } from "../protocol/api.ts";
import { answerKinds } from "../protocol/api-kinds.gen.ts";
import { errorCode, limits } from "../protocol/gen.ts";
import { ApiError } from "./api-error.ts";
import { observeServerTime } from "./clock.ts";

export { ApiError, isRefusal, type Refused, refusalData } from "./api-error.ts";

export interface HttpConfig {
  /** "" for a visitor. */
  token(): string;
  language(): string;
  /** Called for every failed call before its caller does: 403 and 104 end the session, 1000 is maintenance. */
  onError(error: ApiError): void;
  /** Whether another token holds than the one that a call went out under; `wait` waits for one that is on its way. */
  replaced?(sent: string, wait: boolean): Promise<boolean>;
  /** Asks the player to prove who they are, because a call was refused with 4011; true when they did. */
  confirm?(error: ApiError): Promise<boolean>;
}

let config: HttpConfig = { token: () => "", language: () => "zh", onError: () => undefined };

export function configureHttp(next: HttpConfig): void {
  config = next;
}

/** Why a call ended that its page no longer wanted (product specification §8). */
export const ROUTE_CHANGED = "切换路由取消请求";

let page = new AbortController();

/**
 * Cancels what the page that is left still waits for. Calls that move value go on: leaving must not make them doubtful.
 */
export function abortPending(): void {
  page.abort(new DOMException(ROUTE_CHANGED, "AbortError"));
  page = new AbortController();
}

/** 128 random bits; `crypto.randomUUID` is missing on plain http. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const RETRY_AFTER_MS = 500;

export type Parameters = Readonly<Record<string, string | number | undefined>>;
type AnyOptions = CallOptions & { readonly path?: Parameters; readonly query?: Parameters };

/** The data of the envelope, as it came. */
async function call(
  method: "GET" | "POST" | "PUT",
  path: string,
  body: unknown,
  { path: inPath = {}, query, signal: wanted, key }: AnyOptions = {},
): Promise<unknown> {
  const once = method === "GET" ? undefined : (key ?? newIdempotencyKey());
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const send = () => {
    const signals = [AbortSignal.timeout(limits.requestMs)];
    if (method === "GET") signals.push(page.signal);
    if (wanted !== undefined) signals.push(wanted);
    const request: RequestInit = { method, signal: AbortSignal.any(signals), headers: headersOf(method, once) };
    if (method !== "GET") request.body = JSON.stringify(body);
    return exchange(url + queryOf(query), request);
  };
  try {
    const data = await confirmed(() => current(send, method === "GET"));
    if (!isOfKind(data, answerKinds[`${method} ${path}`])) throw foreign(200);
    return data;
  } catch (error) {
    throw told(error);
  }
}

/**
 * A call that asks who it is goes out once more, the same with the same key, when the player has proved it. The seconds
 * that this takes are not the call's.
 */
export async function confirmed<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== errorCode.confirm) throw error;
    if (!(await config.confirm?.(error))) throw error;
    return send();
  }
}

/** A call that went out under a token that another one has replaced meanwhile goes out again under that one. */
async function current<T>(send: () => Promise<T>, wait: boolean): Promise<T> {
  const sent = config.token();
  try {
    return await send();
  } catch (error) {
    if (sent === "" || !(error instanceof ApiError) || error.code !== errorCode.tokenInvalid) throw error;
    if (!(await config.replaced?.(sent, wait))) throw error;
    return send();
  }
}

/** The owner of the session is notified of a failure before the caller is. */
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

export function queryOf(query: Parameters | undefined): string {
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
    throw foreign(response.status);
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

/** What follows from the status alone; the body of these is a proxy's. */
export const codeOfStatus = (status: number): number =>
  status === 502 ? errorCode.maintenance : status === AWAY ? AWAY : errorCode.internal;

/** Whatever server wrote that page, its text is not for players: the client has words of its own. */
export const foreign = (status: number): ApiError => new ApiError(codeOfStatus(status), "");

/** Whether data can be what a call answers: without a kind of its own an object, and one that is not empty. */
function isOfKind(data: unknown, kind: (typeof answerKinds)[string] | undefined): boolean {
  if (kind === "array") return Array.isArray(data);
  if (kind === "null") return data === null;
  const type: string = typeof data;
  if (kind !== undefined) return type === kind;
  return typeof data === "object" && data !== null && !Array.isArray(data) && Object.keys(data).length > 0;
}

/** An abort is the caller's own and stays what it is; a time-out has a number; anything else is "no answer". */
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

/**
 * Every call of the server: `api.get("/api/box/{id}", { path: { id } })`. An answer that is no envelope is an ApiError.
 */
export const api = {
  get: <P extends PathsOf<"get">>(path: P, ...[options]: Options<P, "get">) =>
    call("GET", path, null, options as AnyOptions) as Promise<Data<P, "get">>,
  post: <P extends PathsOf<"post">>(path: P, body: Body<P, "post">, ...[options]: Options<P, "post">) =>
    call("POST", path, body, options as AnyOptions) as Promise<Data<P, "post">>,
  put: <P extends PathsOf<"put">>(path: P, body: Body<P, "put">, ...[options]: Options<P, "put">) =>
    call("PUT", path, body, options as AnyOptions) as Promise<Data<P, "put">>,
} as const;
