import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { battleEvents, feedEvents, playerEvents, topics } from "../protocol/gen.ts";
import { envelopeType, eventType } from "../protocol/gen-wire.ts";
import { forgetServerTime, serverNow } from "./clock.ts";
import { byeTuple, errorTuple, eventTuple, FakeSocket, gapTuple, pongTuple, replyTuple } from "./fake-server.ts";
import { TopicSocket } from "./socket.ts";

let sockets: FakeSocket[];
let token: string;
let ended: number[];
let client: TopicSocket;

const counters = (online: number) => [online, 7, false];
const snapshot = (online: number) => [[], [], counters(online)];

/** What a listener of the feed saw: how many are online, with an s before it when a snapshot said so. */
function hearFeed(heard: string[] = []) {
  const close = client.open(topics.feed, feedEvents, {
    hear: (event) => {
      if (event.name === "feedSnapshot") heard.push(`s${event.body.counters.online}`);
      else heard.push(event.name === "counters" ? `${event.body.online}` : event.name);
    },
  });
  return { heard, close };
}

const socket = (): FakeSocket => {
  const last = sockets.at(-1);
  if (last === undefined) throw new Error("no socket was opened");
  return last;
};

/** A subscribed feed at epoch 1, offset 5. */
function liveFeed() {
  const feed = hearFeed();
  socket().welcome();
  socket().answer("feed", 9, 1, 5, eventType.feedSnapshot, snapshot(5));
  return feed;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.spyOn(Math, "random").mockReturnValue(0);
  forgetServerTime();
  sockets = [];
  token = "";
  ended = [];
  client = new TopicSocket(
    () => ({ token: () => token, language: () => "en", onSessionEnded: (code) => ended.push(code) }),
    () => {
      const s = new FakeSocket();
      sockets.push(s);
      return s;
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
});

describe("topics", () => {
  it("says Hello first and subscribes only behind Welcome", () => {
    token = "t";
    hearFeed();
    socket().onopen?.();
    expect(socket().sent).toEqual([[envelopeType.hello, "t", "en"]]);
    socket().welcome();
    expect(socket().subscribes()).toMatchObject([{ topic: "feed", recover: false }]);
  });

  it("[TOP2] hears the snapshot, then each event once and in order, also many in one message", () => {
    const { heard } = liveFeed();
    socket().say(
      eventTuple(9, 1, 6, eventType.counters, counters(6)),
      eventTuple(9, 1, 7, eventType.counters, counters(7)),
    );
    socket().say(eventTuple(9, 1, 7, eventType.counters, counters(7)));
    socket().say(eventTuple(9, 0, 99, eventType.counters, counters(99)));
    socket().say(eventTuple(8, 1, 8, eventType.counters, counters(8)));
    expect(heard).toEqual(["s5", "6", "7"]);
  });

  it("asks for a snapshot when an event is missing, and hears nothing out of order meanwhile", () => {
    const { heard } = liveFeed();
    socket().say(eventTuple(9, 1, 8, eventType.counters, counters(8)));
    expect(socket().subscribes().at(-1)).toMatchObject({ topic: "feed", recover: false });
    socket().say(eventTuple(9, 1, 9, eventType.counters, counters(9)));
    socket().answer("feed", 9, 1, 9, eventType.feedSnapshot, snapshot(9));
    expect(heard).toEqual(["s5", "s9"]);
  });

  it("[TOP5] takes a Gap as the new truth, never one of an older epoch", () => {
    const { heard } = liveFeed();
    socket().say(
      gapTuple(9, 2, 1, eventType.feedSnapshot, snapshot(1)),
      eventTuple(9, 2, 2, eventType.counters, counters(2)),
    );
    socket().say(gapTuple(9, 1, 70, eventType.feedSnapshot, snapshot(70)));
    expect(heard).toEqual(["s5", "s1", "2"]);
  });

  it("[TOP3] recovers from its last place after a loss", () => {
    const { heard } = liveFeed();
    socket().say(eventTuple(9, 1, 6, eventType.counters, counters(6)));
    socket().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(3_000);
    expect(sockets).toHaveLength(2);
    socket().welcome();
    expect(socket().subscribes()).toMatchObject([{ topic: "feed", recover: true, epoch: 1, offset: 6 }]);
    socket().answer("feed", 3, 1, 6, 0, null, true);
    socket().say(eventTuple(3, 1, 7, eventType.counters, counters(7)));
    expect(heard).toEqual(["s5", "6", "7"]);
  });

  it("gives a second hearer its own snapshot and unsubscribes with the last", () => {
    const first = liveFeed();
    const second = hearFeed();
    socket().answer("feed", 9, 1, 6, eventType.feedSnapshot, snapshot(6));
    expect(second.heard).toEqual(["s6"]);
    first.close();
    first.close();
    expect(socket().sent.filter((t) => t[0] === envelopeType.unsubscribe)).toHaveLength(0);
    second.close();
    expect(socket().sent.filter((t) => t[0] === envelopeType.unsubscribe)).toHaveLength(1);
    socket().say(eventTuple(9, 1, 7, eventType.counters, counters(7)));
    expect(first.heard).toEqual(["s5", "s6"]);
    vi.advanceTimersByTime(5_000);
    expect(socket().closed).toBe(true);
    expect(client.status).toBe("idle");
  });

  it("tells a refusal, with its number, to the hearers of that topic only", () => {
    const refused: number[] = [];
    const feed = hearFeed();
    client.open(
      topics.battle("7"),
      battleEvents,
      { hear: () => undefined, refused: (e) => refused.push(e.code) },
      "code",
    );
    socket().welcome();
    const ask = socket()
      .subscribes()
      .find((s) => s.topic === "battle:7");
    expect(ask?.code).toBe("code");
    socket().say(errorTuple(ask?.ref ?? 0, 4404));
    expect(refused).toEqual([4404]);
    expect(feed.heard).toEqual([]);
  });

  it("asks again after a busy server", () => {
    hearFeed();
    socket().welcome();
    socket().say(errorTuple(socket().subscribes()[0]?.ref ?? 0, 5001));
    expect(socket().subscribes()).toHaveLength(1);
    vi.advanceTimersByTime(1_500);
    expect(socket().subscribes()).toHaveLength(2);
  });

  it("[CMD2] keeps at most 8 questions open", () => {
    for (let i = 1; i <= 12; i++) client.open(topics.battle(`${i}`), battleEvents, { hear: () => undefined });
    socket().welcome();
    expect(socket().subscribes()).toHaveLength(8);
    for (const { ref } of socket().subscribes().slice(0, 3)) socket().say(errorTuple(ref, 4409));
    expect(socket().subscribes()).toHaveLength(11);
  });
});

describe("connection", () => {
  it("comes back 2 s after a failed connect and 3 s after a close", () => {
    hearFeed();
    socket().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(1_999);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    socket().welcome();
    socket().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(2_999);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(3);
  });

  it("[WS8] comes back when the Bye says", () => {
    liveFeed();
    socket().say(byeTuple(5001, 700));
    socket().onclose?.({ code: 1012 });
    expect(client.status).toBe("interrupted");
    vi.advanceTimersByTime(700);
    expect(sockets).toHaveLength(2);
  });

  it("pings after 10 s of silence, gives up 10 s later and comes back", () => {
    liveFeed();
    vi.advanceTimersByTime(9_999);
    expect(socket().sent.some((t) => t[0] === envelopeType.ping)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(socket().sent.at(-1)?.[0]).toBe(envelopeType.ping);
    vi.advanceTimersByTime(10_000);
    expect(sockets[0]?.closed).toBe(true);
    vi.advanceTimersByTime(3_000);
    expect(sockets).toHaveLength(2);
  });

  it("stays as long as pongs come, and learns the server's clock from them", () => {
    liveFeed();
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(10_000);
      const ping = socket().sent.at(-1);
      expect(ping?.[0]).toBe(envelopeType.ping);
      socket().say(pongTuple(ping?.[1] as number, Date.now() + 5_000));
    }
    expect(sockets).toHaveLength(1);
    expect(serverNow() - Date.now()).toBeCloseTo(5_000, -1);
  });

  it("does not take a frozen tab for a dead server", () => {
    liveFeed();
    vi.advanceTimersByTime(10_000); // the ping
    vi.setSystemTime(Date.now() + 3_600_000); // an hour of sleep: timers run late
    vi.advanceTimersByTime(10_000);
    expect(sockets).toHaveLength(1);
    expect(socket().closed).toBe(false);
    const ping = socket().sent.at(-1);
    expect(socket().sent.filter((t) => t[0] === envelopeType.ping)).toHaveLength(2);
    socket().say(pongTuple(ping?.[1] as number, Date.now()));
    vi.advanceTimersByTime(5_000);
    expect(sockets).toHaveLength(1);
  });

  it("[SES2] forgets a refused token and does not try it again", () => {
    token = "old";
    hearFeed();
    socket().welcome();
    socket().say(byeTuple(104, 0));
    socket().onclose?.({ code: 4403 });
    expect(ended).toEqual([104]);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    token = "";
    client.hurry();
    expect(sockets).toHaveLength(2);
    socket().onopen?.();
    expect(socket().sent[0]).toEqual([envelopeType.hello, "", "en"]);
  });

  it("changes to the new session when a player logs in", () => {
    liveFeed();
    token = "mine";
    client.open(topics.player, playerEvents, { hear: () => undefined });
    expect(sockets[0]?.closed).toBe(true);
    socket().onopen?.();
    expect(socket().sent[0]).toEqual([envelopeType.hello, "mine", "en"]);
    socket().welcome();
    expect(
      socket()
        .subscribes()
        .map((s) => s.topic)
        .sort(),
    ).toEqual(["feed", "player"]);
  });

  it("does not come back by itself after it broke the protocol", () => {
    liveFeed();
    socket().onclose?.({ code: 4400 });
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it("starts anew when the server speaks something else", () => {
    const { heard } = liveFeed();
    socket().say(eventTuple(9, 1, 6, eventType.counters, ["x", 1, true]));
    expect(sockets[0]?.closed).toBe(true);
    vi.advanceTimersByTime(3_000);
    expect(sockets).toHaveLength(2);
    expect(heard).toEqual(["s5"]);
  });

  it("rests without a network and hurries when it is back", () => {
    liveFeed();
    client.pause();
    expect(client.status).toBe("interrupted");
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    client.hurry();
    expect(sockets).toHaveLength(2);
  });
});

describe("commands", () => {
  it("[CMD1] are answered by ref", async () => {
    liveFeed();
    const one = client.command("battle.join", "k1", { seat: 1 });
    const two = client.command("battle.leave", "k2", {});
    const refs = socket()
      .sent.filter((t) => t[0] === envelopeType.command)
      .map((t) => t[1] as number);
    socket().say(errorTuple(refs[1] ?? 0, 4405), replyTuple(refs[0] ?? 0, { ok: 1 }));
    await expect(one).resolves.toEqual({ ok: 1 });
    await expect(two).rejects.toMatchObject({ code: 4405 });
  });

  it("have an unknown outcome when the connection is lost", async () => {
    liveFeed();
    const lost = client.command("box.open", "k", {});
    socket().onclose?.({ code: 1006 });
    await expect(lost).rejects.toMatchObject({ code: 0, retryable: true });
  });
});
