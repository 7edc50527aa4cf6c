import { RecordsPage } from "../../features/account/records-page.tsx";
import { BattleRecords } from "../../features/battle/records.tsx";

export function Battles() {
  return (
    <RecordsPage of="battles">
      <BattleRecords />
    </RecordsPage>
  );
}
