/** The user seed of product spec §5: 1 to 16 letters or digits; a random one uses digits and lower-case letters. */
export const USER_SEED_MAX = 16;
const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

export const isUserSeed = (seed: string): boolean => /^[0-9A-Za-z]{1,16}$/.test(seed);

/** Uniform over the alphabet: bytes that would favour its first letters are thrown away. */
export function randomUserSeed(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (b) => crypto.getRandomValues(b),
): string {
  const fair = 256 - (256 % LETTERS.length);
  const bytes = new Uint8Array(USER_SEED_MAX);
  let seed = "";
  while (seed.length < USER_SEED_MAX) {
    fill(bytes);
    for (const byte of bytes) {
      if (byte < fair && seed.length < USER_SEED_MAX) seed += LETTERS[byte % LETTERS.length];
    }
  }
  return seed;
}
