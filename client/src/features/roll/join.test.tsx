import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { errorCode, type RollSummary } from "../../protocol/gen.ts";
import { queryClient } from "../../state/query.ts";
import { useSession } from "../../state/session.ts";
import { englishPlayer, type FakeServer, fakeServer } from "../../test-kit.tsx";
import { Toasts } from "../../ui/toasts.tsx";
import { LobbyJoin } from "./lobby-join.tsx";

const JOIN = "/api/roll/room/join/room";
const summary = {
  id: "7",
  name: "Friday draw",
  status: "open",
  hostId: "1",
  joinType: "roll_join_password",
} as RollSummary;

let server: FakeServer;

// Loading its code is no part of what is waited for.
beforeAll(() => import("./password-dialog.tsx"));

beforeEach(async () => {
  await englishPlayer("roll");
  server = fakeServer({ [JOIN]: [{ errCode: errorCode.rollGone }] });
});
afterEach(() => vi.unstubAllGlobals());

function draw(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <LobbyJoin summary={summary} joined={false} />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Join Friday draw" }));
}

test("a visitor who joins is asked to log in, and nothing is sent", () => {
  useSession.setState({ token: "", user: null });
  draw();
  expect(useSession.getState().dialog).toBe("login");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(server.asked).toEqual([]);
});

test("a refusal in the list says where more is to be seen, when a password was given", async () => {
  draw();
  fireEvent.change(await screen.findByLabelText("Room password"), { target: { value: "open sesame" } });
  fireEvent.click(screen.getByRole("button", { name: "Join", hidden: true }));
  await waitFor(() =>
    expect(server.posts).toMatchObject([{ path: JOIN, body: { roomId: "7", vcode: "open sesame" } }]),
  );
  expect(await screen.findByText(/^refused\. See the roll room/)).toBeTruthy();
});
