import { beforeEach, describe, expect, it } from "vitest";
import { envelopeType } from "../protocol/gen-wire.ts";
import { type TopicStream, topicStream } from "./topic-stream.ts";

const SNAPSHOT = 1;
const STEP = 2;
const UNKNOWN = 3;

let stream: TopicStream;
let heard: string[];

/**
 * Adds a listener and asks for its snapshot, as the socket does. What it receives are positions, a snapshot's with an s
 * before it.
 */
function listen(): string[] {
  const told: string[] = [];
  stream.add({ hear: (what: string) => told.push(what) });
  stream.place = null;
  return told;
}

function subscribed(epoch: number, offset: number, recovered = false): void {
  const told = { snapshotType: SNAPSHOT, snapshot: `s${epoch}/${offset}` };
  stream.subscribed({
    type: envelopeType.subscribed,
    ref: 1,
    topic: "t",
    topicId: 9,
    epoch,
    offset,
    recovered,
    ...told,
  });
}

/** What the socket does to a topic when it is lost. */
const lose = (): void => {
  stream.topicId = 0;
};

function gap(epoch: number, offset: number): void {
  const told = { snapshotType: SNAPSHOT, snapshot: `s${epoch}/${offset}` };
  stream.gap({ type: envelopeType.gap, topicId: 9, epoch, offset, ...told });
}

const event = (epoch: number, offset: number, eventType = STEP): boolean =>
  stream.event({ type: envelopeType.event, topicId: 9, epoch, offset, atMs: 7, eventType, body: `${epoch}/${offset}` });

beforeEach(() => {
  stream = topicStream("t", (type, body) => (type === UNKNOWN ? null : String(body)));
  heard = listen();
});

describe("one hearer", () => {
  it("hears nothing before its snapshot, then each event once", () => {
    expect(event(3, 10)).toBe(true);
    subscribed(3, 10);
    expect([event(3, 10), event(3, 11), event(3, 11), event(3, 4), event(3, 12)]).not.toContain(false);
    expect(heard).toEqual(["s3/10", "3/11", "3/12"]);
  });

  it("is told when the server told an event, and of a snapshot nothing", () => {
    const times: number[] = [];
    stream.add({ hear: (_: string, atMs: number) => times.push(atMs) });
    subscribed(3, 10);
    event(3, 11);
    expect(times).toEqual([0, 7]);
  });

  it("hears nothing across a skipped number: a snapshot is missing", () => {
    subscribed(3, 10);
    expect(event(3, 13)).toBe(false);
    expect(heard).toEqual(["s3/10"]);
    expect(event(3, 11)).toBe(true);
    expect(heard).toEqual(["s3/10", "3/11"]);
  });

  it("hears the first event of a newer epoch only after its snapshot, however small the number", () => {
    subscribed(3, 10);
    expect(event(4, 1)).toBe(false);
    subscribed(4, 0);
    expect(event(4, 1)).toBe(true);
    expect(heard).toEqual(["s3/10", "s4/0", "4/1"]);
  });

  it("hears nothing of an older epoch", () => {
    subscribed(3, 10);
    expect(event(2, 11)).toBe(true);
    gap(2, 99);
    expect(heard).toEqual(["s3/10"]);
  });

  it("hears nothing of an older epoch while a snapshot is on its way either", () => {
    subscribed(3, 10);
    stream.place = null;
    gap(2, 99);
    event(2, 100);
    subscribed(3, 12);
    event(3, 13);
    expect(heard).toEqual(["s3/10", "s3/12", "3/13"]);
  });

  it("goes on where it was after a recovery", () => {
    subscribed(3, 10);
    lose();
    subscribed(3, 10, true);
    event(3, 10);
    event(3, 11);
    expect(heard).toEqual(["s3/10", "3/11"]);
  });

  it("starts again with the first snapshot of another socket, whose numbers may be another player's", () => {
    subscribed(3, 10);
    lose();
    subscribed(2, 4);
    event(2, 5);
    expect(heard).toEqual(["s3/10", "s2/4", "2/5"]);
  });
});

it("a snapshot from before what was heard, as a late hearer may get it, takes nobody back and repeats nothing", () => {
  subscribed(3, 10);
  event(3, 11);
  event(3, 12);
  const late = listen();
  subscribed(3, 10); // the server keeps that of a public topic for a second, and its log repeats what followed
  for (const offset of [11, 12, 13]) event(3, offset);
  expect(heard).toEqual(["s3/10", "3/11", "3/12", "3/13"]);
  expect(late).toEqual(["s3/10", "3/11", "3/12", "3/13"]);
});

describe("an event of a newer server", () => {
  it("may have changed anything: a snapshot is missing", () => {
    subscribed(3, 10);
    expect(event(3, 11, UNKNOWN)).toBe(false);
    stream.place = null;
    subscribed(3, 11);
    expect(event(3, 12)).toBe(true);
    expect(event(3, 13, UNKNOWN)).toBe(false);
    expect(heard).toEqual(["s3/10", "s3/11", "3/12"]);
  });

  it("is asked about once, also when the snapshot is from before it", () => {
    subscribed(3, 10);
    event(3, 11, UNKNOWN);
    stream.place = null;
    subscribed(3, 10);
    expect(event(3, 11, UNKNOWN)).toBe(true);
    expect(event(3, 12)).toBe(true);
    expect(heard).toEqual(["s3/10", "s3/10", "3/12"]);
  });
});
