/** What the form holds, as text where a player types; and what of it is not good yet. Pure. */
import { limits, type RollJoin } from "../../protocol/gen.ts";
import { parseCents } from "../../ui/number.ts";
import type { RollSetup } from "./api.ts";

export interface TaskDraft {
  readonly kind: number;
  readonly target: string;
}

export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly joinType: RollJoin;
  readonly password: string;
  /** There is a password already; it is kept when none is typed. */
  readonly hasPassword: boolean;
  /** As <input type="datetime-local"> writes it, in the player's own time. */
  readonly openAt: string;
  readonly joinMax: string;
  readonly items: readonly string[];
  readonly gems: readonly string[];
  readonly tasks: readonly TaskDraft[];
}

/** Task types that something counts today (actors/rewards/progress); 4 is of this room itself. */
export const TASK_KINDS = [7, 8, 6, 5, 2, 3, 0, 1, 9, 4, 15] as const;
/** A VIP level. */
const VIP = 15;
const VIP_MAX = 10;
/** Those that count gems are typed in gems and sent in cents. */
export const IN_GEMS: ReadonlySet<number> = new Set([0, 2, 5, 6, 9]);
const PASSWORD_MIN = 4;
const AHEAD_MS = 25_000;

const two = (n: number): string => String(n).padStart(2, "0");

export function localTime(ms: number): string {
  const d = new Date(ms);
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}`;
}

export const emptyDraft = (nowMs: number): Draft => ({
  name: "",
  description: "",
  joinType: "roll_join_open",
  password: "",
  hasPassword: false,
  openAt: localTime(nowMs + 30 * 60_000),
  joinMax: "",
  items: [],
  gems: [""],
  tasks: [],
});

const gemText = (cents: number): string => (cents / 100).toFixed(2);

/** What is empty is left out by the server. */
export function draftOf(setup: RollSetup): Draft {
  const { joinMax = 0, items = [], gemsCents = [], tasks = [] } = setup;
  return {
    name: setup.name,
    description: setup.description ?? "",
    joinType: setup.joinType,
    password: "",
    hasPassword: setup.joinType === "roll_join_password",
    openAt: localTime(setup.openAtMs),
    joinMax: joinMax > 0 ? String(joinMax) : "",
    items,
    gems: gemsCents.length > 0 ? gemsCents.map(gemText) : [""],
    tasks: tasks.map(({ kind, target }) => ({
      kind,
      target: IN_GEMS.has(kind) ? gemText(target) : String(target),
    })),
  };
}

export type Problem = "name" | "time" | "password" | "gems" | "prizes" | "tasks" | "most";

/** The first thing that the server would refuse, or null. */
export function problemOf(d: Draft, nowMs: number): Problem | null {
  if (d.name.trim() === "" || d.name.trim().length > limits.rollNameLength) return "name";
  const at = Date.parse(d.openAt);
  if (!(at >= nowMs + AHEAD_MS)) return "time";
  const typed = d.password.trim().length;
  if (d.joinType === "roll_join_password" && typed < PASSWORD_MIN && !(typed === 0 && d.hasPassword)) return "password";
  if (d.gems.some((text) => text.trim() !== "" && !((parseCents(text) ?? 0) > 0))) return "gems";
  const prizes = d.items.length + d.gems.filter((text) => text.trim() !== "").length;
  if (prizes === 0 || prizes > limits.rollPrizesMax) return "prizes";
  if (d.tasks.some((task) => targetOf(task) === null)) return "tasks";
  if (d.joinMax.trim() !== "" && !/^[1-9]\d{0,3}$/.test(d.joinMax.trim())) return "most";
  return null;
}

function targetOf({ kind, target }: TaskDraft): number | null {
  const value = IN_GEMS.has(kind) ? parseCents(target) : /^[1-9]\d{0,6}$/.test(target.trim()) ? Number(target) : null;
  if (kind === VIP && value && value > VIP_MAX) return null;
  return value && value > 0 ? value : null;
}

/** Only for a draft without a problem. */
export const setupFrom = (d: Draft): RollSetup => ({
  name: d.name.trim(),
  description: d.description.trim().replace(/\s*\n\s*/g, " "), // texts are of one line
  joinType: d.joinType,
  password: d.joinType === "roll_join_password" ? d.password.trim() : "",
  openAtMs: Date.parse(d.openAt),
  joinMax: d.joinMax.trim() === "" ? 0 : Number(d.joinMax),
  items: d.items,
  gemsCents: d.gems.map((text) => parseCents(text) ?? 0).filter((cents) => cents > 0),
  tasks: d.tasks.map((task) => ({ kind: task.kind, target: targetOf(task) ?? 0 })),
});

/** What leaves the wallet beside the chosen items. */
export const gemsOf = (d: Draft): number => d.gems.reduce((sum, text) => sum + (parseCents(text) ?? 0), 0);
