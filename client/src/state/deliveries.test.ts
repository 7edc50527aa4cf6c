import { afterEach, beforeEach, expect, it, vi } from "vitest";

const get = vi.fn();
const toast = vi.fn();
vi.mock("../net/http.ts", () => ({ api: { get }, ApiError: class extends Error {} }));
vi.mock("../ui/toast.ts", () => ({ toast }));
let token = "t";
vi.mock("./session.ts", () => ({ sessionToken: () => token, loadUser: vi.fn(), useSession: { subscribe: vi.fn() } }));
vi.mock("i18next", () => ({ default: { t: (key: string, { name }: { name: string }) => `${key} ${name}` } }));

const { askDeliveries, useDeliveries, watchDelivery } = await import("./deliveries.ts");

beforeEach(() => {
  token = "t";
  useDeliveries.setState({ ids: [] });
});
afterEach(() => {
  get.mockReset();
  toast.mockReset();
  localStorage.clear();
});

const answers = (...statuses: [string, number][]) =>
  get.mockResolvedValueOnce(statuses.map(([id, status]) => ({ id, name: `N${id}`, status })));

it("asks for nothing when nothing is watched or nobody is there", async () => {
  await askDeliveries();
  watchDelivery("r1");
  token = "";
  await askDeliveries();
  expect(get).not.toHaveBeenCalled();
});

it("tells an end once, by a notice that stays", async () => {
  for (const id of ["r1", "r2", "7", "8", "9"]) watchDelivery(id);
  answers(["r1", 2], ["r2", 6], ["7", 2], ["8", 0], ["9", 1]);
  await askDeliveries();
  expect(toast.mock.calls).toEqual([
    ["delivery.realPaid Nr1", "ok", true],
    ["delivery.realFailed Nr2", "error", true],
    ["delivery.shipped N7", "ok", true],
    ["delivery.failed N8", "error", true],
  ]);
  expect(useDeliveries.getState().ids).toEqual(["9"]);
  expect(JSON.parse(localStorage.getItem("deliveries") ?? "")).toEqual(["9"]);
});

it("forgets what is not the player's own, and never asks for more than fifty", async () => {
  for (let i = 1; i <= 60; i++) watchDelivery(String(i));
  answers(["60", 1]);
  await askDeliveries();
  expect(get.mock.calls[0]?.[1].query.ids.split(",")).toHaveLength(50);
  expect(useDeliveries.getState().ids).toEqual(["60"]);
  expect(toast).not.toHaveBeenCalled();
});
