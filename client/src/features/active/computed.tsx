/** What this device has computed itself, beside what the server says. */
import { CircleAlert, CircleCheck } from "lucide-react";
import s from "./moon.module.css";

export function Computed({ right, text }: { right: boolean; text: string }) {
  const Icon = right ? CircleCheck : CircleAlert;
  return (
    <p className={s.computed} data-right={right} role={right ? undefined : "alert"}>
      <Icon size={18} aria-hidden />
      <span>{text}</span>
    </p>
  );
}
