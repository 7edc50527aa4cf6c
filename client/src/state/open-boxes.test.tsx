import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { OpenBoxes } from "../ui/open-boxes.tsx";
import { useOpenBoxes } from "./open-boxes.ts";
import { useSession } from "./session.ts";

const Empty = () => <OpenBoxes onOpen={useOpenBoxes()} />;
const Address = () => <output>{useLocation().pathname}</output>;

beforeEach(() => useSession.setState({ token: "", dialog: null }));

function press() {
  render(
    <MemoryRouter initialEntries={["/user/case"]}>
      <Empty />
      <Address />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "openBoxes" }));
}

test("asks a visitor to log in and leaves the page as it is", () => {
  press();
  expect(useSession.getState().dialog).toBe("login");
  expect(screen.getByRole("status").textContent).toBe("/user/case");
});

test("leads a player home", () => {
  useSession.setState({ token: "t" });
  press();
  expect(useSession.getState().dialog).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("/");
});
