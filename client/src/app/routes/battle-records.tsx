export { BattleRecords as Component } from "../../features/account/battle-records.tsx";
