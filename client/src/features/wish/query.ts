/** The cache keys of wishes. What belongs to a player begins with "mine" and goes when the session ends. */
export const wishKeys = {
  open: ["wish", "open"],
  ended: (page: number) => ["wish", "ended", page],
  tree: ["mine", "wish", "tree"],
} as const;
