import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chosenSeed } from "../../state/own-draws.ts";
import { queryClient } from "../../state/query.ts";
import { type User, useSession } from "../../state/session.ts";
import { englishPlayer, type FakeServer, fakeServer } from "../../test-kit.tsx";
import { Toasts } from "../../ui/toasts.tsx";
import { SeedDialog } from "./seed-dialog.tsx";

const SAVE = "/api/upgrade/updateClientSeed";

let server: FakeServer;
const closed = vi.fn();

beforeEach(async () => {
  await englishPlayer("fair");
  closed.mockReset();
  useSession.setState({ user: { id: "9", clientSeed: "old1" } as User });
  server = fakeServer({
    [SAVE]: [{ userSeed: "Lucky7", nextServerHash: "", commit: "", nonce: 0, beaconRound: 0, beaconSource: "local" }],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SeedDialog seed="old1" onClose={closed} />
      <Toasts />
    </QueryClientProvider>,
  );
});
afterEach(() => vi.unstubAllGlobals());

const field = () => screen.getByRole<HTMLInputElement>("textbox", { hidden: true });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save", hidden: true });

test("a seed is edited or thrown with dice, and kept when the server has it", async () => {
  expect(field().value).toBe("old1");
  fireEvent.click(screen.getByRole("button", { name: "Random seed", hidden: true }));
  expect(field().value).toMatch(/^[0-9a-z]{1,16}$/);
  expect(field().value).not.toBe("old1");
  fireEvent.change(field(), { target: { value: "not a seed" } });
  expect(save().disabled).toBe(true);
  fireEvent.change(field(), { target: { value: "Lucky7" } });
  fireEvent.click(save());
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  expect(server.posts).toMatchObject([{ path: SAVE, body: { key: "Lucky7" } }]);
  expect(useSession.getState().user?.clientSeed).toBe("Lucky7");
  expect(chosenSeed("9")).toBe("Lucky7"); // and draws on this device
});

test("a seed that the server refuses stays what it was, and says so", async () => {
  server.answers[SAVE] = [{ errCode: 5000 }];
  fireEvent.change(field(), { target: { value: "Lucky7" } });
  fireEvent.click(save());
  expect(await screen.findByText("Failed to save the user seed")).toBeTruthy();
  expect(useSession.getState().user?.clientSeed).toBe("old1");
  expect(closed).not.toHaveBeenCalled();
  expect(chosenSeed("9")).toBe("");
});
