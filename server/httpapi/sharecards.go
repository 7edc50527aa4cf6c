package httpapi

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/sharecard"
	"jadebox/store"
)

// sharing writes cards in one language.
type sharing struct {
	*API
	language protocol.Language
	sharecard.Words
}

func (a *API) sharing(l protocol.Language) sharing {
	return sharing{a, l.Whole(), sharecard.WordsOf(l)}
}

// site is the card of everything that has none of its own.
func (s sharing) site() sharecard.Card {
	return sharecard.Card{Kicker: s.Adults, Title: s.Motto, Note: s.Games, Foot: s.Foot, Pictures: []string{"/art/boxes/jade-emperor.webp"}}
}

// in is a text of the catalogue; one that a card cannot write in Chinese is English.
func (s sharing) in(t store.Text) string {
	if text := textIn(t, s.language); sharecard.Shows(text) {
		return text
	}
	return t.En
}

// name is a player's, in whatever script; one that a card cannot write is that of a place, from 0.
func (s sharing) name(name string, place int) string {
	if sharecard.Shows(name) {
		return name
	}
	return s.Player + " " + strconv.Itoa(place+1)
}

func (s sharing) gems(cents int64) string { return fmt.Sprintf(s.Gems, s.Amount(cents)) }

// item is a thing of the catalogue with its picture; gems are no thing.
func (s sharing) item(def store.DefID) (name, image string) {
	if def == 0 {
		return "", "/art/gem-lg.webp"
	}
	d, _ := s.Catalog.Item(def)
	return s.in(d.Brand) + " | " + s.in(d.Name), d.Image
}

// room reads a room by the number in a result's id.
func (s sharing) room(ctx context.Context, text string, kind string) (store.Room, error) {
	var id call.ID
	if err := id.UnmarshalText([]byte(text)); err != nil {
		return store.Room{}, apierr.New(protocol.CodeNotFound)
	}
	rec, err := s.Store.Room(ctx, store.RoomID(id))
	if err == nil && rec.Kind != kind {
		return rec, apierr.New(protocol.CodeNotFound)
	}
	return rec, apierr.FromStore(err)
}

func (s sharing) battle(ctx context.Context, id string) (sharecard.Card, error) {
	rec, err := s.room(ctx, id, battle.Kind)
	if err != nil {
		return sharecard.Card{}, err
	}
	b, err := battle.SharedOf(rec, s.Now())
	if err != nil {
		return sharecard.Card{}, err
	}
	mode := map[string]string{protocol.ModeNormal: s.Normal, protocol.ModeInverse: s.Inverse, protocol.ModeTerminal: s.Terminal, protocol.ModeShare: s.Share, protocol.ModeTeams: s.Teams}
	title := map[string]string{protocol.BattleWaiting: s.Waiting, protocol.BattleCountdown: s.Countdown, protocol.BattleRunning: s.Running,
		protocol.BattleFinished: s.Finished, protocol.BattleVoid: s.Void}
	card := sharecard.Card{Kicker: fmt.Sprintf(s.Battle, mode[b.Card.Mode], sharecard.Count(len(b.Card.Boxes), s.Round, s.Rounds)), Title: title[b.Card.Status], Figure: fmt.Sprintf(s.Entry, s.Amount(b.Card.EntryCents)), Foot: s.Foot}
	for i, seat := range b.Card.Seats {
		line := sharecard.Line{Name: s.name(seat.Name, i), Won: slices.Contains(b.Winners, i)}
		if seat.PlayerID == "" && !seat.Bot {
			line.Name = s.OpenSeat
		}
		if i < len(b.Totals) {
			line.Amount = s.Amount(b.Totals[i])
		}
		card.Lines = append(card.Lines, line)
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(b.Card.Boxes))) {
		if box, ok := s.Catalog.Box(store.BoxID(id)); ok {
			card.Pictures = append(card.Pictures, box.Image)
		}
	}
	return card, nil
}

