// Package luckycard is what lucky-card rooms show over HTTP: their calls, the card of a shared link, and the player's
// own list as a table.
package luckycard

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"jadebox/actors/kinds/luckycard"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/sharecard"
	"jadebox/store"
)

// Edge is the kind.
var Edge = call.RoomKind{Kind: luckycard.Kind, Calls: calls, Card: card, Says: call.TextsOf(says),
	Price: protocol.CodeLuckycardPrice, Tasks: tasks,
	Record: store.Text{Zh: "幸运卡", En: "Lucky card", Pt: "Carta da sorte"}, Sheets: sheets, Texts: texts}

// says is the text of the card; verbs of fmt stand for its values.
var says = struct {
	Kicker, Open, Over, Void, Flipped store.Text
}{
	Kicker:  store.Text{Zh: "幸运卡", En: "LUCKY CARD", Pt: "CARTA DA SORTE"},
	Open:    store.Text{Zh: "剩余 %d / %d 张", En: "%d of %d cards left", Pt: "%d de %d cartas restantes"},
	Over:    store.Text{Zh: "大奖已开出", En: "The top prize is out", Pt: "O prêmio máximo saiu"},
	Void:    store.Text{Zh: "房间已关闭", En: "Closed", Pt: "Fechada"},
	Flipped: store.Text{Zh: "幸运卡 · 翻开", En: "LUCKY CARD · TURNED", Pt: "CARTA DA SORTE · VIRADA"},
}

// site is what the calls use.
type site struct{ *call.Site }

var tasks = map[int32]call.Task{
	protocol.TaskFlips: {Name: store.Text{Zh: "翻卡次数", En: "Lucky cards flipped", Pt: "Cartas viradas"}},
}

// card is the card of a deck ("7") or of one that was turned in it ("7-3").
func card(ctx context.Context, s call.Cards, id string) (sharecard.Card, error) {
	number, place, one := strings.Cut(id, "-")
	rec, err := s.Room(ctx, number, luckycard.Kind)
	if err != nil {
		return sharecard.Card{}, err
	}
	deck, err := luckycard.SummaryOf(rec)
	if err != nil {
		return sharecard.Card{}, err
	}
	if one {
		flip, err := luckycard.TurnedOf(rec, place)
		if err != nil {
			return sharecard.Card{}, err
		}
		name, image := s.Item(store.DefID(flip.Def))
		return sharecard.Card{Kicker: s.In(says.Flipped), Title: name, Figure: s.InGems(flip.ValueCents),
			Note: s.Name(flip.Name, 0), Pictures: []string{image}, Foot: s.Foot}, nil
	}
	name, image := s.Item(store.DefID(deck.TopDef))
	c := sharecard.Card{Kicker: s.In(says.Kicker), Title: name, Figure: s.InGems(deck.TopCents),
		Note: fmt.Sprintf(s.In(says.Open), deck.Left, deck.Cards), Pictures: []string{image}, Foot: s.Foot}
	switch deck.Status {
	case protocol.LuckycardOver:
		c.Note = s.In(says.Over)
	case protocol.LuckycardVoid:
		c.Note = s.In(says.Void)
	}
	return c, nil
}

func sheets(on *call.Site) map[string]call.Sheet {
	s := site{on}
	return map[string]call.Sheet{
		"luckycards": call.SheetOf(s.luckycardRecords, []store.Text{call.ColumnTime, call.ColumnRoom,
			{Zh: "翻牌", En: "Cards turned", Pt: "Cartas viradas"}, {Zh: "花费钻石", En: "Gems spent",
				Pt: "Gemas gastas"}, {Zh: "获得", En: "Got", Pt: "Recebido"}, call.ColumnValue},
			func(p LuckycardPage) ([]LuckycardRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r LuckycardRecord) []string {
				var defs []store.DefID
				var value int64
				for _, f := range r.Flips {
					defs, value = append(defs, store.DefID(f.Def)), value+f.ValueCents
				}
				return []string{call.Clock(r.Card.AtMS), r.Card.ID, strconv.Itoa(len(r.Flips)),
					call.Cents(r.spentCents), s.DefNames(c, defs), call.Cents(value)}
			}),
	}
}
