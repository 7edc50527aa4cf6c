/** The cache keys of roll rooms. What belongs to a player begins with "mine" and goes when the session ends. */
export const rollKeys = {
  open: (type: number | undefined) => ["roll", "open", type ?? "all"],
  home: ["roll", "home"],
  ended: (page: number) => ["roll", "ended", page],
  roster: (id: string, page: number) => ["roll", "roster", id, page],
  joined: ["mine", "roll", "joined"],
  mine: (page: number) => ["mine", "roll", "records", page],
} as const;
