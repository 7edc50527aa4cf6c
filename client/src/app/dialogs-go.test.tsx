import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Dialog } from "../ui/dialog.tsx";
import { closeDialogsOnPop } from "./dialogs-go.ts";

let stop: () => void;
beforeEach(() => {
  stop = closeDialogsOnPop();
});
afterEach(() => stop());

const closed: string[] = [];
const Shown = ({ name, once }: { name: string; once?: boolean }) => (
  <Dialog title={name} once={once} onClose={() => closed.push(name)}>
    text
  </Dialog>
);

beforeEach(() => closed.splice(0));

test("back closes what is open, the innermost first, before any other listener learns of it", () => {
  render(
    <Dialog title="around" onClose={() => closed.push("around")}>
      <Shown name="within" />
    </Dialog>,
  );
  const router = vi.fn(() => expect(closed).toEqual(["within", "around"]));
  addEventListener("popstate", router);
  dispatchEvent(new PopStateEvent("popstate"));
  removeEventListener("popstate", router);
  expect(router).toHaveBeenCalledOnce();
});

test("what is said once outlives it", () => {
  render(<Shown name="a password" once />);
  dispatchEvent(new PopStateEvent("popstate"));
  expect(closed).toEqual([]);
});
