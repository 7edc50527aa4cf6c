import type { useTranslation } from "react-i18next";

type Translate = ReturnType<typeof useTranslation<"wish">>["t"];

const NAMES = ["dew", "bamboo", "lantern", "koi", "phoenix", "galaxy"] as const;

/** A room that this client does not know by name is shown by the name that it came with. */
export function roomName(t: Translate, name: string): string {
  const known = NAMES.find((one) => one === name);
  return known ? t(`name.${known}`) : name;
}
