package httpapi

import (
	"context"
	"fmt"
	"math"
	"strings"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/server/httpapi/call"
	"jadebox/server/sharecard"
)

// siteCard is the card of everything that has none of its own.
func siteCard(s call.Cards) sharecard.Card {
	return sharecard.Card{Kicker: s.Adults, Title: s.Motto, Note: s.Games, Foot: s.Foot,
		Pictures: []string{"/art/boxes/jade-emperor.webp"}}
}

// resultCard is the card of what /api/fair/result proves by an id; a room that is not over has one, too.
func (a *API) resultCard(ctx context.Context, s call.Cards, id string) (sharecard.Card, error) {
	if kind, rest, ok := a.Kinds.OfResult(id); ok {
		shown, _ := a.RoomKinds.Of(kind.Kind)
		return shown.Card(ctx, s, rest)
	}
	op, index, err := player.ParseResultID(id)
	if err != nil {
		return sharecard.Card{}, err
	}
	rec, err := s.Store.Op(ctx, op)
	if err != nil {
		return sharecard.Card{}, apierr.FromStore(err)
	}
	r, err := player.SharedOf(rec, index)
	if err != nil {
		return sharecard.Card{}, err
	}
	name, image := s.Item(r.Def)
	card := sharecard.Card{Kicker: s.Lost, Title: name, Figure: s.InGems(r.ValueCents), Pictures: []string{image},
		Note: fmt.Sprintf(s.Chance, s.Amount(int64(math.Round(1e4*r.Chance)))), Foot: s.Foot}
	switch {
	case r.Box != 0:
		card.Kicker = s.Opened
		if box, ok := s.Catalog.Box(r.Box); ok {
			card.Kicker = fmt.Sprintf(s.OpenedFrom, strings.ToUpper(s.In(box.Name)))
		}
	case r.Won:
		card.Kicker = s.Won
	}
	return card, nil
}
