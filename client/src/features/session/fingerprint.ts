const STORED = "fingerPrint";
/** The library waits without end for audio in a page that is hidden; a slow phone needs seconds for its canvases. */
const LIMIT_MS = 45_000;

let coming: Promise<string> | undefined;

/**
 * A device fingerprint as registration needs it (product spec §5), computed in the browser and kept; "" if impossible.
 * Asked when the form opens, it is there when the form is sent.
 */
export function deviceFingerprint(): Promise<string> {
  coming ??= take().finally(() => {
    coming = undefined;
  });
  return coming;
}

async function take(): Promise<string> {
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
