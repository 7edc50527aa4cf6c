import { quicknetRoundAfter } from "./beacon.ts";
import { parseSoloContext } from "./context.ts";
import { drawn } from "./drawn.ts";
import { at, badInput, mismatch } from "./input.ts";
import { parseResultLeaf } from "./log.ts";
import { checkSoloForm, onlyResult, wantedDraw } from "./solo.ts";
import { agree, type KindVerifier } from "./verification.ts";

/** One opening: one result, one table, a player's epoch. */
export const verifier: KindVerifier = {
  form(b) {
    if (b.odds.length !== 1) badInput("a box bundle has one table");
    checkSoloForm(b);
  },

  context(b) {
    const c = parseSoloContext(b.context.leaf);
    if (c.player !== onlyResult(b).player || c.epoch !== b.epoch) mismatch("the context is of another player or epoch");
    // A leaf whose round was out when it says that it was written contradicts itself. One that lies does not.
    if (c.beaconSource === "drand" && c.beaconRound < quicknetRoundAfter(c.openedAtMS)) {
      mismatch(`round ${c.beaconRound} was too early`);
    }
    return c;
  },

  outcome: drawn,

  leaf({ bundle, tables }, leaf) {
    const r = onlyResult(bundle);
    const got = parseResultLeaf(leaf);
    const odds = tables.get(r.oddsHash) ?? mismatch("no odds to compare the leaf with");
    const want: Partial<typeof got> = {
      ...wantedDraw(bundle, r),
      seat: r.seat,
      box: odds.boxID,
      oddsHash: r.oddsHash,
      item: r.item,
      valueCents: at(odds.entries, odds.pick(r.v)).valueCents,
    };
    agree(got, want, "the log holds another result");
  },
};
