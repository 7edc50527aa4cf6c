import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../net/http.ts";
import { Toasts } from "../ui/toasts.tsx";
import { reportError, useProblem } from "./problem.ts";

const refusal = (code: number, message: string, data: unknown = null) => new ApiError(code, message, data);

beforeEach(() => useProblem.setState({ problem: null }));

test("what a server refuses is said with its own text", () => {
  render(<Toasts />);
  act(() => reportError(refusal(4405, "the room is full")));
  expect(screen.getByText("the room is full")).toBeTruthy();
  expect(useProblem.getState().problem).toBeNull();
});

test.each([6002, 6004, 5512, 630, 6005])("%i opens its popup instead", (code) => {
  render(<Toasts />);
  act(() => reportError(refusal(code, `popup ${code}`, { field: "commit" })));
  expect(useProblem.getState().problem).toEqual({ code, message: `popup ${code}`, data: { field: "commit" } });
  expect(screen.queryByText(`popup ${code}`)).toBeNull();
});

test("what a navigation cancelled and the end of a session are no problem of their own", () => {
  render(<Toasts />);
  act(() => {
    reportError(new DOMException("left", "AbortError"));
    reportError(refusal(403, "over"));
  });
  expect(screen.getByRole("status").textContent).not.toMatch(/left|over/);
  expect(useProblem.getState().problem).toBeNull();
});
