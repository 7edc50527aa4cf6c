/** The cache keys of battles. What belongs to a player begins with "mine" and goes when the session ends. */
export const battleKeys = {
  open: ["battle", "open"],
  finished: (page: number) => ["battle", "finished", page],
  mine: (page: number) => ["mine", "battles", "lobby", page],
  winnings: (battle: string) => ["mine", "battles", "winnings", battle],
} as const;
