/** The sounds that a scene can play. Scenes call it at most once a frame; the implementation decides on mute. */

/** What a tier of celebration sounds like (stage/tiers.ts). `tap` is a loss: wood, and no falling melody. */
export type Sting = "tap" | "glint" | "shine" | "blaze" | "vault";

export interface SoundPort {
  /** A cell border passed the marker; speed in cells a second. */
  tick(speed: number): void;
  /** A reel, a wheel or a card came to rest, whatever it shows. */
  land(): void;
  sting(name: Sting): void;
  /** One bell, so many semitones above D5: a lead that changes is a fifth (7), items that arrive climb. */
  bell(semitones: number): void;
  /** Tension while a decision nears: 0 far … 1 at hand. Follows what it is told; null ends it. */
  drone(nearness: number | null): void;
  /** The bed of a rain: noise and slow bells, until it is told false. */
  bed(playing: boolean): void;
  /** Everything of the running scene fades within 80 ms: the player asked for the result. */
  hush(): void;
}

export const silence: SoundPort = {
  tick() {},
  land() {},
  sting() {},
  bell() {},
  drone() {},
  bed() {},
  hush() {},
};
