/**
 * Signed checkpoints of the public log: a note of three lines under one Ed25519
 * signature. Loaded only when a bundle has a log part, so that the curve stays out
 * of every other route's bundle.
 */
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { badInput, isHex, isId, isLine, mismatch } from "./input.ts";

const algorithmEd25519 = 1;
const lengthMax = 1024;

export type Checkpoint = { origin: string; size: number; root: string };

type LogKey = { name: string; hash: string; key: Uint8Array };

/** Verifies a checkpoint: exactly one signature, canonical base64, no extension lines. */
export function openCheckpoint(signed: string, publicKey: string): Checkpoint {
  const key = parseLogKey(publicKey);
  const form =
    /^(?<text>(?<origin>[^\n]+)\n(?<size>[0-9]+)\n(?<root>[^\n]+)\n)\n— (?<signer>[^ \n]+) (?<sig>[^ \n]+)\n$/u;
  const parts = form.exec(signed)?.groups;
  if (parts === undefined || signed.length > lengthMax) badInput("checkpoint form");
  const { text = "", origin = "", size = "", root = "", signer = "", sig = "" } = parts;
  const signature = strictBase64(sig);
  if (origin !== key.name || signer !== key.name) mismatch("the checkpoint is of another log");
  if (signature.length !== 68 || bytesToHex(signature.subarray(0, 4)) !== key.hash) mismatch("another key's signature");
  if (!ed25519.verify(signature.subarray(4), utf8ToBytes(text), key.key, { zip215: false })) {
    mismatch("the checkpoint's signature does not hold");
  }
  const leaves = Number(size);
  const rootBytes = strictBase64(root);
  if (!isId(leaves) || String(leaves) !== size || rootBytes.length !== 32) badInput("checkpoint size or root");
  return { origin, size: leaves, root: bytesToHex(rootBytes) };
}

/** A note key: name+hash+base64(algorithm ‖ key), hash = SHA-256(name "\n" algorithm ‖ key), 4 bytes. */
function parseLogKey(publicKey: string): LogKey {
  const form = /^(?<name>[^ +\n]+)\+(?<hash>[^+\n]+)\+(?<body>[^\n]+)$/u.exec(publicKey)?.groups;
  const { name = "", hash = "", body = "" } = form ?? {};
  if (!isLine(name) || !isHex(hash, 8)) badInput("public key form");
  const bytes = strictBase64(body);
  if (bytes.length !== 33 || bytes[0] !== algorithmEd25519) badInput("public key is not Ed25519");
  if (bytesToHex(sha256(concatBytes(utf8ToBytes(`${name}\n`), bytes)).subarray(0, 4)) !== hash) {
    mismatch("the public key's own hash");
  }
  return { name, hash, key: bytes.subarray(1) };
}

/** Decodes base64 and refuses every spelling but the one the encoder writes. */
function strictBase64(text: string): Uint8Array {
  let binary = "";
  try {
    binary = atob(text);
  } catch {
    badInput("base64");
  }
  if (btoa(binary) !== text) badInput("base64 is not canonical");
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}
