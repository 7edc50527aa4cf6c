import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import s from "./pager.module.css";

interface PagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Previous, place, next. Pages count from 1; nothing is drawn for a single page. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const { t } = useTranslation("ui");
  if (pages <= 1) return null;
  return (
    <nav className={s.pager} aria-label={t("pager.label")}>
      <Button size="icon" aria-label={t("pager.previous")} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} aria-hidden />
      </Button>
      <span className="num" aria-live="polite">
        {t("pager.place", { page, pages })}
      </span>
      <Button size="icon" aria-label={t("pager.next")} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight size={18} aria-hidden />
      </Button>
    </nav>
  );
}
