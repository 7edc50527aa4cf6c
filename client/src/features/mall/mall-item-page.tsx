import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useItem } from "../../state/catalog.ts";
import { suggestRealName } from "../../state/real-name-day.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { Price } from "../../ui/price.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { detailQuery } from "./api.ts";
import { BuyDialog } from "./buy-dialog.tsx";
import { CATEGORIES } from "./filter.ts";
import s from "./mall.module.css";
import { OfferGrid } from "./offer-grid.tsx";

/** One item of the mall, its price, what it can be sold for again, and others of its brand. */
export function MallItemPage() {
  const { t } = useTranslation("mall");
  const id = Number(useParams().id);
  const known = Number.isInteger(id) && id > 0 && id < 2 ** 31;
  const { data, error, refetch } = useQuery({ ...detailQuery(id), enabled: known });
  const item = useItem(id);
  const [buying, setBuying] = useState(false);

  const gone = error instanceof ApiError && error.code === errorCode.mallGone;
  if (!known || gone) {
    return (
      <Empty text={t("gone")}>
        <ButtonLink kind="primary" to={paths.mall()}>
          {t("title")}
        </ButtonLink>
      </Empty>
    );
  }
  if (!data && error) return <Failed onRetry={() => void refetch()} />;
  if (!data || !item) {
    return (
      <div className={s.detail} aria-busy>
        <Skeletons count={2} className={s.big} />
      </div>
    );
  }
  const category = CATEGORIES.find((known) => known === data.category);
  return (
    <>
      <div className={s.detail}>
        <ItemCard item={item} eager className={s.picture} />
        <div className={s.facts}>
          <p className={s.brand}>{item.brand}</p>
          <h1>{item.name}</h1>
          {category && (
            <p className={s.tags}>
              <Tag>{t(`categories.${category}`)}</Tag>
            </p>
          )}
          <dl className={s.sums}>
            <div>
              <dt>{t("price")}</dt>
              <dd>
                <Price cents={data.priceCents} />
              </dd>
            </div>
            <div>
              <dt>{t("value")}</dt>
              <dd>
                <Price cents={data.valueCents} />
              </dd>
            </div>
          </dl>
          {data.left > 0 && <p className={s.left}>{t("left", { count: data.left })}</p>}
          <p className={s.note}>{t("note")}</p>
          <Button kind="primary" size="l" disabled={data.left === 0} onClick={() => setBuying(!suggestRealName())}>
            {t(data.left === 0 ? "soldOut" : "buy")}
          </Button>
        </div>
      </div>
      {data.related.length > 0 && (
        <section aria-labelledby="related">
          <h2 id="related" className={s.related}>
            {t("related", { brand: item.brand })}
          </h2>
          <OfferGrid offers={data.related} detail />
        </section>
      )}
      {buying && <BuyDialog item={item} offer={data} onClose={() => setBuying(false)} />}
    </>
  );
}
