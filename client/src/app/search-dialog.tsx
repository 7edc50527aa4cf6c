import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../routes/paths.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";

/** The header's search: leads to the mall with the words (product spec §2, query q). */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const [words, setWords] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    void navigate(paths.mall(words.trim()));
  };
  return (
    <Dialog title={t("searchMall")} size="s" onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label={t("searchMall")}
          hideLabel
          type="search"
          maxLength={60}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <DialogActions>
          <Button type="submit" kind="primary">
            {t("search")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
