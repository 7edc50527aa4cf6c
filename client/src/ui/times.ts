import { type Language, languageTag } from "../i18n/language.ts";

/**
 * What was won against what was paid: 20.9×, 0.29×, 1,204×. Rounded down at the last shown digit, so that what is below
 * its price never reads 1.00×.
 */
export function formatTimes(ratio: number, language: Language): string {
  const digits = ratio < 10 ? 2 : ratio < 1000 ? 1 : 0;
  const scale = 10 ** digits;
  const value = Math.floor(ratio * scale + 1e-9) / scale;
  const format = new Intl.NumberFormat(languageTag(language), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${format.format(value)}×`;
}
