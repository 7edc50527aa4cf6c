import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { useRecords } from "../../state/records.ts";
import { ItemLine } from "../../ui/item-line.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { Tag } from "../../ui/tag.tsx";
import { type Order, orders } from "./api.ts";

const COLUMNS = ["item", "price", "value", "state", "time"] as const;
const STATES = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;

const stateOf = (order: Order) => (order.elsewhere ? "elsewhere" : (STATES[order.state] ?? "0"));

/** The player's purchases. The state of an order is that of the item it brought. */
export function MallOrders() {
  const { t } = useTranslation("mall");
  const items = useItems();
  const records = useRecords("mall-orders", orders);
  return (
    <RecordList
      title={t("orders.title")}
      records={records}
      file="mall-orders"
      empty={t("orders.empty")}
      way={{ label: t("title"), to: paths.mall() }}
      columns={COLUMNS.map((column) => t(`orders.${column}`))}
      rows={(page) =>
        page.records.map((order) => {
          const item = items(order.def);
          return {
            key: order.orderId,
            cells: [
              <Link key="item" to={paths.mallItem(order.def)}>
                {item ? <ItemLine item={item} /> : `#${order.def}`}
              </Link>,
              <Price key="price" cents={order.priceCents} />,
              <Price key="value" cents={order.valueCents} />,
              <Tag key="state" kind={order.state === 0 || order.state === 5 ? "jade" : "plain"}>
                {t(`orders.states.${stateOf(order)}`)}
              </Tag>,
              <Moment key="time" ms={order.atMs} />,
            ],
          };
        })
      }
    />
  );
}
