// Package feed is the ticker of drops: one actor that reads the outbox of durable ops behind a cursor, keeps the newest
// drops and publishes them, beside the counters of who is there and how much was opened.
//
// It shows nothing that is not durable and misses nothing that is: position and lists are kept together,
// and what came after it is read again after a crash. Deliberately absent: invented drops and invented counters.
package feed

import (
	"context"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/follow"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

// Store is what the feed reads and keeps its position in.
type Store interface {
	follow.Store
	Stats(ctx context.Context) (store.Stats, error)
}

// Ports of the feed.
type Ports struct {
	Store   Store
	Publish publish.Publisher
	Now     store.Clock
	Log     zerolog.Logger
	// Counters may replace the real counters (labelled demo data of a fresh install, docs/rules.md); nil keeps them
	// real.
	Counters func(protocol.Counters) protocol.Counters
}

// Recent asks for the newest drops of one box (0 = of all), at most Limit; the answer is a []protocol.Drop.
type Recent struct {
	Box   store.BoxID
	Limit int
}

// Invite announces a battle on the public topic. No answer.
type Invite struct{ Invite protocol.Invite }

// Kind and ID find the one feed in the directory.
const (
	Kind = "feed"
	ID   = "live"
)

const (
	keptKey     = "feed.position"
	listMax     = 50 // of each list
	recentMax   = 2000
	pollEvery   = 250 * time.Millisecond
	countEvery  = time.Second     // when something was opened
	onlineEvery = 5 * time.Second // anyhow
)

// revealAfter keeps a drop back until the reel of its player has stopped; a battle's op comes after its last
// round.
const revealAfter = protocol.ReelMS * time.Millisecond

// Register is the registration line.
func Register(p Ports) follow.Registration {
	return func(lags *follow.Lags) directory.Kind {
		return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
			f := &feed{Ports: p, activation: activation}
			f.topic = publish.NewTopic(p.Publish, protocol.TopicFeed, activation.Epoch(publish.Epoch(p.Now())))
			f.outbox = follow.Start[position](follow.AtStart, lags, follow.Ports{Activation: activation,
				Store: p.Store, Log: p.Log, Key: keptKey,
				Every: pollEvery, Load: f.load, Early: f.early, Take: f.take})
			return f
		}}
	}
}

type feed struct {
	Ports
	activation directory.Activation
	topic      *publish.Topic
	outbox     *follow.Follower[position, *position]
	recents    []protocol.Drop // newest last, for Recent: recentMax, and as many again before they are cut
	counters   protocol.Counters
	stale      bool // the totals have moved since they were counted
	online     time.Time
}

// position is what a restart goes on from.
type position struct {
	follow.Position
	Live  []protocol.Drop `json:"live"`  // newest first
	Lucky []protocol.Drop `json:"lucky"` // newest first
	Later []protocol.Drop `json:"later"` // read, and shown at their AtMS
}

// Receive implements directory.Handler.
func (f *feed) Receive(r directory.Request) {
	switch m := r.Msg.(type) {
	case publish.SnapshotRequest:
		f.outbox.WhenLoaded(func() { r.Reply(f.snapshot(), nil) })
	case Recent:
		f.outbox.WhenLoaded(func() { r.Reply(f.recent(m), nil) })
	case Invite:
		r.Reply(nil, nil)
		f.topic.Publish(f.Now().UnixMilli(), protocol.EventSiteInvite, &m.Invite)
	case directory.Wake:
		r.Reply(nil, nil)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler. What was not kept is read from the outbox again.
func (f *feed) Stop() {}

func (f *feed) snapshot() publish.Snapshot {
	live := f.outbox.State.Live
	return f.topic.Snapshot(protocol.EventFeedSnapshot, &protocol.FeedSnapshot{Lucky: f.outbox.State.Lucky, Live: live,
		Counters: f.counters})
}

func (f *feed) recent(m Recent) []protocol.Drop {
	var list []protocol.Drop
	newest := f.recents[max(0, len(f.recents)-recentMax):]
	for _, d := range slices.Backward(newest) {
		if len(list) == m.Limit {
			break
		}
		if m.Box == 0 || d.BoxID == int32(m.Box) {
			list = append(list, d)
		}
	}
	return list
}

func (f *feed) load(ctx context.Context) (func(), error) {
	stats, err := f.Store.Stats(ctx)
	return func() {
		f.recents = slices.Clone(f.outbox.State.Live)
		slices.Reverse(f.recents)
		f.count(stats)
		f.activation.After(pollEvery, f.release)
		f.activation.After(countEvery, f.recount)
	}, err
}

func (f *feed) early(e store.Event) bool {
	return e.Type == publish.OutboxDrop && follow.TooYoung(e.At, f.Now(), revealAfter)
}

func (f *feed) take(e store.Event) {
	if e.Type == publish.OutboxDrop {
		f.show(e)
	}
}

func (f *feed) show(e store.Event) {
	d, err := publish.ReadDrop(e)
	if err != nil {
		f.Log.Error().Err(err).Msg("drop skipped")
		return
	}
	now := f.Now()
	d.AtMS -= e.At.Sub(follow.Moment(e.At, now)).Milliseconds()
	if d.AtMS > now.UnixMilli() {
		f.outbox.State.Later = append(f.outbox.State.Later, d)
		return
	}
	f.tell(d)
}

// release shows what was kept for later.
func (f *feed) release() {
	now := f.Now().UnixMilli()
	var later []protocol.Drop
	for _, d := range f.outbox.State.Later {
		if d.AtMS > now {
			later = append(later, d)
			continue
		}
		f.tell(d)
		f.outbox.Changed()
	}
	f.outbox.State.Later = later
	f.activation.After(pollEvery, f.release)
}

func (f *feed) tell(d protocol.Drop) {
	f.outbox.State.Live = push(f.outbox.State.Live, d, listMax)
	if len(f.recents) == 2*recentMax { // each drop in front of all others would move 200 KB
		f.recents = f.recents[:copy(f.recents, f.recents[recentMax:])]
	}
	f.recents = append(f.recents, d)
	if d.Lucky {
		f.outbox.State.Lucky = push(f.outbox.State.Lucky, d, listMax)
	}
	f.stale = true
	f.topic.Publish(f.Now().UnixMilli(), protocol.EventDrop, &d)
}

func push(list []protocol.Drop, d protocol.Drop, most int) []protocol.Drop {
	list = slices.Insert(list, 0, d)
	return list[:min(len(list), most)]
}

func (f *feed) recount() {
	if !f.stale && f.Now().Sub(f.online) < onlineEvery {
		f.activation.After(countEvery, f.recount)
		return
	}
	f.stale, f.online = false, f.Now()
	f.activation.Go(func() func() {
		stats, err := f.Store.Stats(context.Background())
		return func() {
			if err == nil {
				f.count(stats)
			}
			f.activation.After(countEvery, f.recount)
		}
	})
}

// count takes the real numbers and publishes them when they have changed.
func (f *feed) count(s store.Stats) {
	c := protocol.Counters{Online: int64(f.Publish.Presence("")), Total: s.BoxesOpened}
	if f.Counters != nil {
		c = f.Counters(c)
	}
	if c != f.counters {
		f.counters = c
		f.topic.Publish(f.Now().UnixMilli(), protocol.EventCounters, &c)
	}
}
