import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { beforeEach, expect, test, vi } from "vitest";
import { type User, useSession } from "../../state/session.ts";
import { englishPlayer } from "../../test-kit.tsx";
import { ShareButton } from "./share-button.tsx";

const copied = vi.fn<(text: string) => Promise<void>>(async () => undefined);

beforeEach(async () => {
  await englishPlayer("roll");
  copied.mockClear();
  vi.stubGlobal("navigator", { clipboard: { writeText: copied } });
});

test("the message asks for an assist, promises a luxury box and an item of the room, and carries the player's link", async () => {
  useSession.setState({ user: { spreadCode: "ABC" } as User });
  render(<ShareButton id="7" />);
  for (const [language, ...words] of [
    ["en", "luxury box", "item of this roll room", "guaranteed", "assist"],
    ["zh", "豪华宝箱", "Roll房", "保证", "助力"],
    ["pt", "caixa de luxo", "item desta sala", "garantido", "ajuda"],
  ] as const) {
    copied.mockClear();
    localStorage.setItem("language", language);
    await i18next.changeLanguage(language);
    fireEvent.click(screen.getByRole("button"));
    await waitFor(() => expect(copied).toHaveBeenCalledTimes(1));
    for (const word of [...words, "/page/roll/7?from=ABC"]) expect(copied.mock.calls[0]?.[0]).toContain(word);
  }
});

test("a visitor has no link to share, and is asked to log in", () => {
  useSession.setState({ token: "", user: null, dialog: null });
  render(<ShareButton id="7" />);
  fireEvent.click(screen.getByRole("button"));
  expect(copied).not.toHaveBeenCalled();
  expect(useSession.getState().dialog).toBe("login");
});
