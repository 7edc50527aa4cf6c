// Package feed is the ticker of drops: one actor that reads the outbox of durable ops behind a cursor, keeps the newest
// drops and tells them, beside the counters of who is there and how much was opened.
//
// It shows nothing that is not durable and misses nothing that is: position and lists are kept together in a setting, and
// what came after it is read again after a crash. Deliberately absent: invented drops and invented counters.
package feed

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

// Store is what the feed reads and keeps its position in.
type Store interface {
	Events(ctx context.Context, from store.Cursor, n int) ([]store.Event, store.Cursor, error)
	Stats(ctx context.Context) (store.Stats, error)
	Setting(ctx context.Context, key string) ([]byte, error)
	PutSetting(ctx context.Context, key string, value []byte) error
}

// Ports of the feed.
type Ports struct {
	Store   Store
	Publish publish.Publisher
	Now     store.Clock
	Log     zerolog.Logger
	// Counters may replace the real counters (labelled demo data of a fresh install, rules.md); nil keeps them real.
	Counters func(protocol.Counters) protocol.Counters
}

// Recent asks for the newest drops of one box (0 = of all), at most Limit; the answer is a []protocol.Drop.
type Recent struct {
	Box   store.BoxID
	Limit int
}

// Invite tells everybody of a battle. No answer.
type Invite struct{ Invite protocol.Invite }

const (
	settingKey   = "feed.position"
	listMax      = 50 // of each list
	recentMax    = 2000
	batch        = 256
	pollEvery    = 250 * time.Millisecond
	countEvery   = time.Second     // when something was opened
	onlineEvery  = 5 * time.Second // anyhow
	persistEvery = 5 * time.Second
)

// revealAfter keeps a drop back until the reel of whoever drew it has stopped; a battle's op comes after its last round.
const revealAfter = protocol.ReelMS * time.Millisecond

// Register is the registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: room.FeedKind, New: func(_ string, activation directory.Activation) directory.Handler {
		f := &feed{Ports: p, activation: activation}
		f.topic = publish.NewTopic(p.Publish, protocol.TopicFeed, activation.Epoch(publish.Epoch(p.Now())))
		f.load()
		return f
	}}
}

type feed struct {
	Ports
	activation directory.Activation
	topic      *publish.Topic
	loaded     bool
	waiting    []func()
	position   position
	counters   protocol.Counters
	dirty      bool // the position has moved since it was kept
	stale      bool // the totals have moved since they were counted
	online     time.Time
}

// position is what a restart goes on from.
type position struct {
	Cursor store.Cursor    `json:"cursor"`
	Live   []protocol.Drop `json:"live"`  // newest first
	Lucky  []protocol.Drop `json:"lucky"` // newest first
	Later  []protocol.Drop `json:"later"` // read, and shown at their AtMS
	recent []protocol.Drop // newest first, for Recent; begins with Live
}

