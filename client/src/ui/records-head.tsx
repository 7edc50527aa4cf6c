import s from "./records-head.module.css";

/** Above a player's records: what they are, and a sentence about them. */
export const RecordsHead = ({ title, lead }: { title: string; lead: string }) => (
  <>
    <h1 className={s.title}>{title}</h1>
    <p className={s.lead}>{lead}</p>
  </>
);
