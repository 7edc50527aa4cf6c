import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";
import { commitment, type FakeServer, fakeServer } from "../test-kit.tsx";
import { chooseSeed, chosenSeed, claimKey, KEPT_MOST, ownDraw, ownDraws, type Sent } from "./own-draws.ts";
import { queryClient } from "./query.ts";
import { type User, useSession } from "./session.ts";

const SEED = "/api/fair/seed";
const shown = (nonce: number, epoch = 1) => ({ ...commitment(nonce), epoch, commit: `commit${epoch}` });
const terms = { count: 1, oddsHash: "0dd5", stakeCents: 200 };
const noAnswer = new ApiError(0, "");
const refusal = (code: number, data: unknown = null) => new ApiError(code, "", data);

let server: FakeServer;
/** What went out. */
let sent: Sent[] = [];

beforeEach(() => {
  sent = [];
  server = fakeServer({ [SEED]: [shown(5)] });
  queryClient.clear();
  useSession.setState({ token: "t", user: { id: "9" } as User });
});
afterEach(() => vi.unstubAllGlobals());

/** One request; it ends as `outcome` says: with the result of a nonce, or with an error. */
async function draw(key: string, outcome: number | ApiError, what = terms): Promise<void> {
  await ownDraw(
    key,
    what,
    async (by) => {
      sent.push(by);
      if (typeof outcome !== "number") throw outcome;
      return outcome;
    },
    (n) => ({ results: [{ resultId: `${key}-0`, n }], next: { epoch: 1, nonce: n + 1, serverHash: `hash${n + 1}` } }),
  ).catch(() => null);
}

const seeds = () => sent.map(({ userSeed }) => userSeed);

test("each draw has a seed of its own, made after the commitment came, and is kept before it is asked for", async () => {
  let kept = 0;
  await ownDraw(
    "first",
    terms,
    async (by) => {
      expect(server.asked).toEqual([SEED]);
      expect(by.commit).toBe("commit1");
      kept = ownDraws().length;
      sent.push(by);
      return 5;
    },
    (n) => ({ results: [{ resultId: "17-0", n }], next: { epoch: 1, nonce: 6, serverHash: "hash6" } }),
  );
  expect(kept).toBe(1);
  expect(ownDraws()).toMatchObject([
    { player: "9", epoch: 1, n: 5, commit: "commit1", userSeed: seeds()[0], ...terms, results: ["17-0"] },
  ]);
  await draw("second", 6);
  expect(server.asked).toEqual([SEED]); // the answer said which nonce is next
  expect(ownDraws()[1]).toMatchObject({ n: 6, results: ["second-0"] });
  for (const seed of seeds()) expect(seed).toMatch(/^[0-9a-z]{16}$/);
  expect(new Set(seeds()).size).toBe(2);
});

test("an answer that is lost is asked for again by the same seed, also after a reload", async () => {
  await draw("key", noAnswer);
  server.answers[SEED] = [shown(6)]; // the server had drawn it
  await queryClient.invalidateQueries();
  await draw("key", 5);
  queryClient.clear();
  expect(new Set(seeds()).size).toBe(1);

  sent = [];
  await draw("lost", noAnswer);
  queryClient.clear(); // a reload knows neither the key nor what was shown
  await draw("another", 6);
  expect(new Set(seeds()).size).toBe(1);
});

test("a seed stays through refusals for every nonce that it was asked for, whatever is asked for", async () => {
  await draw("a", refusal(errorCode.funds));
  await draw("waits", refusal(errorCode.beaconWait), { ...terms, count: 5, oddsHash: "other" });
  await draw("c", 5);
  await draw("d", 6, { ...terms, count: 2 }); // the house could compute 5 to 9 when "waits" asked
  await draw("e", 8);
  await draw("f", 9);
  expect(new Set(seeds()).size).toBe(1);
  await draw("g", 10);
  expect(new Set(seeds()).size).toBe(2);
});

test("a house that refuses and then names another nonce, also the last one, gets no other seed", async () => {
  server.answers[SEED] = [shown(5), shown(6), shown(999), shown(999), shown(4)];
  const another = refusal(errorCode.priceChanged, { field: "commit" });
  await draw("refused", refusal(errorCode.funds));
  for (const key of ["at 6", "at 999", "at 4"]) {
    queryClient.clear();
    await draw(key, another, { ...terms, count: 2 });
  }
  expect(sent.length).toBeGreaterThan(4); // at 999 two are too many, and it asks again by what is shown then
  expect(new Set(seeds()).size).toBe(1);
});

test("a key keeps its seed while its outcome is unknown, though the site's data are cleared", async () => {
  await draw("key", noAnswer);
  localStorage.clear();
  await draw("key", noAnswer);
  localStorage.clear();
  await draw("key", 5);
  expect(new Set(seeds()).size).toBe(1);
  expect(ownDraws()).toMatchObject([{ key: "key", n: 5, results: ["key-0"] }]);
});

