import { expect, test } from "vitest";
import type { UpgradeDone } from "../../protocol/gen.ts";
import { applyUpgrade, LIVE_MAX } from "./live-upgrades.ts";

const done = (id: string): UpgradeDone => ({
  id,
  playerId: "1",
  playerName: "ana",
  avatar: "",
  bot: false,
  leftDef: 1,
  leftCount: 1,
  leftCents: 1,
  gemsCents: 0,
  rightDef: 2,
  rightCents: 2,
  rateE8: 5,
  won: true,
  atMs: 0,
});
const told = (id: string) => ({ type: 501, name: "upgradeDone", snapshot: false, body: done(id) }) as const;

test("newest first, each once, never more than fit", () => {
  let state = applyUpgrade(
    { done: [] },
    {
      type: 500,
      name: "upgradeSnapshot",
      snapshot: true,
      body: { done: [done("2"), done("1")], ranking: [], madeMs: 0 },
    },
  );
  state = applyUpgrade(applyUpgrade(state, told("3")), told("3"));
  expect(state.done.map(({ id }) => id)).toEqual(["3", "2", "1"]);
  for (let i = 4; i < 100; i++) state = applyUpgrade(state, told(String(i)));
  expect(state.done.length).toBe(LIVE_MAX);
  expect(state.done[0]?.id).toBe("99");
});
