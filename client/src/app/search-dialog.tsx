import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { HOUSE, words as inLanguage, useLanguage } from "../i18n/language.ts";
import { paths } from "../routes/paths.ts";
import { boxListQuery } from "../state/boxes.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Price } from "../ui/price.tsx";
import s from "./search-dialog.module.css";

/** More are seldom what is looked for. */
const BOXES_SHOWN = 6;

/** The search of every page: boxes as one types, and the mall's items by the words (product spec §2, query q). */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const language = useLanguage();
  const [words, setWords] = useState("");
  const { data: boxes } = useQuery(boxListQuery());
  const wanted = words.trim().toLowerCase();
  const found = (boxes ?? [])
    .filter(({ name }) => wanted === "" || HOUSE.some((house) => name[house].toLowerCase().includes(wanted)))
    .slice(0, BOXES_SHOWN);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    void navigate(paths.mall(words.trim()));
  };
  return (
    <Dialog title={t("searchSite")} onClose={onClose}>
      <form onSubmit={submit} className={s.form}>
        <Field
          label={t("searchWhat")}
          hideLabel
          placeholder={t("searchWhat")}
          type="search"
          maxLength={60}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button type="submit" kind="primary">
          <Search size={16} aria-hidden />
          {t("searchMall")}
        </Button>
      </form>
      <ul className={s.found} aria-label={t("title.boxlist")}>
        {found.map((box) => (
          <li key={box.id}>
            <Link to={paths.box(box.id)} onClick={onClose}>
              <img src={box.image} alt="" width={56} height={42} loading="lazy" />
              <b>{inLanguage(box.name, language)}</b>
              <Price cents={box.priceCents} />
            </Link>
          </li>
        ))}
      </ul>
      {found.length === 0 && boxes && <p role="status">{t("searchNone")}</p>}
    </Dialog>
  );
}
