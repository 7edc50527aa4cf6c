const STORED = "fingerPrint";
/** The library waits without end for audio in a page that is hidden. */
const LIMIT_MS = 10_000;

/** A device fingerprint as registration needs it (product spec §5), computed in the browser and kept; "" if impossible. */
export async function deviceFingerprint(): Promise<string> {
  const stored = localStorage.getItem(STORED);
  if (stored) return stored;
  try {
    const { default: agent } = await import("@fingerprintjs/fingerprintjs");
    const { visitorId } = await Promise.race([agent.load({ monitoring: false }).then((it) => it.get()), late()]);
    localStorage.setItem(STORED, visitorId);
    return visitorId;
  } catch {
    return "";
  }
}

const late = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error("fingerprint: takes too long")), LIMIT_MS);
  });