test("where nobody knows whose draw it is, nothing is asked for", async () => {
  server.answers["/api/user/info"] = [{ errCode: errorCode.internal }];
  useSession.setState({ user: null });
  await draw("key", 5);
  expect([sent, ownDraws()]).toEqual([[], []]);
});

test("a choice is for what was refused: what may have been drawn keeps its seed", async () => {
  await draw("doubt", noAnswer);
  chooseSeed("9", "Lucky7");
  await draw("other", 6);
  await draw("next", 7);
  expect(seeds()[1]).toBe(seeds()[0]);
  expect(seeds()[2]).toBe("Lucky7");
});

test("a refusal behind what may have been drawn frees no seed", async () => {
  await draw("unanswered", noAnswer);
  chooseSeed("9", "Lucky7");
  await draw("refused behind it", refusal(errorCode.funds));
  await draw("after both", 6);
  expect(new Set(seeds()).size).toBe(1);
});

test("what is asked again asks by the table of its record, until that is refused", async () => {
  const tables: string[] = [];
  const ask = (oddsHash: string, outcome: ApiError | null) =>
    ownDraw(
      "claim:3",
      { ...terms, oddsHash },
      async (_, hash) => {
        tables.push(hash);
        if (outcome) throw outcome;
      },
      () => ({ results: [{ resultId: "17-0", n: 5 }] }),
    ).catch(() => null);
  await ask("old", noAnswer);
  await ask("new", refusal(errorCode.priceChanged, { field: "oddsHash" })); // the table is another one by now
  await ask("new", null);
  expect(tables).toEqual(["old", "old", "new"]);
  expect(ownDraws().map(({ oddsHash, results }) => [oddsHash, results.length])).toContainEqual(["new", 1]);
});

test("two clicks are one request by one seed", async () => {
  await Promise.all([draw("key", 5), draw("key", 5)]);
  expect(new Set(seeds()).size).toBe(1);
  expect(ownDraws()).toHaveLength(1);
});

test("without a commitment nothing is asked for", async () => {
  server.answers[SEED] = [{ errCode: errorCode.notFound }];
  await draw("key", 5);
  expect(sent).toEqual([]);
  expect(ownDraws()).toEqual([]);
});

test("another commitment than the one shown is not drawn by, unless this one's nonces were used up", async () => {
  const another = refusal(errorCode.priceChanged, { field: "commit" });
  server.answers[SEED] = [shown(5), shown(0, 2)];
  await draw("key", another);
  expect(sent).toHaveLength(1);
  expect(ownDraws()).toMatchObject([{ commit: "commit1", refused: true }]);

  sent = [];
  queryClient.clear();
  server.answers[SEED] = [shown(998), shown(0, 2)];
  await draw("last", another, { ...terms, count: 5 });
  expect(sent.map(({ commit }) => commit)).toEqual(["commit1", "commit2"]);
  expect(new Set(seeds()).size).toBe(2);
});

test("a chosen seed draws on this device until the player wants fresh ones again", async () => {
  chooseSeed("9", "Lucky7");
  chooseSeed("10", "Other");
  await draw("a", 5);
  await draw("b", 6);
  chooseSeed("9", "");
  await draw("c", 7);
  expect(seeds().slice(0, 2)).toEqual(["Lucky7", "Lucky7"]);
  expect(seeds()[2]).toMatch(/^[0-9a-z]{16}$/);
});

test("a claim has its seed for the day, and the newest requests are kept", async () => {
  expect(claimKey(3)).not.toBe(claimKey(4));
  await draw("first", 5);
  localStorage.setItem("ownDraws", JSON.stringify(new Array(KEPT_MOST).fill(ownDraws()[0])));
  await draw("second", 6);
  await draw("third", 7);
  const kept = ownDraws().map(({ key }) => key);
  expect(kept).toHaveLength(KEPT_MOST);
  expect(kept.slice(-3)).toEqual(["first", "second", "third"]);
});

test("where nothing can be stored, the page remembers; what was tampered with is nothing", async () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await draw("key", noAnswer);
  await draw("key", noAnswer);
  chooseSeed("9", "Lucky7");
  expect(chosenSeed("9")).toBe("Lucky7");
  full.mockRestore();
  chooseSeed("9", "");
  expect(new Set(seeds()).size).toBe(1);
  await draw("key", 5);
  const bad = JSON.stringify({ ...ownDraws()[0], userSeed: "not a seed" });
  for (const text of ["{", "null", "{}", "[1,null]", '[{"userSeed":1}]', `[${bad}]`]) {
    localStorage.setItem("ownDraws", text);
    expect(ownDraws()).toEqual([]);
  }
});
