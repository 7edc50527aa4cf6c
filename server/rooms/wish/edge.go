// Package wish is what wish rooms show over HTTP: their calls, the tree with its cards, the card of a shared link, and
// the player's own list as a table.
package wish

import (
	"context"
	"fmt"
	"strconv"

	"jadebox/actors/kinds/wish"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/sharecard"
	"jadebox/store"
)

// Edge is the kind.
var Edge = call.RoomKind{Kind: wish.Kind, Calls: calls, Card: card, Says: call.TextsOf(says),
	Gone: protocol.CodeWishGone, Tasks: tasks,
	Record: store.Text{Zh: "许愿", En: "Wish", Pt: "Desejo"}, Sheets: sheets, Texts: texts}

// says is the text of the card; verbs of fmt stand for its values.
var says = struct {
	Kicker, Open, Drawn, Void store.Text
}{
	Kicker: store.Text{Zh: "许愿树", En: "WISH TREE", Pt: "ÁRVORE DOS DESEJOS"},
	Open:   store.Text{Zh: "许愿瓶 %d / %d", En: "%d of %d bottles", Pt: "%d de %d garrafas"},
	Drawn:  store.Text{Zh: "愿望成真", En: "The wish came true", Pt: "Desejo realizado"},
	Void:   store.Text{Zh: "已退还", En: "Given back", Pt: "Devolvida"},
}

// site is what the calls use.
type site struct{ *call.Site }

var tasks = map[int32]call.Task{
	protocol.TaskWishBottles: {Name: store.Text{Zh: "许愿瓶数", En: "Wish bottles", Pt: "Garrafas de desejo"}},
}

func card(ctx context.Context, s call.Cards, id string) (sharecard.Card, error) {
	w, err := call.Read(ctx, s, id, wish.Kind, wish.SummaryOf)
	if err != nil {
		return sharecard.Card{}, err
	}
	name, image := s.Item(store.DefID(w.Def))
	c := sharecard.Card{Kicker: s.In(says.Kicker), Title: name, Figure: s.InGems(w.PrizeCents),
		Pictures: []string{image}, Foot: s.Foot, Note: fmt.Sprintf(s.In(says.Open), w.Taken, w.Bottles)}
	switch w.Status {
	case protocol.WishOver:
		c.Note = s.In(says.Drawn)
		c.Lines = []sharecard.Line{{Name: s.Name(w.WinnerName, 0), Won: true}}
	case protocol.WishVoided:
		c.Note = s.In(says.Void)
	}
	return c, nil
}

func sheets(on *call.Site) map[string]call.Sheet {
	s := site{on}
	return map[string]call.Sheet{
		"wishes": call.SheetOf(s.ownWishes, []store.Text{call.ColumnTime, call.ColumnRoom,
			{Zh: "奖品", En: "Prize", Pt: "Prêmio"}, call.ColumnValue, {Zh: "瓶号", En: "Bottles",
				Pt: "Garrafas"}, {Zh: "花费钻石", En: "Gems spent", Pt: "Gemas gastas"},
			{Zh: "花费许愿卡", En: "Wish cards spent", Pt: "Cartas gastas"}, call.ColumnState},
			func(p WishPage) ([]WishRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r WishRecord) []string {
				state := r.Room.Status
				if r.Won {
					state = "won"
				}
				return []string{call.Clock(r.AtMS), r.Room.ID, s.DefName(c, store.DefID(r.Room.Def)),
					call.Cents(r.Room.PrizeCents), call.Numbers(r.Bottles), call.Cents(r.SpentCents),
					strconv.FormatInt(r.SpentWishCards, 10), call.Said(c, state)}
			}),
	}
}
