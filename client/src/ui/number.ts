/**
 * Numbers as the player reads them. Money comes in as integer cents (1/100 gem or R$), odds as parts per million or as
 * a count of 2²⁴ tickets; rounding happens here, at the last shown digit, and nowhere before.
 */
import { type Language, languageTag } from "../i18n/language.ts";

const formats = new Map<string, Intl.NumberFormat>();

function decimals(language: Language, digits: number): Intl.NumberFormat {
  const key = `${language}${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(languageTag(language), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  return format;
}

/** A browser takes its time for the first number in a language, which is not to be that of the first page. */
export const warmNumbers = (language: Language): void => void formatCents(0, language);

/** 1248050 → "12,480.50". */
export const formatCents = (cents: number, language: Language): string => decimals(language, 2).format(cents / 100);

/** An amount of whole units in a text, with the cents that it has: 1000 → "1,000", 0.1 → "0.1", 2.25 → "2.25". */
export function formatAmount(amount: number, language: Language): string {
  const cents = Math.round(amount * 100);
  return decimals(language, cents % 100 ? (cents % 10 ? 2 : 1) : 0).format(amount);
}

export const formatCount = (count: number, language: Language): string => decimals(language, 0).format(count);

/** Share of 1, with 2 decimals and the half rounded up (spec §9); a share below 0.01 % keeps two leading digits. */
export function formatShare(share: number, language: Language): string {
  const percent = share * 100;
  const digits = percent > 0 && percent < 0.01 ? 4 : 2;
  const scale = 10 ** digits;
  return `${decimals(language, digits).format(Math.round(percent * scale) / scale)}%`;
}

export const formatPpm = (ppm: number, language: Language): string => formatShare(ppm / 1e6, language);

/** A place on the number line of a draw: 0 … 1 with 4 decimals (spec §9). */
export const formatSection = (value: number, language: Language): string => decimals(language, 4).format(value);

/** Date and time; English writes the month's name (spec §9). */
export function formatTime(atMS: number, language: Language): string {
  return new Intl.DateTimeFormat(languageTag(language), {
    year: "numeric",
    month: language === "zh" ? "2-digit" : "short",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).format(atMS);
}

/** A day that the server names as 2026-11-22, in whatever zone it counts. */
export const formatDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(languageTag(language), {
    year: "numeric",
    month: language === "zh" ? "2-digit" : "short",
    day: "2-digit",
    timeZone: "UTC",
  }).format(new Date(day));

/** "12.34" or "12,34" → 1234; null for anything that is no amount. */
export function parseCents(text: string): number | null {
  const match = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
