import { describe, expect, it } from "vitest";
import type { UserVip, VipLevel } from "./api.ts";
import { allLevels, claimState, progress, unclaimed } from "./levels.ts";

const config: VipLevel[] = [10, 50, 150, 400, 1_000, 2_500, 6_000, 15_000, 40_000, 100_000].map((vipNum, i) => ({
  level: i + 1,
  vipNum,
  vipRate: 0.003 * (i + 1),
  vipAmount: vipNum / 200,
}));
const levels = allLevels(config);
const user = (change: Partial<UserVip> = {}): UserVip => ({
  vipLevel: 0,
  monthPayAmount: 0,
  redPacketLevel: 0,
  lastMonthLevel: 0,
  vipExperience: 0,
  monthEndsMs: 0,
  ...change,
});

describe("levels", () => {
  it("begin at 0, which asks and gives nothing", () => {
    expect(levels).toHaveLength(11);
    expect(levels[0]).toEqual({ level: 0, vipNum: 0, vipRate: 0, vipAmount: 0 });
  });

  it("are claimed in order, up to the player's and never level 0", () => {
    const mine = user({ vipLevel: 3, redPacketLevel: 1 });
    expect(levels.slice(0, 5).map((level) => claimState(level, mine))).toEqual([
      "locked",
      "claimed",
      "ready",
      "waits",
      "locked",
    ]);
    expect(levels.map((level) => claimState(level, user()))).not.toContain("ready");
  });

  it("without a bonus cannot be claimed", () => {
    expect(claimState({ level: 1, vipNum: 10, vipRate: 0, vipAmount: 0 }, user({ vipLevel: 1 }))).toBe("locked");
  });

  it("list what is unclaimed: every level after the claimed one up to the player's", () => {
    expect(unclaimed(levels, user({ vipLevel: 4, redPacketLevel: 1 })).map(({ level }) => level)).toEqual([2, 3, 4]);
    expect(unclaimed(levels, user({ vipLevel: 2, redPacketLevel: 5 }))).toEqual([]);
  });
});

describe("progress", () => {
  it("is towards the next level", () => {
    expect(progress(levels, user({ vipLevel: 2, vipExperience: 60.1 }))).toEqual({
      next: 3,
      need: 150,
      missing: 89.9,
      share: 60.1 / 150,
    });
  });

  it("begins again in a month that a level of the last one holds through", () => {
    expect(progress(levels, user({ vipLevel: 3, lastMonthLevel: 3 }))).toMatchObject({
      next: 4,
      missing: 400,
      share: 0,
    });
  });

  it("ends at level 10", () => {
    expect(progress(levels, user({ vipLevel: 10, vipExperience: 250_000 }))).toMatchObject({
      next: 10,
      missing: 0,
      share: 1,
    });
  });
});
