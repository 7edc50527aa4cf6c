/** All of it belongs to the player: it begins with "mine" and goes when the session ends. */
export const studioKeys = {
  all: ["mine", "studio"],
  rolls: (page: number) => ["mine", "studio", "rolls", page],
  roll: (id: string) => ["mine", "studio", "roll", id],
  setup: (id: string) => ["mine", "studio", "setup", id],
  items: (page: number) => ["mine", "studio", "items", page],
} as const;
