import { describe, expect, test } from "vitest";
import { type Draft, draftOf, emptyDraft, gemsOf, localTime, problemOf, setupFrom } from "./draft.ts";

const now = Date.parse("2026-11-21T12:00:00");
const good: Draft = {
  ...emptyDraft(now),
  name: " Friday ",
  gems: ["20", "0.50", ""],
  items: ["7"],
  tasks: [{ kind: 6, target: "12.5" }],
};

describe("a streamer's draft", () => {
  test("becomes what is sent, and back", () => {
    expect(problemOf(good, now)).toBeNull();
    const setup = setupFrom(good);
    expect(setup).toMatchObject({
      name: "Friday",
      gemsCents: [2000, 50],
      items: ["7"],
      tasks: [{ kind: 6, target: 1250 }],
      joinMax: 0,
    });
    expect(setup.openAtMs).toBe(now + 30 * 60_000);
    expect(gemsOf(good)).toBe(2050);
    const again = draftOf(setup);
    expect(setupFrom(again)).toEqual(setup);
  });

  test.each<[string, Partial<Draft>, string]>([
    ["no name", { name: "  " }, "name"],
    ["a name too long", { name: "x".repeat(41) }, "name"],
    ["a time that has passed", { openAt: localTime(now - 60_000) }, "time"],
    ["no time", { openAt: "" }, "time"],
    ["a short password", { joinType: "roll_join_password", password: "abc" }, "password"],
    ["no password", { joinType: "roll_join_password" }, "password"],
    ["gems that are no amount", { gems: ["1e3"] }, "gems"],
    ["zero gems", { gems: ["0"] }, "gems"],
    ["no prize", { gems: [""], items: [] }, "prizes"],
    ["too many prizes", { gems: Array.from({ length: 51 }, () => "1") }, "prizes"],
    ["a task without a target", { tasks: [{ kind: 7, target: "" }] }, "tasks"],
    ["a task of half an opening", { tasks: [{ kind: 7, target: "1.5" }] }, "tasks"],
    ["a VIP level that nobody has", { tasks: [{ kind: 15, target: "11" }] }, "tasks"],
    ["too many entrants", { joinMax: "50000" }, "most"],
  ])("%s", (_, change, problem) => {
    expect(problemOf({ ...good, ...change }, now)).toBe(problem);
  });

  test("asks for a VIP level in levels, not in cents", () => {
    const draft: Draft = { ...good, tasks: [{ kind: 15, target: "3" }] };
    expect(problemOf(draft, now)).toBeNull();
    expect(setupFrom(draft).tasks).toEqual([{ kind: 15, target: 3 }]);
    expect(draftOf(setupFrom(draft)).tasks).toEqual(draft.tasks);
  });

  test("an edit keeps the password that is there", () => {
    const kept: Draft = { ...good, joinType: "roll_join_password", hasPassword: true };
    expect(problemOf(kept, now)).toBeNull();
    expect(problemOf({ ...kept, password: "abc" }, now)).toBe("password");
  });
});
