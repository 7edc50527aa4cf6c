import { useTranslation } from "react-i18next";
import { encode } from "uqr";
import { Dialog } from "../ui/dialog.tsx";
import s from "./groups-dialog.module.css";
import type { Group } from "./site-info.ts";

/** The chat groups and media of the site, each as a code for a phone and as a link for this browser. */
export function GroupsDialog({ groups, onClose }: { groups: readonly Group[]; onClose: () => void }) {
  const { t } = useTranslation("shell");
  return (
    <Dialog title={t("groups")} onClose={onClose} size="s">
      <ul className={s.groups}>
        {groups.map(({ name, url }) => {
          const address = new URL(url, location.origin).href;
          return (
            <li key={url}>
              <QRCode text={address} />
              <a href={address} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

function QRCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((cell, x) => (cell ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={s.code} aria-hidden="true" shapeRendering="crispEdges">
      <path d={dark.join("")} />
    </svg>
  );
}
