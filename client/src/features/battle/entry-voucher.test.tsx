import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { besideVoucher, type HeldVoucher } from "./entry-voucher.ts";
import { EntryVoucherChoice } from "./entry-voucher-choice.tsx";

const voucher = (id: string, worthCents: number): HeldVoucher => ({
  id,
  rewardTypeEnum: "armyCompetitionCard",
  state: "held",
  worthCents,
  expiresAtMs: Date.UTC(2030, 0, 1),
});

describe("what is left to pay beside a voucher", () => {
  const vouchers = [voucher("7", 1000), voucher("8", 300)];
  test.each([
    ["", 2500, 2500],
    ["7", 2500, 1500],
    ["8", 2500, 2200],
    ["7", 200, 0],
    ["gone", 2500, 2500],
  ])("voucher %j of %i", (chosen, entry, left) => {
    expect(besideVoucher(vouchers, chosen, entry)).toBe(left);
  });
});

describe("the choice", () => {
  test("is none without a voucher", () => {
    const { container } = render(<EntryVoucherChoice vouchers={[]} chosen="" onChoose={vi.fn()} />);
    expect(container.innerHTML).toBe("");
  });

  test("is a box to tick with one", () => {
    const choose = vi.fn();
    const { rerender } = render(<EntryVoucherChoice vouchers={[voucher("7", 1000)]} chosen="" onChoose={choose} />);
    fireEvent.click(screen.getByRole("checkbox"));
    expect(choose).toHaveBeenLastCalledWith("7");
    rerender(<EntryVoucherChoice vouchers={[voucher("7", 1000)]} chosen="7" onChoose={choose} />);
    fireEvent.click(screen.getByRole("checkbox"));
    expect(choose).toHaveBeenLastCalledWith("");
  });

  test("is a list with more, and a voucher that is gone is not chosen", () => {
    const choose = vi.fn();
    render(<EntryVoucherChoice vouchers={[voucher("7", 1000), voucher("8", 300)]} chosen="6" onChoose={choose} />);
    const list = screen.getByRole<HTMLSelectElement>("combobox");
    expect(list.value).toBe("");
    fireEvent.change(list, { target: { value: "8" } });
    expect(choose).toHaveBeenLastCalledWith("8");
  });
});
