import { Search } from "lucide-react";
import { Field } from "./field.tsx";

interface SearchFieldProps {
  /** Read out, and shown while nothing is written. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  iconPx?: number;
  className?: string | undefined;
}

/** The field above a list that shows what holds its words. */
export const SearchField = ({ label, onChange, iconPx = 16, ...rest }: SearchFieldProps) => (
  <Field
    {...rest}
    label={label}
    hideLabel
    type="search"
    placeholder={label}
    onChange={(event) => onChange(event.target.value)}
    end={<Search size={iconPx} aria-hidden />}
  />
);
