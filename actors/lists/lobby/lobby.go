// Package lobby is the battle hall: one actor that keeps the cards of all listed battles and tells their changes.
//
// It holds nothing durable: it is filled from the store's open rooms when it starts and by notices of the rooms from then
// on. Deliberately absent: rules, finished battles (read from the store by page), private rooms.
package lobby

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

// Ports of the lobby. Cards reads the open battles from the store (battle.Cards).
type Ports struct {
	Cards   func(ctx context.Context, now time.Time) ([]protocol.BattleCard, error)
	Publish publish.Publisher
	Now     store.Clock
	Log     zerolog.Logger
}

// List asks for the cards, newest first; the answer is a []protocol.BattleCard.
type List struct{}

// listMax bounds the snapshot to the wire's own limit of a list; the hall pages beyond it over HTTP.
const listMax = 512

const retry = time.Second

// Register is the registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: room.LobbyKind, New: func(_ string, activation directory.Activation) directory.Handler {
		l := &lobby{Ports: p, activation: activation, cards: map[string]protocol.BattleCard{}, gone: map[string]bool{}}
		l.topic = publish.NewTopic(p.Publish, protocol.TopicLobby, activation.Epoch(publish.Epoch(p.Now())))
		l.load()
		return l
	}}
}

type lobby struct {
	Ports
	activation directory.Activation
	topic      *publish.Topic
	cards      map[string]protocol.BattleCard
	gone       map[string]bool // rooms that ended while the store was read
	loaded     bool
	waiting    []func()
}

// Receive implements directory.Handler.
func (l *lobby) Receive(r directory.Request) {
	switch m := r.Msg.(type) {
	case room.BattleListed:
		l.listed(m.Card)
		r.Reply(nil, nil)
	case room.BattleUnlisted:
		l.unlisted(m.ID)
		r.Reply(nil, nil)
	case publish.SnapshotRequest:
		l.read(func() {
			r.Reply(l.topic.Snapshot(protocol.EventLobbySnapshot, &protocol.LobbySnapshot{Battles: l.list(listMax)}), nil)
		})
	case List:
		l.read(func() { r.Reply(l.list(len(l.cards)), nil) })
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler.
func (l *lobby) Stop() {}

func (l *lobby) read(answer func()) {
	if !l.loaded {
		l.waiting = append(l.waiting, answer)
		return
	}
	answer()
}

func (l *lobby) load() {
	l.activation.Go(func() func() {
		cards, err := l.Cards(context.Background(), l.Now())
		return func() {
			if err != nil {
				l.Log.Warn().Err(err).Msg("lobby not loaded")
				l.activation.After(retry, l.load)
				return
			}
			for _, c := range cards {
				if _, newer := l.cards[c.ID]; !newer && !l.gone[c.ID] { // a notice is never older than the store was
					l.cards[c.ID] = c
				}
			}
			l.loaded, l.gone = true, nil
			for _, answer := range l.waiting {
				answer()
			}
			l.waiting = nil
		}
	})
}

func (l *lobby) listed(c protocol.BattleCard) {
	l.cards[c.ID] = c
	l.topic.Publish(l.Now().UnixMilli(), protocol.EventBattleCard, &c)
}

func (l *lobby) unlisted(id string) {
	if !l.loaded {
		l.gone[id] = true
	}
	if _, ok := l.cards[id]; ok {
		delete(l.cards, id)
		l.topic.Publish(l.Now().UnixMilli(), protocol.EventBattleGone, &protocol.BattleGone{ID: id})
	}
}

// list is newest first, by id where the times are equal.
func (l *lobby) list(n int) []protocol.BattleCard {
	cards := slices.SortedFunc(maps.Values(l.cards), func(a, b protocol.BattleCard) int {
		return cmp.Or(cmp.Compare(b.AtMS, a.AtMS), cmp.Compare(number(b.ID), number(a.ID)))
	})
	return cards[:min(n, len(cards))]
}

func number(id string) int64 {
	n, _ := strconv.ParseInt(id, 10, 64)
	return n
}
