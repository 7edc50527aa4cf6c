import { CanonReader } from "./canon.ts";
import { type Promised, readPromised } from "./context.ts";
import { at, badInput } from "./input.ts";
import { checkUserSeed, serverHash } from "./seed.ts";
import { wishWinner } from "./wish.ts";

export const wishBottlesMin = 4;
export const wishBottlesMax = 200;

export type WishBottle = { player: number; userSeed: string; bot: boolean };

/** Everything a wish room is drawn from, fixed when its last bottle is taken. */
export type WishContext = Promised & {
  room: number;
  prizeDef: number;
  prizeCents: number;
  bottleCards: number;
  bottleCents: number;
  bottles: WishBottle[];
};

export function parseWishContext(leaf: string): WishContext {
  const r = new CanonReader("BOX1/wish", leaf);
  const head = {
    room: r.int("room", 1),
    prizeDef: r.int("prize-def", 1),
    prizeCents: r.int("prize-cents", 1),
    bottleCards: r.int("bottle-cards"),
    bottleCents: r.int("bottle-cents"),
  };
  const bottles = Array.from({ length: r.int("bottles", wishBottlesMin, wishBottlesMax) }, () => ({
    player: r.int("player", 1),
    userSeed: r.text("user-seed"),
    bot: r.bool("bot"),
  }));
  const promised = readPromised(r);
  r.close();
  if ((head.bottleCards === 0) === (head.bottleCents === 0)) badInput("a bottle is for cards or for gems");
  checkBottles(bottles);
  return { ...head, bottles, ...promised };
}

function checkBottles(bottles: readonly WishBottle[]): void {
  const most = (bottles.length * 3 - ((bottles.length * 3) % 10)) / 10;
  const of = new Map<number, number>();
  for (const b of bottles) {
    checkUserSeed(b.userSeed);
    const taken = (of.get(b.player) ?? 0) + 1;
    if (taken > most) badInput("a player has more bottles than one may take");
    of.set(b.player, taken);
  }
}

/** The bottle that a server seed makes win, as a bundle has it. */
export function wishDrawn(c: WishContext, serverSeed: string) {
  const seeds = c.bottles.map((b) => b.userSeed);
  const won = wishWinner(seeds, serverSeed);
  const { player } = at(c.bottles, won.bottle - 1);
  return { bottles: seeds.length, serverSeed, serverHash: serverHash(serverSeed), ...won, player };
}
