/** Why a room has no draw, as a key of the texts. */
const VOIDS = ["cancelled", "unjoined", "unpublished", "beacon", "broken", "restored", "operator"] as const;
export const voidKey = (reason: string): (typeof VOIDS)[number] => VOIDS.find((known) => known === reason) ?? "broken";
