/**
 * The welcome of a new player as the shell sees it: what is left of the day, the steps as they are taken, and the
 * four-step dialog, which opens by itself once for each step of a visit, when the player is free. Deliberately absent:
 * the dialog, which the shell puts together.
 */
import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import {
  type ComponentType,
  createElement,
  Fragment,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { useLanguage } from "../../i18n/language.ts";
import { loadTexts } from "../../i18n/setup.ts";
import { serverNow } from "../../net/clock.ts";
import { isRefusal } from "../../net/http.ts";
import { closeOverlay, openOverlay, useOverlay } from "../../state/overlay.ts";
import { isPlaying, useIsPlaying } from "../../state/playing.ts";
import { loadUser, patchUser, type User, useSession } from "../../state/session.ts";
import { isNewcomer, useWelfareQuiet, welfareEndsAt } from "../../state/welfare.ts";
import { toast } from "../../ui/toast.ts";
import { type Welfare as Gifts, saveStatus, welfareQuery } from "./api.ts";
import { dueStatus, type Seen, stepOf, type WelfareStep } from "./welfare-steps.ts";

export interface WelfareDialogProps {
  readonly user: User;
  readonly gifts: Gifts;
  readonly onClose: () => void;
}

/** Not worth a crash: without network the page goes on without it. */
const WelfareChip = lazy(() =>
  Promise.all([import("./welfare-chip.tsx"), loadTexts("task")]).then(
    ([{ WelfareChip: component }]) => ({ default: component }),
    () => ({ default: () => createElement(Fragment) }),
  ),
);

export function Welfare({ Dialog }: { Dialog: ComponentType<WelfareDialogProps> }) {
  const user = useSession((session) => session.user);
  const [over, setOver] = useState("");
  if (!isNewcomer(user) || user.id === over) return null;
  return <Newcomer key={user.id} user={user} Dialog={Dialog} onOver={() => setOver(user.id)} />;
}

interface NewcomerProps {
  readonly user: User;
  readonly Dialog: ComponentType<WelfareDialogProps>;
  readonly onOver: () => void;
}

/** The last step: the roll is entered on its own page. */
const ROLL: WelfareStep = 4;

function Newcomer({ user, Dialog, onOver }: NewcomerProps) {
  const open = useOverlay((overlay) => overlay.open === "welfare");
  const quiet = useWelfareQuiet();
  const playing = useIsPlaying();
  const { data, error } = useQuery({
    ...welfareQuery(useLanguage()),
    enabled: open || !quiet || user.status === ROLL,
  });
  // A site without boxes to welcome a player with has no welcome.
  const gifts = data && data.welfareTaskBox.length > 0 && data.rechargeTaskBox.length > 0 ? data : undefined;
  useSteps(user, gifts && { ...gifts, recharged: gifts.recharged || user.recharge });
  useShowsItself(user, gifts !== undefined && !quiet && user.status < ROLL);

  const end = useEffectEvent(() => {
    if (open) closeOverlay();
    if (open || gifts)
      void loadTexts("task").then(() => toast(i18next.t("welcome.over", { ns: "task" }), "info", true));
    onOver();
  });
  const endsAt = welfareEndsAt(user);
  useEffect(() => {
    const timer = setTimeout(end, endsAt - serverNow());
    return () => clearTimeout(timer);
  }, [endsAt]);
  const refused = isRefusal(error);
  useEffect(() => {
    if (refused) end();
  }, [refused]);

  if (!gifts) return null;
  return (
    <Suspense>
      {open ? (
        <Dialog user={user} gifts={gifts} onClose={closeOverlay} />
      ) : (
        !quiet && !playing && <WelfareChip gifts={gifts} />
      )}
    </Suspense>
  );
}

const AGAIN_MS = 3000;

/** Saves each step once the server has seen it. */
function useSteps({ status }: User, seen: Seen | undefined): void {
  const [attempt, setAttempt] = useState(0);
  const due = seen ? dueStatus(status, seen) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt that failed is made again
  useEffect(() => {
    if (due === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let left = false;
    saveStatus(due).then(
      () => patchUser({ status: due }),
      (error: unknown) => {
        if (isRefusal(error))
          void loadUser(); // taken in another tab
        else if (!left) timer = setTimeout(() => setAttempt((n) => n + 1), AGAIN_MS);
      },
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [due, attempt]);
}

const SHOWN = "welfareShown";
const LOOK_MS = 400;

const wasShown = (id: string, step: WelfareStep): boolean => {
  const [shown, upTo] = (sessionStorage.getItem(SHOWN) ?? "").split(" ");
  return shown === id && Number(upTo) >= step;
};

const isFree = (): boolean =>
  !isPlaying() &&
  useOverlay.getState().open === null &&
  useSession.getState().dialog === null &&
  document.querySelector("dialog[open]") === null;

function useShowsItself({ id, status }: User, may: boolean): void {
  const open = useOverlay((overlay) => overlay.open === "welfare");
  const step = stepOf(status);
  useEffect(() => {
    if (open) sessionStorage.setItem(SHOWN, `${id} ${step}`);
    if (open || !may || wasShown(id, step)) return;
    const timer = setInterval(() => {
      if (isFree()) openOverlay("welfare");
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [open, may, id, step]);
}
