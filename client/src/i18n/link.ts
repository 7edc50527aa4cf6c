import { currentLanguage } from "./language.ts";

/** An address to share: its preview (server/web/preview.go) is in the sender's language. */
export function linkToShare(path: string): string {
  const link = new URL(path, location.origin);
  link.searchParams.set("lang", currentLanguage());
  return link.href;
}
