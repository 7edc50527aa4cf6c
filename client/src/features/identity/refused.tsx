import s from "./form.module.css";

/** Why the last submission of a form failed; nothing for "". */
export const Refused = ({ text }: { text: string }) =>
  text === "" ? null : (
    <p className={s.refused} role="alert">
      {text}
    </p>
  );
