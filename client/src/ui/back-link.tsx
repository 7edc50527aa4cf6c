import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import s from "./back-link.module.css";

/** From a room to where it was chosen. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Link to={to} className={s.back} aria-label={label}>
    <ArrowLeft size={20} aria-hidden />
  </Link>
);