// result is the card of what /api/fair/result proves by an id; a room that is not over has one, too.
func (s sharing) result(ctx context.Context, id string) (sharecard.Card, error) {
	for prefix, read := range map[string]func(context.Context, string) (sharecard.Card, error){"battle-": s.battle, roll.ResultPrefix: s.roll,
		wish.ResultPrefix: s.wish, luckycard.ResultPrefix: s.luckycard, rain.ResultPrefix: s.rain} {
		if rest, ok := strings.CutPrefix(id, prefix); ok {
			return read(ctx, rest)
		}
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
	name, image := s.item(r.Def)
	card := sharecard.Card{Kicker: s.Lost, Title: name, Figure: s.gems(r.ValueCents), Pictures: []string{image}, Note: fmt.Sprintf(s.Chance, s.Amount(int64(math.Round(1e4*r.Chance)))), Foot: s.Foot}
	switch {
	case r.Box != 0:
		card.Kicker = s.Opened
		if box, ok := s.Catalog.Box(r.Box); ok {
			card.Kicker = fmt.Sprintf(s.OpenedFrom, strings.ToUpper(s.in(box.Name)))
		}
	case r.Won:
		card.Kicker = s.Won
	}
	return card, nil
}

func (s sharing) roll(ctx context.Context, id string) (sharecard.Card, error) {
	rec, err := s.room(ctx, id, roll.Kind)
	if err != nil {
		return sharecard.Card{}, err
	}
	v, err := roll.SharedOf(rec)
	if err != nil {
		return sharecard.Card{}, err
	}
	c := sharecard.Card{Kicker: s.Roll, Title: v.Card.Name, Figure: s.gems(v.Card.TotalCents), Foot: s.Foot,
		Note: sharecard.Count(v.Card.PrizeCount, s.Prize, s.Prizes) + " · " + sharecard.Count(v.Card.Joined, s.Entrant, s.Entrants)}
	status := map[string]string{protocol.RollStatusOpen: s.RollOpen, protocol.RollStatusLocked: s.RollLocked, protocol.RollStatusDrawn: s.Drawn, protocol.RollStatusVoid: s.RollVoid}[v.Card.Status]
	if c.Title == "" || !sharecard.Shows(c.Title) {
		c.Title = status
	} else if status != "" {
		c.Kicker += " · " + status
	}
	for _, w := range v.Winners {
		c.Lines = append(c.Lines, sharecard.Line{Name: s.name(w.Name, int(w.Place)), Amount: s.Amount(w.ValueCents), Won: true})
	}
	for _, p := range v.Card.Prizes {
		_, image := s.item(store.DefID(p.Def))
		if !slices.Contains(c.Pictures, image) {
			c.Pictures = append(c.Pictures, image)
		}
	}
	return c, nil
}

func (s sharing) wish(ctx context.Context, id string) (sharecard.Card, error) {
	rec, err := s.room(ctx, id, wish.Kind)
	if err != nil {
		return sharecard.Card{}, err
	}
	w, err := wish.CardOf(rec)
	if err != nil {
		return sharecard.Card{}, err
	}
	name, image := s.item(store.DefID(w.Def))
	c := sharecard.Card{Kicker: s.Wish, Title: name, Figure: s.gems(w.PrizeCents), Pictures: []string{image}, Foot: s.Foot, Note: fmt.Sprintf(s.WishOpen, w.Taken, w.Bottles)}
	switch w.Status {
	case protocol.WishOver:
		c.Note = s.WishDrawn
		c.Lines = []sharecard.Line{{Name: s.name(w.WinnerName, 0), Won: true}}
	case protocol.WishVoided:
		c.Note = s.WishVoid
	}
	return c, nil
}

// luckycard is the card of a deck ("7") or of one that was turned in it ("7-3").
func (s sharing) luckycard(ctx context.Context, id string) (sharecard.Card, error) {
	number, place, one := strings.Cut(id, "-")
	rec, err := s.room(ctx, number, luckycard.Kind)
	if err != nil {
		return sharecard.Card{}, err
	}
	deck, err := luckycard.CardOf(rec)
	if err != nil {
		return sharecard.Card{}, err
	}
	if one {
		flip, err := luckycard.TurnedOf(rec, place)
		if err != nil {
			return sharecard.Card{}, err
		}
		name, image := s.item(store.DefID(flip.Def))
		return sharecard.Card{Kicker: s.Flipped, Title: name, Figure: s.gems(flip.ValueCents), Note: s.name(flip.Name, 0), Pictures: []string{image}, Foot: s.Foot}, nil
	}
	name, image := s.item(store.DefID(deck.TopDef))
	c := sharecard.Card{Kicker: s.Lucky, Title: name, Figure: s.gems(deck.TopCents), Note: fmt.Sprintf(s.LuckyOpen, deck.Left, deck.Cards), Pictures: []string{image}, Foot: s.Foot}
	switch deck.Status {
	case protocol.LuckycardOver:
		c.Note = s.LuckyOver
	case protocol.LuckycardVoid:
		c.Note = s.LuckyVoid
	}
	return c, nil
}

// rain is the card of a round. What one player took of it is proved under an id of its own, which has the round's card.
func (s sharing) rain(ctx context.Context, id string) (sharecard.Card, error) {
	number, _, _ := strings.Cut(id, "-")
	rec, err := s.room(ctx, number, rain.Kind)
	if err != nil {
		return sharecard.Card{}, err
	}
	r, err := rain.RoundOf(rec)
	if err != nil {
		return sharecard.Card{}, err
	}
	return sharecard.Card{Kicker: s.Adults, Title: s.Rain, Figure: fmt.Sprintf(s.RainOver, s.Amount(r.PaidCents)), Note: fmt.Sprintf(s.Packets, r.Claimed, r.Packets),
		Pictures: []string{"/art/red-packet.webp"}, Foot: s.Foot}, nil
}
