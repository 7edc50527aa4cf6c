/**
 * The HTTP calls as the server's OpenAPI document describes them (api.gen.ts): what each takes and answers. The
 * server's tests hold every answer to that document; net/http.ts checks of what kind an answer is, which is all that a
 * page of another server gets past. Types only: nothing of it reaches a browser.
 */
import type { components, paths } from "./api.gen.ts";

/** The types of bodies and answers by their names in the document. */
export type Api = components["schemas"];

type Method = "get" | "post" | "put";

/** The paths that have a method. */
export type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Readonly<Record<M, object>> ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P][M];

/** What a call answers: the data of its envelope. */
export type Data<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: { 200: { content: { "application/json": { data: infer D } } } } } ? D : never;

/** What a call takes; one without a body takes an empty object. */
export type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: { content: { "application/json": infer B } } } ? B : Record<string, never>;

/** Parameters behind the question mark; undefined leaves one out. */
export type Query<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: { query?: infer Q } }
    ? { readonly [K in keyof NonNullable<Q>]?: NonNullable<Q>[K] | undefined }
    : never;

/** What stands in the path, as in /api/box/{id}. */
type InPath<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: { path: infer T extends object } } ? T : never;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Idempotency key of a POST; a new one when absent. Keep it to repeat a call whose outcome is unknown. */
  readonly key?: string | undefined;
}

/** The options of a call: they can be left out where its path is whole. */
export type Options<P extends keyof paths, M extends Method> = [InPath<P, M>] extends [never]
  ? [options?: CallOptions & { readonly query?: Query<P, M> }]
  : [options: CallOptions & { readonly path: InPath<P, M>; readonly query?: Query<P, M> }];
