// Package roll is what roll rooms show over HTTP: their calls, the studio where streamers make them, the welcome that
// lists them, the card of a shared link, and the player's own list as a table.
package roll

import (
	"context"
	"slices"
	"strings"

	"jadebox/actors/kinds/roll"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/sharecard"
	"jadebox/store"
)

// Edge is the kind.
var Edge = call.RoomKind{Kind: roll.Kind, Calls: calls, Card: card, Says: call.TextsOf(says),
	Gone:  protocol.CodeRollGone,
	Setup: protocol.CodeRollSetup, Tasks: tasks,
	Record: store.Text{Zh: "Roll房", En: "Roll room", Pt: "Sala de roll"}, Sheets: sheets}

// says is the text of the card; verbs of fmt stand for its values.
var says = struct {
	Kicker, Open, Locked, Void, Drawn, Prize, Prizes, Entrant, Entrants store.Text
}{
	Kicker:   store.Text{Zh: "Roll房", En: "ROLL ROOM", Pt: "SALA DE ROLL"},
	Open:     store.Text{Zh: "进行中", En: "Open", Pt: "Aberta"},
	Locked:   store.Text{Zh: "开奖中", En: "Being drawn", Pt: "Sorteando"},
	Void:     store.Text{Zh: "已取消", En: "Called off", Pt: "Cancelada"},
	Drawn:    store.Text{Zh: "已开奖", En: "Drawn", Pt: "Sorteada"},
	Prize:    store.Text{Zh: "%d 件奖品", En: "%d prize", Pt: "%d prêmio"},
	Prizes:   store.Text{Zh: "%d 件奖品", En: "%d prizes", Pt: "%d prêmios"},
	Entrant:  store.Text{Zh: "%d 人参与", En: "%d entrant", Pt: "%d participante"},
	Entrants: store.Text{Zh: "%d 人参与", En: "%d entrants", Pt: "%d participantes"},
}

// site is what the calls use.
type site struct{ *call.Site }

var tasks = map[int32]call.Task{
	protocol.TaskRollJoins: {Name: store.Text{Zh: "参与ROLL房次数", En: "Roll rooms joined", Pt: "Salas de sorteio"}},
}

func card(ctx context.Context, s call.Cards, id string) (sharecard.Card, error) {
	v, err := call.Read(ctx, s, id, roll.Kind, roll.SharedOf)
	if err != nil {
		return sharecard.Card{}, err
	}
	c := sharecard.Card{Kicker: s.In(says.Kicker), Title: v.Summary.Name, Figure: s.InGems(v.Summary.TotalCents),
		Foot: s.Foot,
		Note: sharecard.Count(v.Summary.PrizeCount, s.In(says.Prize), s.In(says.Prizes)) + " · " +
			sharecard.Count(v.Summary.Joined, s.In(says.Entrant), s.In(says.Entrants))}
	status := s.In(map[string]store.Text{protocol.RollStatusOpen: says.Open, protocol.RollStatusLocked: says.Locked,
		protocol.RollStatusDrawn: says.Drawn, protocol.RollStatusVoid: says.Void}[v.Summary.Status])
	if c.Title == "" || !sharecard.Shows(c.Title) {
		c.Title = status
	} else if status != "" {
		c.Kicker += " · " + status
	}
	for _, w := range v.Winners {
		c.Lines = append(c.Lines, sharecard.Line{Name: s.Name(w.Name, int(w.Place)), Amount: s.Amount(w.ValueCents),
			Won: true})
	}
	for _, p := range v.Summary.Prizes {
		_, image := s.Item(store.DefID(p.Def))
		if !slices.Contains(c.Pictures, image) {
			c.Pictures = append(c.Pictures, image)
		}
	}
	return c, nil
}

func sheets(on *call.Site) map[string]call.Sheet {
	s := site{on}
	return map[string]call.Sheet{
		"rolls": call.SheetOf(func(ctx context.Context, c *call.Caller, in call.Page) (RollPage, error) {
			return s.pageRolls(ctx, c, RollPageQuery{Page: in, Scope: "mine"})
		}, []store.Text{{Zh: "开奖时间 (UTC)", En: "Draw (UTC)", Pt: "Sorteio (UTC)"}, call.ColumnRoom, {Zh: "名称",
			En: "Name", Pt: "Nome"}, call.ColumnState, {Zh: "奖品", En: "Won", Pt: "Ganhou"}, call.ColumnValue},
			func(p RollPage) ([]RollRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r RollRecord) []string {
				var names []string
				var value int64
				for _, prize := range r.Won {
					value += prize.ValueCents
					if prize.Def != 0 {
						names = append(names, s.DefName(c, store.DefID(prize.Def)))
					}
				}
				return []string{call.Clock(r.OpenTime), r.ID, r.Name, call.Said(c, r.Status), strings.Join(names, "; "),
					call.Cents(value)}
			}),
	}
}
