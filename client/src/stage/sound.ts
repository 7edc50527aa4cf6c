/** The sounds that a scene can play. Scenes call it at most once a frame; the implementation decides on mute. */
export interface SoundPort {
  /** A cell border passed the marker; speed in cells a second. */
  tick(speed: number): void;
  /** A reel came to rest on its result. `good` is false when it is worth less than its stake: no fanfare then. */
  land(rarity: string, good: boolean): void;
}

export const silence: SoundPort = { tick() {}, land() {} };
