package luckycard

import (
	"strconv"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/lists/lobby"
	"jadebox/actors/room"
	"jadebox/protocol"
	"jadebox/store"
)

func (r Record) statusText() string {
	switch r.State {
	case store.RoomSettled:
		return protocol.LuckycardOver
	case store.RoomVoid:
		return protocol.LuckycardVoid
	case store.RoomRunning:
		return protocol.LuckycardOpen
	default:
		return protocol.LuckycardShuffling
	}
}

// row is the room in a list.
func (r Record) row() protocol.LuckycardSummary {
	price, back := r.offer()
	return protocol.LuckycardSummary{ID: room.ID(r.Room), Deck: r.Deck, Status: r.statusText(),
		PriceCents: price, Cards: int32(len(r.Cards)),
		Left: int32(len(r.Cards) - len(r.Flips)), TopDef: int32(r.Cards[0].Def), TopCents: r.Cards[0].ValueCents,
		ReturnPPM: back, AtMS: r.CreatedMS}
}

// prizes counts the cards that are alike, the top prize first: that is the order of the deck.
func (r Record) prizes() []protocol.LuckycardPrize {
	var list []protocol.LuckycardPrize
	at := map[Card]int{}
	for _, c := range r.Cards {
		i, known := at[c]
		if !known {
			i = len(list)
			at[c] = i
			list = append(list, protocol.LuckycardPrize{Def: int32(c.Def), ValueCents: c.ValueCents})
		}
		list[i].Total++
		list[i].Left++
	}
	for _, t := range r.Flips {
		_, c := r.card(t.Place)
		list[at[c]].Left--
	}
	return list
}

func (r Record) flip(i int) protocol.LuckycardFlip {
	t := r.Flips[i]
	id, c := r.card(t.Place)
	return protocol.LuckycardFlip{Place: int32(t.Place), Card: int32(id), Def: int32(c.Def), ValueCents: c.ValueCents,
		PriceCents: r.flipCents(i),
		PlayerID:   strconv.FormatInt(int64(t.Player), 10), Name: t.Name, Avatar: t.Avatar, Bot: t.Bot, AtMS: t.AtMS,
		ResultID: ResultID(r.Room, t.Place)}
}

// hidden is why there is no room to see; nil where there is one.
func (r Record) hidden() error {
	if r.State == 0 {
		return ErrGone
	}
	return nil
}

// view is the room as everybody may see it.
func (r Record) view(at room.Moment) protocol.LuckycardSnapshot {
	v := protocol.LuckycardSnapshot{Summary: r.row(), Prizes: r.prizes(), Flips: []protocol.LuckycardFlip{},
		Commit: r.Commit, Root: r.root(),
		BeaconSource: r.BeaconSource, BeaconRound: r.BeaconRound, EndedAtMS: r.EndedMS, VoidReason: r.VoidReason,
		Spectators:   int32(at.Spectators),
		ServerTimeMS: at.Now.UnixMilli()}
	for i := range r.Flips {
		v.Flips = append(v.Flips, r.flip(i))
	}
	v.ContextHash, _ = r.context().Hash()
	if r.State.Final() {
		v.Key = r.Key
	}
	if r.State == store.RoomSettled {
		v.ResultID = ResultID(r.Room, -1)
	}
	return v
}

func snapshotEvent() event {
	return event{Type: protocol.EventLuckycardSnapshot, Body: func(r Record) msgp.Marshaler {
		v := r.view(room.Moment{})
		v.ServerTimeMS = 0
		return &v
	}}
}

func flippedEvent(i int) event {
	return event{Type: protocol.EventLuckycardFlipped, Body: func(r Record) msgp.Marshaler {
		return &protocol.LuckycardFlipped{Flip: r.flip(i), Left: int32(len(r.Cards) - len(r.Flips))}
	}}
}

// lobbyNotices notify the lobby, which publishes the change and opens the next room.
func (r Record) lobbyNotices(news ...lobby.News) []room.Notice {
	return []room.Notice{listing.Notice(r.row(), news...)}
}

// news is flip i for subscribers of the lobby.
func (r Record) news(i int) lobby.News {
	return lobby.News{Type: protocol.EventLuckycardTurned, Body: &protocol.LuckycardTurned{RoomID: room.ID(r.Room),
		Deck: r.Deck, Flip: r.flip(i),
		Left: int32(len(r.Cards) - i - 1)}}
}
