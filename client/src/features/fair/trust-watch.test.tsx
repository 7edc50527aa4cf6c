import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../state/session.ts";
import { forget, recall, see } from "../../state/trust.ts";
import { englishPlayer, show, trustDocument } from "../../test-kit.tsx";
import "./trust-notice.tsx"; // loading its code is no part of what is waited for
import { TrustWatch } from "./trust-watch.tsx";

const asked = vi.fn();
const site = (key: string) =>
  vi.stubGlobal("fetch", async (url: string) => {
    asked(url);
    return Response.json(trustDocument(key));
  });
const at = (address: string) => show(address, [{ path: "*", element: <TrustWatch /> }]);
const seenFirst = (key: string) =>
  see({ origin: "jadebox", logKey: `jadebox+00000001+${key}`, source: "local", anchors: [] });

beforeEach(() => englishPlayer("fair"));
afterEach(() => {
  forget();
  asked.mockReset();
  vi.unstubAllGlobals();
});

test("a signed-in player's browser keeps the keys at first sight, and says nothing", async () => {
  site("k1");
  at("/");
  await waitFor(() => expect(recall()?.logKey).toBe("jadebox+00000001+k1"));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("other keys than at first sight are told where the player is, until it is closed, and are not kept", async () => {
  seenFirst("k1");
  site("k2");
  at("/page/battle/7");
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("The keys of this site have changed");
  expect(screen.getByRole("link", { name: "See what changed" }).getAttribute("href")).toBe("/fair/verify");
  expect(recall()?.logKey).toBe("jadebox+00000001+k1");
  fireEvent.click(screen.getByRole("button", { name: "Later" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the verify page tells it in its own place", async () => {
  seenFirst("k1");
  site("k2");
  at("/fair/verify");
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await act(async () => undefined);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("for a visitor nothing is asked", async () => {
  useSession.setState({ token: "" });
  site("k1");
  at("/");
  await act(async () => undefined);
  expect(asked).not.toHaveBeenCalled();
});
