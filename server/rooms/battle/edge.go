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
var Edge = call.Room{Kind: battle.Kind, Calls: calls, Card: card, Gone: protocol.CodeBattleGone,
	Setup: protocol.CodeBattleSetup, Tasks: tasks,
	Record: store.Text{Zh: "对战", En: "Battle", Pt: "Batalha"}, Sheets: sheets}

// site is what the calls use.
type site struct{ *call.Site }

var tasks = map[int32]call.Task{
	protocol.TaskBattleCents: {Name: store.Text{Zh: "对战金额", En: "Gems staked in battles", Pt: "Gemas em batalhas"},
		InGems: true},
	protocol.TaskBattleCount: {Name: store.Text{Zh: "对战次数", En: "Battles played", Pt: "Batalhas jogadas"}},
}

func card(ctx context.Context, s call.Cards, id string) (sharecard.Card, error) {
	rec, err := s.Room(ctx, id, battle.Kind)
	if err != nil {
		return sharecard.Card{}, err
	}
	b, err := battle.SharedOf(rec, s.Now())
	if err != nil {
		return sharecard.Card{}, err
	}
	mode := map[string]string{protocol.ModeNormal: s.Normal, protocol.ModeInverse: s.Inverse,
		protocol.ModeTerminal: s.Terminal, protocol.ModeShare: s.Share, protocol.ModeTeams: s.Teams}
	title := map[string]string{protocol.BattleWaiting: s.Waiting, protocol.BattleCountdown: s.Countdown,
		protocol.BattleRunning:  s.Running,
		protocol.BattleFinished: s.Finished, protocol.BattleVoid: s.Void}
	c := sharecard.Card{Kicker: fmt.Sprintf(s.Battle, mode[b.Summary.Mode],
		sharecard.Count(len(b.Summary.Boxes), s.Round,
			s.Rounds)), Title: title[b.Summary.Status], Figure: fmt.Sprintf(s.Entry, s.Amount(b.Summary.EntryCents)),
		Foot: s.Foot}
	for i, seat := range b.Summary.Seats {
		line := sharecard.Line{Name: s.Name(seat.Name, i), Won: slices.Contains(b.Winners, i)}
		if seat.PlayerID == "" && !seat.Bot {
			line.Name = s.OpenSeat
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
