import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../state/query.ts";
import { englishPlayer, type FakeServer, fakeServer } from "../../test-kit.tsx";
import { CaptchaDialog } from "./captcha-dialog.tsx";

const ANSWER = "/api/captcha/answer";
const TICKET = { ticket: "t", randStr: "r" };

const TASK = {
  salt: "salt",
  challenge: "00",
  most: 9,
};
const PICTURE = { image: "data:,", piece: "data:,", y: 1, width: 320, height: 200, side: 56 };

let server: FakeServer;
const onPass = vi.fn();

/** Computes when it is let. */
class FakeWorker {
  static last: FakeWorker;
  onmessage: (event: { data: number | undefined }) => void = () => {};
  ended = false;
  asked: unknown;
  constructor() {
    FakeWorker.last = this;
  }
  postMessage(task: unknown): void {
    this.asked = task;
  }
  terminate(): void {
    this.ended = true;
  }
}

beforeEach(async () => {
  await englishPlayer("identity", "errors");
  onPass.mockReset();
  vi.stubGlobal("Worker", FakeWorker);
  server = fakeServer({ [ANSWER]: [TICKET] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete window.turnstile;
});

const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <CaptchaDialog purpose="bind" onPass={onPass} onClose={() => {}} />
    </QueryClientProvider>,
  );

test("the slider waits for the number that the browser computes meanwhile, and sends both", async () => {
  server.answers["/api/captcha"] = [{ id: "q", engine: "work", picture: PICTURE, work: TASK }];
  const { unmount } = draw();
  const slider = await screen.findByRole("slider", { hidden: true });
  expect(FakeWorker.last.asked).toEqual(TASK);
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  fireEvent.change(slider, { target: { value: "40" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm", hidden: true }));
  expect(await screen.findByText("Checking your browser…")).toBeTruthy();
  expect(server.posts).toEqual([]);
  FakeWorker.last.onmessage({ data: 3 });
  await waitFor(() => expect(onPass).toHaveBeenCalledWith(TICKET));
  expect(server.posts).toMatchObject([{ path: ANSWER, body: { id: "q", purpose: "bind", keys: true, number: 3 } }]);
  unmount();
  expect(FakeWorker.last.ended).toBe(true);
});

test("a provider's widget is drawn with the site's key, and its response traded for a ticket", async () => {
  const remove = vi.fn();
  let give = (_: string) => {};
  window.turnstile = {
    render: (_, options) => {
      expect(options.sitekey).toBe("site");
      give = options.callback;
      return "w1";
    },
    remove,
  };
  server.answers["/api/captcha"] = [{ id: "q", engine: "turnstile", widget: { script: "/x.js", siteKey: "site" } }];
  const { unmount } = draw();
  await waitFor(() => {
    give("token");
    expect(server.posts.length).toBeGreaterThan(0);
  });
  await waitFor(() => expect(onPass).toHaveBeenCalledWith(TICKET));
  expect(server.posts[0]).toMatchObject({ path: ANSWER, body: { id: "q", purpose: "bind", response: "token" } });
  unmount();
  expect(remove).toHaveBeenCalledWith("w1");
});
