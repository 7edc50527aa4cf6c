import { fireEvent, render } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useOverlay } from "../state/overlay.ts";
import { useSearchKey } from "./search-key.ts";

function Page() {
  useSearchKey();
  return <input />;
}

beforeEach(() => useOverlay.setState({ open: null }));

test('"/" opens the search, goes to the page\'s own where it has one, and is a letter in a field', () => {
  const { container, unmount } = render(<Page />);
  const field = container.querySelector("input") as HTMLInputElement;
  fireEvent.keyDown(field, { key: "/" });
  fireEvent.keyDown(document.body, { key: "/", ctrlKey: true });
  expect(useOverlay.getState().open).toBeNull();
  fireEvent.keyDown(document.body, { key: "/" });
  expect(useOverlay.getState().open).toBe("search");
  useOverlay.setState({ open: null });
  field.dataset.search = "";
  field.checkVisibility = () => true;
  fireEvent.keyDown(document.body, { key: "/" });
  expect([document.activeElement, useOverlay.getState().open]).toEqual([field, null]);
  unmount();
  fireEvent.keyDown(document.body, { key: "/" });
  expect(useOverlay.getState().open).toBeNull();
});
