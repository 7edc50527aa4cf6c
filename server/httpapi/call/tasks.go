package call

import "jadebox/protocol"

// TaskNames are what tasks are called, in the order of protocol.Languages.
var TaskNames = map[int32][3]string{
	protocol.TaskUpgradeCents: {"升级钻石", "Gems staked in upgrades", "Gemas em upgrades"},
	protocol.TaskUpgradeCount: {"升级次数", "Upgrades", "Upgrades"},
	protocol.TaskBattleCents:  {"对战金额", "Gems staked in battles", "Gemas em batalhas"},
	protocol.TaskBattleCount:  {"对战次数", "Battles played", "Batalhas jogadas"},
	protocol.TaskAssists:      {"助力次数", "Assists", "Ajudas"},
	protocol.TaskSoldCents:    {"获得钻石", "Gems obtained", "Gemas obtidas"},
	protocol.TaskSpentCents:   {"消费钻石", "Gems spent", "Gemas gastas"},
	protocol.TaskClassicOpens: {"经典开箱次数", "Classic boxes opened", "Caixas clássicas abertas"},
	protocol.TaskHashOpens:    {"哈希开箱次数", "Hash boxes opened", "Caixas hash abertas"},
	protocol.TaskRecharge:     {"充值金额", "Recharge", "Recarga"},
	protocol.TaskUpgradeWins:  {"升级成功次数", "Upgrades won", "Upgrades vencidos"},
	protocol.TaskWishBottles:  {"许愿瓶数", "Wish bottles", "Garrafas de desejo"},
	protocol.TaskFlips:        {"翻卡次数", "Lucky cards flipped", "Cartas viradas"},
	protocol.TaskTrades:       {"置换次数", "Trade-ins", "Trocas de skins"},
	protocol.TaskRollJoins:    {"参与ROLL房次数", "Roll rooms joined", "Salas de sorteio"},
	protocol.TaskVIP:          {"VIP等级", "VIP level", "Nível VIP"},
}
