package httpapi

import (
	"fmt"
	"strconv"

	"jadebox/actors/kinds/roll"
	"jadebox/protocol"
)

// TaskItem is spec §3 "Task item": one requirement of a roll room. The client shows its own texts by id; these are for others.
type TaskItem struct {
	ID       int32  `json:"id" doc:"task type; 4 enables the share link"`
	TaskName string `json:"taskName"`
	Amount   *int64 `json:"amount" doc:"done so far, in the unit of target"`
	Code     string `json:"code" doc:"the requirement as a text"`
	Target   int64  `json:"target" doc:"cents where the task counts gems"`
}

// taskNames are in the order of protocol.Languages.
var taskNames = map[int32][3]string{
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

// inGems says that a task counts cents.
func inGems(task int32) bool {
	switch task {
	case protocol.TaskUpgradeCents, protocol.TaskBattleCents, protocol.TaskSoldCents, protocol.TaskSpentCents, protocol.TaskRecharge:
		return true
	}
	return false
}

func taskItems(list []roll.Progress, l protocol.Language) []TaskItem {
	out := make([]TaskItem, len(list))
	for i, p := range list {
		done := p.Done
		name := taskNames[p.Kind][l]
		target := strconv.FormatInt(p.Target, 10)
		if inGems(p.Kind) {
			target = protocol.Gems(p.Target).String()
		}
		out[i] = TaskItem{ID: p.Kind, TaskName: name, Amount: &done, Code: fmt.Sprintf("%s ≥ %s", name, target), Target: p.Target}
	}
	return out
}
