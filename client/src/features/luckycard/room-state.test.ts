import { test } from "vitest";
import { luckycardEvents } from "../../protocol/gen.ts";
import { expectFoldOfEvents } from "../../test-kit.tsx";
import { applyEvent } from "./room-state.ts";

test("what a room tells adds up to what it shows", () => {
  expectFoldOfEvents("luckycard", { read: luckycardEvents, apply: applyEvent, shown: (room) => room });
});
