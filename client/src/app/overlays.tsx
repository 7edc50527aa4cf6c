/** What opens over a page, and when; its code comes with its first use (overlay-parts.tsx when the page is idle). */
import { lazy, Suspense } from "react";
import { loadTexts } from "../i18n/setup.ts";
import { useConfirm } from "../state/confirm.ts";
import { useIdentity } from "../state/identity.ts";
import { whenIdle } from "../state/live.ts";
import { useIsPlaying } from "../state/playing.ts";
import { useProblem } from "../state/problem.ts";
import { useLoggedIn, useSession } from "../state/session.ts";
import { useSign } from "../state/sign.ts";
import { unasked } from "../ui/unasked.ts";
import { useInvite } from "./invite.ts";
import { useProps } from "./props.ts";

const parts = () => import("./overlay-parts.tsx");

const idleParts = () => new Promise<Awaited<ReturnType<typeof parts>>>((resolve) => whenIdle(() => resolve(parts())));

const ConnectionBanner = unasked(async () => (await idleParts()).ConnectionBanner);
const Beside = unasked(async () => (await idleParts()).Beside);
const InviteToast = unasked(async () => (await idleParts()).InviteToast);
const ProblemPopup = lazy(async () => ({ default: (await parts()).ProblemPopup }));
const GiftToasts = lazy(async () => ({ default: (await parts()).GiftToasts }));
const Login = lazy(async () => ({ default: (await import("./login.tsx")).Login }));
const IdentityDialogs = lazy(async () => {
  const [{ IdentityDialogs: component }] = await Promise.all([
    import("../features/identity/dialogs.tsx"),
    loadTexts("identity"),
  ]);
  return { default: component };
});
const ConfirmDialog = lazy(async () => {
  const [{ ConfirmDialog: component }] = await Promise.all([
    import("../features/identity/confirm-dialog.tsx"),
    loadTexts("identity"),
  ]);
  return { default: component };
});
const SignDialogs = lazy(async () => {
  const [{ SignDialogs: component }] = await Promise.all([import("../features/sign/dialogs.tsx"), loadTexts("sign")]);
  return { default: component };
});
const Rain = unasked(async () => {
  const [{ Rain: component }] = await Promise.all([import("../features/rain/rain.tsx"), loadTexts("rain")]);
  return component;
});
/** Fetched at once: that there is no network must be shown without it. */
const Toasts = unasked(async () => (await import("../ui/toasts.tsx")).Toasts);

/** Above everything, as soon as it is known. */
export const Connection = () => (
  <Suspense>
    <ConnectionBanner />
  </Suspense>
);

export function Overlays() {
  const dialog = useSession((session) => session.dialog);
  const identity = useIdentity((state) => state.dialog);
  const signing = useSign((state) => state.dialog !== null);
  const confirming = useConfirm((state) => state.question !== null);
  const invite = useInvite((state) => state.invite);
  const problem = useProblem((state) => state.problem);
  const drops = useProps((state) => state.drops);
  const playing = useIsPlaying();
  const loggedIn = useLoggedIn();
  return (
    <>
      <Suspense>
        <Beside />
      </Suspense>
      <Suspense>{dialog && <Login tab={dialog} />}</Suspense>
      <Suspense>{identity && <IdentityDialogs dialog={identity} />}</Suspense>
      <Suspense>{confirming && <ConfirmDialog />}</Suspense>
      <Suspense>{loggedIn && signing && <SignDialogs />}</Suspense>
      <Suspense>{loggedIn && <Rain />}</Suspense>
      <Suspense>{problem && <ProblemPopup problem={problem} />}</Suspense>
      <Suspense>{drops.length > 0 && !playing && <GiftToasts drops={drops} />}</Suspense>
      <div role="status" aria-live="polite">
        <Suspense>{invite && !playing && <InviteToast invite={invite} />}</Suspense>
      </div>
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  );
}
