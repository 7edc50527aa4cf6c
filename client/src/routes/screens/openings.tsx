import { RecordsPage } from "../../features/account/records-page.tsx";
import { OpeningHistory } from "../../features/box/opening-history.tsx";

export function Openings() {
  return (
    <RecordsPage>
      <OpeningHistory />
    </RecordsPage>
  );
}
