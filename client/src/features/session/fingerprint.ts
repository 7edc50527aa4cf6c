const STORED = "fingerPrint";

/** A device fingerprint as registration needs it (product spec §5), computed in the browser and kept; "" if impossible. */
export async function deviceFingerprint(): Promise<string> {
  const stored = localStorage.getItem(STORED);
  if (stored) return stored;
  try {
    const { default: agent } = await import("@fingerprintjs/fingerprintjs");
    const { visitorId } = await (await agent.load()).get();
    localStorage.setItem(STORED, visitorId);
    return visitorId;
  } catch {
    return "";
  }
}