// Receive implements directory.Handler.
func (f *feed) Receive(r directory.Request) {
	switch m := r.Msg.(type) {
	case publish.SnapshotRequest:
		f.read(func() { r.Reply(f.snapshot(), nil) })
	case Recent:
		f.read(func() { r.Reply(f.recent(m), nil) })
	case Invite:
		r.Reply(nil, nil)
		f.topic.Publish(f.Now().UnixMilli(), protocol.EventSiteInvite, &m.Invite)
	case room.Wake:
		r.Reply(nil, nil)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler. What was not kept is read from the outbox again.
func (f *feed) Stop() {}

func (f *feed) read(answer func()) {
	if !f.loaded {
		f.waiting = append(f.waiting, answer)
		return
	}
	answer()
}

func (f *feed) snapshot() publish.Snapshot {
	live := f.position.Live
	return f.topic.Snapshot(protocol.EventFeedSnapshot, &protocol.FeedSnapshot{Lucky: f.position.Lucky, Live: live, Counters: f.counters})
}

func (f *feed) recent(m Recent) []protocol.Drop {
	var list []protocol.Drop
	for _, d := range f.position.recent {
		if len(list) == m.Limit {
			break
		}
		if m.Box == 0 || d.BoxID == int32(m.Box) {
			list = append(list, d)
		}
	}
	return list
}

func (f *feed) load() {
	f.activation.Go(func() func() {
		ctx := context.Background()
		var p position
		b, err := f.Store.Setting(ctx, settingKey)
		if err == nil {
			err = json.Unmarshal(b, &p)
		} else if errors.Is(err, store.ErrNotFound) {
			err = nil
		}
		stats, statsErr := f.Store.Stats(ctx)
		return func() {
			if err = errors.Join(err, statsErr); err != nil {
				f.Log.Warn().Err(err).Msg("feed not loaded")
				f.activation.After(time.Second, f.load)
				return
			}
			p.recent = slices.Clone(p.Live)
			f.position, f.loaded = p, true
			f.count(stats)
			for _, answer := range f.waiting {
				answer()
			}
			f.waiting = nil
			f.poll()
			f.activation.After(pollEvery, f.release)
			f.activation.After(countEvery, f.recount)
			f.activation.After(persistEvery, f.persist)
		}
	})
}

// poll reads what the outbox has since the cursor, as long as it has anything, and then comes back.
func (f *feed) poll() {
	from := maps.Clone(f.position.Cursor)
	f.activation.Go(func() func() {
		events, cursor, err := f.Store.Events(context.Background(), from, batch)
		return func() {
			if err != nil {
				f.Log.Warn().Err(err).Msg("outbox not read")
				f.activation.After(pollEvery, f.poll)
				return
			}
			if f.take(events, cursor) {
				f.poll()
				return
			}
			f.activation.After(pollEvery, f.poll)
		}
	})
}

// take shows what is due and moves the cursor behind it. It reports whether there may be more to read at once.
func (f *feed) take(events []store.Event, cursor store.Cursor) bool {
	due := f.Now().Add(-revealAfter)
	held := map[int64]int64{} // by writer: the first op that is kept back
	for _, e := range events {
		w := e.Op.Writer()
		if _, waits := held[w]; waits {
			continue
		}
		if e.Topic == publish.OutboxDrop && e.At.After(due) {
			held[w] = e.Op.Seq()
			continue
		}
		if e.Topic == publish.OutboxDrop {
			f.show(e)
		}
	}
	moved := false
	for w, seq := range cursor {
		if first, waits := held[w]; waits {
			seq = first - 1
		}
		if seq > f.position.Cursor[w] {
			if f.position.Cursor == nil {
				f.position.Cursor = store.Cursor{}
			}
			f.position.Cursor[w] = seq
			moved = true
		}
	}
	f.dirty = f.dirty || moved
	return moved && len(held) == 0
}

func (f *feed) show(e store.Event) {
	d, err := publish.ReadDrop(e)
	if err != nil {
		f.Log.Error().Err(err).Msg("drop skipped")
		return
	}
	if d.AtMS > f.Now().UnixMilli() {
		f.position.Later = append(f.position.Later, d)
		return
	}
	f.tell(d)
}

// release shows what was kept for later.
func (f *feed) release() {
	now := f.Now().UnixMilli()
	var later []protocol.Drop
	for _, d := range f.position.Later {
		if d.AtMS > now {
			later = append(later, d)
			continue
		}
		f.tell(d)
		f.dirty = true
	}
	f.position.Later = later
	f.activation.After(pollEvery, f.release)
}

func (f *feed) tell(d protocol.Drop) {
	f.position.Live = push(f.position.Live, d, listMax)
	f.position.recent = push(f.position.recent, d, recentMax)
	if d.Lucky {
		f.position.Lucky = push(f.position.Lucky, d, listMax)
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

// count takes the real numbers and tells them when they have changed.
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

func (f *feed) persist() {
	again := func() { f.activation.After(persistEvery, f.persist) }
	if !f.dirty {
		again()
		return
	}
	b, err := json.Marshal(f.position)
	if err != nil {
		panic(err) // plain data of our own
	}
	f.dirty = false
	f.activation.Go(func() func() {
		err := f.Store.PutSetting(context.Background(), settingKey, b)
		return func() {
			if err != nil {
				f.dirty = true
				f.Log.Warn().Err(err).Msg("feed position not kept")
			}
			again()
		}
	})
}
