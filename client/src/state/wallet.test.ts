import { beforeEach, expect, test } from "vitest";
import { applyWallet, clearWallet, useWallet } from "./wallet.ts";

const wallet = (opId: string, gemsCents: number) => ({ opId, gemsCents, realCents: 0, bagCount: 0, wishCards: 0 });

beforeEach(clearWallet);

test("an older push that arrives late changes nothing", () => {
  applyWallet(wallet("1099511627790", 500));
  applyWallet(wallet("1099511627789", 900));
  expect(useWallet.getState().gemsCents).toBe(500);
});

test("operations of different writers are not compared", () => {
  applyWallet(wallet("2199023255714", 500));
  applyWallet(wallet("1099511627790", 900));
  expect(useWallet.getState().gemsCents).toBe(900);
});

test("a newer one counts, also beyond what a number can hold exactly", () => {
  applyWallet(wallet("9007199254740993", 1));
  applyWallet(wallet("9007199254740992", 2));
  expect(useWallet.getState().gemsCents).toBe(1);
  applyWallet(wallet("9007199254740994", 3));
  expect(useWallet.getState().gemsCents).toBe(3);
});

test("the next player starts from nothing", () => {
  applyWallet(wallet("9", 500));
  clearWallet();
  applyWallet(wallet("3", 100));
  expect(useWallet.getState().gemsCents).toBe(100);
});
