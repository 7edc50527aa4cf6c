// Package rain is what red-packet rain shows over HTTP: its calls and the card of a shared link.
package rain

import (
	"context"
	"fmt"
	"strings"

	"jadebox/actors/kinds/rain"
	"jadebox/server/httpapi/call"
	"jadebox/server/sharecard"
	"jadebox/store"
)

// Edge is the kind.
var Edge = call.RoomKind{Kind: rain.Kind, Calls: calls, Card: card, Says: call.TextsOf(says),
	Record: store.Text{Zh: "红包雨", En: "Red-packet rain", Pt: "Chuva de envelopes"}, Texts: texts}

// says is the text of the card; verbs of fmt stand for its values.
var says = struct {
	Title, Over, Packets store.Text
}{
	Title:   store.Text{Zh: "红包雨", En: "RED-PACKET RAIN", Pt: "CHUVA DE ENVELOPES"},
	Over:    store.Text{Zh: "发出 %s 钻石", En: "%s gems given away", Pt: "%s gemas distribuídas"},
	Packets: store.Text{Zh: "%d / %d 个红包", En: "%d of %d packets", Pt: "%d de %d envelopes"},
}

// site is what the calls use.
type site struct {
	*call.Site
	admitted *admitted
}

// card is the card of a round. What one player took of it is proved under an id of its own, which has the round's card.
func card(ctx context.Context, s call.Cards, id string) (sharecard.Card, error) {
	number, _, _ := strings.Cut(id, "-")
	r, err := call.Read(ctx, s, number, rain.Kind, rain.RoundOf)
	if err != nil {
		return sharecard.Card{}, err
	}
	return sharecard.Card{Kicker: s.Adults, Title: s.In(says.Title),
		Figure:   fmt.Sprintf(s.In(says.Over), s.Amount(r.PaidCents)),
		Note:     fmt.Sprintf(s.In(says.Packets), r.Claimed, r.Packets),
		Pictures: []string{"/art/red-packet.webp"}, Foot: s.Foot}, nil
}
