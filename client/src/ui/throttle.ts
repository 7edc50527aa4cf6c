/** Product spec §9: as often as this, where nothing else is given. */
export const THROTTLE_MS = 200;

/** At most once in so long: the first call at once, and the last of those that came too soon when the time is over. */
export function throttle(act: () => void, everyMS = THROTTLE_MS): (() => void) & { end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (again) call();
    }, everyMS);
  };
  const call = () => {
    again = timer !== undefined;
    if (again) return;
    act();
    rest();
  };
  return Object.assign(call, {
    end() {
      clearTimeout(timer);
      timer = undefined;
      again = false;
    },
  });
}
