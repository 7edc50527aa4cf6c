/** Passkeys of this browser (WebAuthn): bytes travel as base64url. */
import type { Api, Body } from "../../protocol/api.ts";

export type PasskeyOptions = Api["PasskeyOptions"];
type MadePasskey = Body<"/api/user/factors/passkey", "post">;
export type PasskeyAnswer = Api["PasskeyAnswer"];

/** Browsers have passkeys on secure pages only. */
export const hasPasskeys = (): boolean => window.isSecureContext && typeof PublicKeyCredential === "function";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

export const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const named = (keys: readonly string[]): PublicKeyCredentialDescriptor[] =>
  keys.map((key) => ({ type: "public-key", id: bytesOf(key) }));

/** ES256 and RS256, which every authenticator has one of. */
const ALGORITHMS = [-7, -257];
const TIMEOUT_MS = 120_000;

/** Makes a passkey; null when the player changed their mind. */
export async function makePasskey(options: PasskeyOptions): Promise<Omit<MadePasskey, "name"> | null> {
  const made = await cancelled(
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(options.challenge),
        rp: { id: options.rpId, name: "Jadebox" },
        user: { id: bytesOf(options.user), name: options.name, displayName: options.name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: named(options.keys),
        authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
        timeout: TIMEOUT_MS,
      },
    }),
  );
  if (!(made instanceof PublicKeyCredential)) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    state: options.state,
    id: textOf(made.rawId),
    clientData: textOf(response.clientDataJSON),
    attestation: textOf(response.attestationObject),
  };
}

/** Answers by a passkey; null when the player changed their mind. */
export async function answerByPasskey(options: PasskeyOptions): Promise<PasskeyAnswer | null> {
  const used = await cancelled(
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(options.challenge),
        rpId: options.rpId,
        allowCredentials: named(options.keys),
        userVerification: "preferred",
        timeout: TIMEOUT_MS,
      },
    }),
  );
  if (!(used instanceof PublicKeyCredential)) return null;
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    state: options.state,
    id: textOf(used.rawId),
    clientData: textOf(response.clientDataJSON),
    authenticator: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}

/** A player who closes the browser's question, or has the passkey already, is no failure. */
async function cancelled<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "InvalidStateError")) {
      return null;
    }
    throw error;
  }
}
