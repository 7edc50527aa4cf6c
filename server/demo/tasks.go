package demo

import (
	"jadebox/actors/rewards/taskbox"
	"jadebox/protocol"
	"jadebox/store"
)

// Boxes that are not for sale: task boxes and the welcome give them. Their worth is a small part of what their tasks
// bring.
const (
	dailyFree   store.BoxID = 101
	weeklyFree  store.BoxID = 102
	monthlyFree store.BoxID = 103
)

var freeBoxes = []store.Box{
	{ID: dailyFree, Version: 1, Slug: "morning-dew", Type: "hash", Tags: []string{}, Accent: "#9fd4ff",
		Image: "/art/boxes/first-light.webp",
		Name:  store.Text{Zh: "晨露", En: "Morning Dew", Pt: "Orvalho"}, Tagline: store.Text{Zh: "完成任务即可打开",
			En: "Opened by a task", Pt: "Aberta por uma tarefa"},
		Entries: []store.BoxEntry{{Def: 121, Weight: 30e6}, {Def: 135, Weight: 20e6}, {Def: 123, Weight: 20e6},
			{Def: 267, Weight: 10e6}, {Def: 241, Weight: 8e6},
			{Def: 169, Weight: 6e6}, {Def: 194, Weight: 3e6}, {Def: 195, Weight: 2e6}, {Def: 134, Weight: 800_000},
			{Def: 242, Weight: 200_000}}},
	{ID: weeklyFree, Version: 1, Slug: "week-lantern", Type: "hash", Tags: []string{}, Accent: "#ffc857",
		Image: "/art/boxes/auspicious.webp",
		Name:  store.Text{Zh: "周末灯笼", En: "Week Lantern", Pt: "Lanterna da Semana"}, Tagline: store.Text{Zh: "完成任务即可打开",
			En: "Opened by a task", Pt: "Aberta por uma tarefa"},
		Entries: []store.BoxEntry{{Def: 193, Weight: 40e6}, {Def: 231, Weight: 25e6}, {Def: 122, Weight: 15e6},
			{Def: 157, Weight: 10e6}, {Def: 133, Weight: 7e6},
			{Def: 98, Weight: 2_500_000}, {Def: 160, Weight: 500_000}}},
	{ID: monthlyFree, Version: 1, Slug: "moon-tribute", Type: "hash", Tags: []string{}, Accent: "#9a5cff",
		Image: "/art/boxes/lunar-cache.webp",
		Name:  store.Text{Zh: "月贡", En: "Moon Tribute", Pt: "Tributo da Lua"}, Tagline: store.Text{Zh: "完成任务即可打开",
			En: "Opened by a task", Pt: "Aberta por uma tarefa"},
		Entries: []store.BoxEntry{{Def: 112, Weight: 40e6}, {Def: 209, Weight: 25e6}, {Def: 269, Weight: 18e6},
			{Def: 126, Weight: 10e6}, {Def: 91, Weight: 6e6},
			{Def: 163, Weight: 1e6}}},
}

// taskBoxes are the standard boxes and those of items, which need this catalogue.
func taskBoxes() taskbox.Settings {
	return taskbox.Settings{
		Boxes: append([]taskbox.Box{
			{ID: 11, Type: 0, Name: store.Text{Zh: "每日开箱宝箱", En: "Daily opener", Pt: "Abertura diária"},
				Task: protocol.TaskClassicOpens, Target: 50, Box: dailyFree},
			{ID: 12, Type: 1, Name: store.Text{Zh: "每周哈希宝箱", En: "Weekly hash box", Pt: "Caixa hash da semana"},
				Task: protocol.TaskHashOpens, Target: 200, Box: weeklyFree},
			{ID: 13, Type: 2, Name: store.Text{Zh: "每月消费大奖", En: "Monthly grand box", Pt: "Grande caixa do mês"},
				Task: protocol.TaskSpentCents, Target: 4_000_00, Box: monthlyFree},
			{ID: 14, Type: 3, Name: store.Text{Zh: "每周福利宝箱", En: "Weekly welfare", Pt: "Bônus da semana"},
				Task: protocol.TaskRecharge, Target: 250_00, Box: weeklyFree},
		}, taskbox.Standard().Boxes...),
		Welcome: taskbox.Welcome{
			Free: []taskbox.Gift{{ID: 21, Name: store.Text{Zh: "新人免费宝箱", En: "Welcome box",
				Pt: "Caixa de boas-vindas"}, Box: dailyFree}},
			Recharge: []taskbox.Gift{{ID: 22, Name: store.Text{Zh: "首充宝箱", En: "First-recharge box",
				Pt: "Caixa da primeira recarga"}, Box: dailyFree}},
		},
	}
}
