import { fireEvent, render, screen } from "@testing-library/react";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { Dialog } from "./dialog.tsx";

test("Escape closes the innermost of two dialogs alone", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const outer = vi.fn();
  const inner = vi.fn();
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  await act(() =>
    root.render(
      <Dialog title="outer" onClose={outer}>
        <Dialog title="inner" onClose={inner}>
          text
        </Dialog>
      </Dialog>,
    ),
  );
  const [around, within] = place.querySelectorAll("dialog");
  await act(() => void within?.dispatchEvent(new Event("cancel", { cancelable: true })));
  expect(inner).toHaveBeenCalledTimes(1);
  expect(outer).not.toHaveBeenCalled();
  await act(() => void around?.dispatchEvent(new Event("cancel", { cancelable: true })));
  expect(outer).toHaveBeenCalledTimes(1);
  await act(() => root.unmount());
});

test("what is said once stays until its own button is pressed", () => {
  const onClose = vi.fn();
  render(
    <Dialog title="a password" once onClose={onClose}>
      text
    </Dialog>,
  );
  const dialog = document.querySelector("dialog");
  if (!dialog) throw new Error("no dialog");
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  fireEvent.mouseDown(dialog);
  expect(onClose).not.toHaveBeenCalled();
  expect(dialog.getAttribute("closedby")).toBe("none");
  fireEvent.click(screen.getByRole("button", { name: "close", hidden: true }));
  expect(onClose).toHaveBeenCalledOnce();
});
