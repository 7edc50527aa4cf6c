import { ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import { paths } from "../routes/paths.ts";
import s from "./record-links.module.css";

interface RecordLinksProps {
  readonly to: string;
  readonly label: string;
  /** Id of the result, once there is one. */
  readonly proof: string | undefined;
  readonly proofLabel: string;
}

/** Where a record leads: to its room and to its proof. */
export const RecordLinks = ({ to, label, proof, proofLabel }: RecordLinksProps) => (
  <span className={s.links}>
    <Link to={to}>{label}</Link>
    {proof && (
      <Link to={paths.verify(proof)}>
        <ShieldCheck size={16} aria-hidden />
        {proofLabel}
      </Link>
    )}
  </span>
);
