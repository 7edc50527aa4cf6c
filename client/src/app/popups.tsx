/** What opens over a page, in a file of its own: nobody waits for it before the page is there. */

export { ConnectionBanner } from "./connection-banner.tsx";
export { InviteToast } from "./invite-toast.tsx";
export { MenuDrawer } from "./menu-drawer.tsx";
export { ProblemPopup } from "./problem-popup.tsx";
export { PropsDropPopup } from "./props-drop.tsx";
export { SearchDialog } from "./search-dialog.tsx";
