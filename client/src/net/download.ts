/**
 * Files that only the player may have: no link can carry the token. Apart from http.ts, because few ask for one. An
 * answer of another type than the file's, such as a proxy's page with status 200, is no file and fails by number.
 */
import { ApiError } from "./api-error.ts";
import { confirmed, foreign, headersOf, type Parameters, parseEnvelope, queryOf, told } from "./http.ts";

export async function download(path: string, query: Parameters, type: string): Promise<Blob> {
  try {
    return await confirmed(() => file(path + queryOf(query), type));
  } catch (error) {
    throw told(error);
  }
}

async function file(address: string, type: string): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(address, { headers: headersOf("GET", undefined) });
    if (response.ok && typeOf(response) === type) return await response.blob();
  } catch (error) {
    throw new ApiError(0, error instanceof Error ? error.message : "network"); // or it broke on the way
  }
  const envelope = response.ok ? null : parseEnvelope(await response.text());
  throw envelope ? new ApiError(envelope.errCode, envelope.errMsg, envelope.data) : foreign(response.status);
}

/** Without its parameters. */
const typeOf = (response: Response): string => (response.headers.get("content-type") ?? "").split(";")[0]?.trim() ?? "";
