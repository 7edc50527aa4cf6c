package call

import (
	"jadebox/protocol"
	"jadebox/store"
)

// Task is what players are shown of a task.
type Task struct {
	Name   store.Text
	InGems bool // it counts cents
}

// tasks are those that are no kind's of room.
var tasks = map[int32]Task{
	protocol.TaskUpgradeCents: {store.Text{Zh: "升级钻石", En: "Gems staked in upgrades", Pt: "Gemas em upgrades"}, true},
	protocol.TaskUpgradeCount: {Name: store.Text{Zh: "升级次数", En: "Upgrades", Pt: "Upgrades"}},
	protocol.TaskAssists:      {Name: store.Text{Zh: "助力次数", En: "Assists", Pt: "Ajudas"}},
	protocol.TaskSoldCents:    {store.Text{Zh: "获得钻石", En: "Gems obtained", Pt: "Gemas obtidas"}, true},
	protocol.TaskSpentCents:   {store.Text{Zh: "消费钻石", En: "Gems spent", Pt: "Gemas gastas"}, true},
	protocol.TaskClassicOpens: {Name: store.Text{Zh: "经典开箱次数", En: "Classic boxes opened",
		Pt: "Caixas clássicas abertas"}},
	protocol.TaskHashOpens:   {Name: store.Text{Zh: "哈希开箱次数", En: "Hash boxes opened", Pt: "Caixas hash abertas"}},
	protocol.TaskRecharge:    {store.Text{Zh: "充值金额", En: "Recharge", Pt: "Recarga"}, true},
	protocol.TaskUpgradeWins: {Name: store.Text{Zh: "升级成功次数", En: "Upgrades won", Pt: "Upgrades vencidos"}},
	protocol.TaskTrades:      {Name: store.Text{Zh: "置换次数", En: "Trade-ins", Pt: "Trocas de skins"}},
	protocol.TaskVIP:         {Name: store.Text{Zh: "VIP等级", En: "VIP level", Pt: "Nível VIP"}},
}

// Task finds what is said of a task, by its kind of room or for all of them.
func (l RoomKinds) Task(task int32) Task {
	for _, r := range l {
		if t, ok := r.Tasks[task]; ok {
			return t
		}
	}
	return tasks[task]
}
