// Package battle is what case battles show over HTTP: their calls with the invites to them, the card of a shared link,
// and the player's own list as a table.
package battle

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"jadebox/actors/kinds/battle"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/sharecard"
	"jadebox/store"
)

// Edge is the kind.
var Edge = call.RoomKind{Kind: battle.Kind, Calls: calls, Card: card, Says: call.TextsOf(says),
	Gone:  protocol.CodeBattleGone,
	Setup: protocol.CodeBattleSetup, Tasks: tasks,
	Record: store.Text{Zh: "对战", En: "Battle", Pt: "Batalha"}, Sheets: sheets, Texts: texts}

// says is the text of the card; verbs of fmt stand for its values.
var says = struct {
	Kicker, Round, Rounds, Entry, OpenSeat      store.Text
	Waiting, Countdown, Running, Finished, Void store.Text
	Normal, Inverse, Terminal, Share, Teams     store.Text
}{
	Kicker:    store.Text{Zh: "开箱对战 · %s · %s", En: "CASE BATTLE · %s · %s", Pt: "BATALHA · %s · %s"},
	Round:     store.Text{Zh: "%d 轮", En: "%d ROUND", Pt: "%d RODADA"},
	Rounds:    store.Text{Zh: "%d 轮", En: "%d ROUNDS", Pt: "%d RODADAS"},
	Entry:     store.Text{Zh: "入场 %s 钻石", En: "%s gems entry", Pt: "entrada de %s gemas"},
	OpenSeat:  store.Text{Zh: "空位", En: "Open seat", Pt: "Lugar livre"},
	Waiting:   store.Text{Zh: "等您入座", En: "Take a seat", Pt: "Ocupe um lugar"},
	Countdown: store.Text{Zh: "即将开始", En: "About to start", Pt: "Começando"},
	Running:   store.Text{Zh: "进行中", En: "Running now", Pt: "Ao vivo"},
	Finished:  store.Text{Zh: "对战结果", En: "The result", Pt: "O resultado"},
	Void:      store.Text{Zh: "已取消", En: "Called off", Pt: "Cancelada"},
	Normal:    store.Text{Zh: "标准模式", En: "NORMAL", Pt: "PADRÃO"},
	Inverse:   store.Text{Zh: "反向模式", En: "INVERSE", Pt: "INVERSO"},
	Terminal:  store.Text{Zh: "终局模式", En: "TERMINAL", Pt: "RODADA FINAL"},
	Share:     store.Text{Zh: "平分模式", En: "SHARED", Pt: "DIVIDIDO"},
	Teams:     store.Text{Zh: "2 对 2", En: "2 V 2", Pt: "2 X 2"},
}

// site is what the calls use.
type site struct{ *call.Site }

var tasks = map[int32]call.Task{
	protocol.TaskBattleCents: {Name: store.Text{Zh: "对战金额", En: "Gems staked in battles", Pt: "Gemas em batalhas"},
		InGems: true},
	protocol.TaskBattleCount: {Name: store.Text{Zh: "对战次数", En: "Battles played", Pt: "Batalhas jogadas"}},
}

func card(ctx context.Context, s call.Cards, id string) (sharecard.Card, error) {
	b, err := call.Read(ctx, s, id, battle.Kind, func(rec store.Room) (battle.Shared, error) {
		return battle.SharedOf(rec, s.Now())
	})
	if err != nil {
		return sharecard.Card{}, err
	}
	title := map[string]store.Text{protocol.BattleWaiting: says.Waiting, protocol.BattleCountdown: says.Countdown,
		protocol.BattleRunning: says.Running, protocol.BattleFinished: says.Finished, protocol.BattleVoid: says.Void}
	c := sharecard.Card{Kicker: kicker(s, b.Summary.Mode, len(b.Summary.Boxes)), Title: s.In(title[b.Summary.Status]),
		Figure: entry(s, b.Summary.EntryCents),
		Foot:   s.Foot}
	for i, seat := range b.Summary.Seats {
		line := sharecard.Line{Name: s.Name(seat.Name, i), Won: slices.Contains(b.Winners, i)}
		if seat.PlayerID == "" && !seat.Bot {
			line.Name = s.In(says.OpenSeat)
		}
		if i < len(b.Totals) {
			line.Amount = s.Amount(b.Totals[i])
		}
		c.Lines = append(c.Lines, line)
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(b.Summary.Boxes))) {
		if box, ok := s.Catalog.Box(store.BoxID(id)); ok {
			c.Pictures = append(c.Pictures, box.Image)
		}
	}
	return c, nil
}

// kicker reports how many rounds of which mode.
func kicker(s call.Cards, mode string, rounds int) string {
	modes := map[string]store.Text{protocol.ModeNormal: says.Normal, protocol.ModeInverse: says.Inverse,
		protocol.ModeTerminal: says.Terminal, protocol.ModeShare: says.Share, protocol.ModeTeams: says.Teams}
	return fmt.Sprintf(s.In(says.Kicker), s.In(modes[mode]), sharecard.Count(rounds, s.In(says.Round),
		s.In(says.Rounds)))
}

func entry(s call.Cards, cents int64) string { return fmt.Sprintf(s.In(says.Entry), s.Amount(cents)) }

func sheets(on *call.Site) map[string]call.Sheet {
	s := site{on}
	return map[string]call.Sheet{
		"battles": call.SheetBy(func(ctx context.Context, c *call.Caller, in call.Page, kind string) (BattlePage,
			error) {
			return s.ownBattles(ctx, c, ownBattles{in, call.EndFilter{State: kind}})
		}, []store.Text{call.ColumnTime, call.ColumnRoom, {Zh: "模式", En: "Mode", Pt: "Modo"}, {Zh: "座位", En: "Seats",
			Pt: "Lugares"}, {Zh: "参赛费", En: "Entry", Pt: "Entrada"}, call.ColumnState},
			func(p BattlePage) ([]protocol.BattleSummary, int) { return p.Battles, p.Total },
			func(c *call.Caller, b protocol.BattleSummary) []string {
				return []string{call.Clock(b.AtMS), b.ID, call.Said(c, b.Mode, words), strconv.Itoa(int(b.SeatCount)),
					call.Cents(b.EntryCents), call.Said(c, b.Status, words)}
			}),
	}
}

// words are those of the wire that only battles have.
var words = map[string]store.Text{
	"normal": {Zh: "普通", En: "Normal", Pt: "Normal"}, "inverse": {Zh: "反转", En: "Inverse", Pt: "Inverso"},
	"terminal": {Zh: "终局", En: "Final round", Pt: "Rodada final"}, "share": {Zh: "共享", En: "Shared",
		Pt: "Compartilhado"},
	"teams": {Zh: "组队", En: "Teams", Pt: "Equipes"}, "waiting": {Zh: "等待中", En: "Waiting", Pt: "Aguardando"},
	"countdown": {Zh: "倒计时", En: "Countdown", Pt: "Contagem"}, "running": {Zh: "进行中", En: "Running",
		Pt: "Em andamento"},
	"finished": {Zh: "已结束", En: "Finished", Pt: "Terminada"},
}
