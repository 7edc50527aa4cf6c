// Package ranking is the ranking activity: one actor that reads the outbox of durable ops behind a cursor, keeps the best of
// every player and day, makes the lists anew every ten minutes, closes them at 0:00 UTC and pays the winners of a closed day
// with one op (product-spec §4, ranking activity). It also tells the topic "upgrade".
//
// Position and boards are kept together, so that a restart goes on where it was. Deliberately absent: scores that no durable
// op has, and a second payment: the day stands in the op's key.
package ranking

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player/limits"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings/terms"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind and ID find the one ranking actor in the directory.
const (
	Kind = "ranking"
	ID   = "days"
)

// Store is what the ranking reads, keeps its position in and pays through.
type Store interface {
	store.Ledger
	limits.Store
	PlayerByName(ctx context.Context, name string) (store.Player, error)
	Setting(ctx context.Context, key string) ([]byte, error)
	PutSetting(ctx context.Context, key string, value []byte) error
}

// Ports of the ranking.
type Ports struct {
	Store     Store
	Catalog   *catalog.Catalog
	Directory directory.Directory
	Publish   publish.Publisher
	Now       store.Clock
	Log       zerolog.Logger
	// PollEvery is the pause before the outbox is asked again; 0 is 250 ms.
	PollEvery time.Duration
}

// Of asks for a board's lists; the answer is a Lists.
type Of struct{ Board string }

// Recent asks for the newest upgrades of all; the answer is a []protocol.UpgradeDone, newest first.
type Recent struct{ Limit int }

// Lists is what is shown of a board.
type Lists struct {
	Date          string
	Today         []protocol.RankRow
	MadeMS        int64 // when today's list was made
	NextMS        int64 // when it is made again
	ClosesMS      int64
	YesterdayDate string
	Yesterday     []protocol.RankRow
	Paid          bool              // yesterday's rewards are paid
	AwardsCents   []int64           // of today, by place among the players who do not belong to the house
	Frames        map[string]string // head frames, by name; read only
}

const (
	settingKey   = "ranking.position"
	batch        = 256
	pollUsual    = 250 * time.Millisecond
	persistEvery = 5 * time.Second
	doneMax      = 50
	// refreshEvery is product-spec §4.
	refreshEvery = 10 * time.Minute
	// settleAfter is how long after its end a day is paid: every op of the day is in the outbox by then.
	settleAfter = 10 * time.Minute
)

// revealAfter keeps an upgrade back until the wheel of whoever plays has stopped.
const revealAfter = protocol.ReelMS * time.Millisecond

// Register is the registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
		a := &ranking{Ports: p, activation: activation}
		a.topic = publish.NewTopic(p.Publish, protocol.TopicUpgrade, activation.Epoch(publish.Epoch(p.Now())))
		a.load()
		return a
	}}
}

type ranking struct {
	Ports
	activation directory.Activation
	topic      *publish.Topic
	loaded     bool
	waiting    []func()
	position   position
	shown      map[string][]protocol.RankRow // today's lists as they were last made
	shownDay   string
	madeMS     int64
	caught     bool // the outbox was read to its end
	dirty      bool
	paying     bool
	terms      terms.Terms       // as last read
	frames     map[string]string // as last read; replaced, never changed
}

// position is what a restart goes on from.
type position struct {
	Cursor store.Cursor                `json:"cursor"`
	Since  string                      `json:"since"` // the first day that counts
	Days   map[string]map[string]board `json:"days"`  // by date and board: what is not paid yet
	Done   []protocol.UpgradeDone      `json:"done"`  // newest first
	Closed map[string]closed           `json:"closed"`
	Awards map[string][]int64          `json:"awards"` // by date: what was shown on a day is what it pays
}

// closed is the last paid day of a board.
type closed struct {
	Date string             `json:"date"`
	Rows []protocol.RankRow `json:"rows"`
}

// Receive implements directory.Handler.
func (a *ranking) Receive(r directory.Request) {
	switch m := r.Msg.(type) {
	case publish.SnapshotRequest:
		a.read(func() {
			r.Reply(a.topic.Snapshot(protocol.EventUpgradeSnapshot, &protocol.UpgradeSnapshot{Done: a.position.Done, Ranking: a.shown[Upgrades], MadeMS: a.madeMS}), nil)
		})
	case Of:
		if !slices.Contains(boards, m.Board) {
			r.Reply(nil, apierr.New(protocol.CodeNotFound))
			return
		}
		a.read(func() { r.Reply(a.lists(m.Board), nil) })
	case Recent:
		a.read(func() { r.Reply(slices.Clone(a.position.Done[:min(m.Limit, len(a.position.Done))]), nil) })
	case room.Wake:
		r.Reply(nil, nil)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler. What was not kept is read from the outbox again.
func (a *ranking) Stop() {}

func (a *ranking) read(answer func()) {
	if !a.loaded {
		a.waiting = append(a.waiting, answer)
		return
	}
	answer()
}

func (a *ranking) lists(name string) Lists {
	now := a.Now()
	l := Lists{Date: date(now), ClosesMS: midnight(now).UnixMilli(), YesterdayDate: date(now.Add(-24 * time.Hour)), MadeMS: a.madeMS,
		NextMS: now.Truncate(refreshEvery).Add(refreshEvery).UnixMilli(), AwardsCents: a.awards(date(now)), Frames: a.frames}
	if a.shownDay == l.Date {
		l.Today = a.shown[name]
	}
	if c := a.position.Closed[name]; c.Date == l.YesterdayDate {
		l.Yesterday, l.Paid = c.Rows, true
		return l
	}
	l.Yesterday = a.position.Days[l.YesterdayDate][name].list(a.awards(l.YesterdayDate))
	return l
}

func (a *ranking) load() {
	a.activation.Go(func() func() {
		var p position
		b, err := a.Store.Setting(context.Background(), settingKey)
		if err == nil {
			err = json.Unmarshal(b, &p)
		} else if errors.Is(err, store.ErrNotFound) {
			err = nil
		}
		held, termsErr := terms.Read(context.Background(), a.Store)
		return func() {
			if err = cmp.Or(err, termsErr); err != nil {
				a.Log.Warn().Err(err).Msg("ranking not loaded")
				a.activation.After(time.Second, a.load)
				return
			}
			a.terms = held
			a.begin(p)
		}
	})
}

func (a *ranking) begin(p position) {
	if p.Since == "" { // what was played before there was a ranking does not count
		p.Since = date(a.Now())
	}
	if p.Days == nil {
		p.Days = map[string]map[string]board{}
	}
	if p.Closed == nil {
		p.Closed = map[string]closed{}
	}
	if p.Awards == nil {
		p.Awards = map[string][]int64{}
	}
	a.position, a.loaded = p, true
	a.show()
	for _, answer := range a.waiting {
		answer()
	}
	a.waiting = nil
	a.poll()
	a.activation.After(persistEvery, a.persist)
	a.refreshOn()
}

// poll reads what the outbox has since the cursor, as long as it has anything, and then comes back.
func (a *ranking) poll() {
	from := maps.Clone(a.position.Cursor)
	a.activation.Go(func() func() {
		events, cursor, err := a.Store.Events(context.Background(), from, batch)
		return func() {
			if err != nil {
				a.Log.Warn().Err(err).Msg("outbox not read")
				a.activation.After(cmp.Or(a.PollEvery, pollUsual), a.poll)
				return
			}
			if a.take(events, cursor) {
				a.poll()
				return
			}
			if !a.caught {
				a.caught = true
				a.show()
			}
			a.settle()
			a.activation.After(cmp.Or(a.PollEvery, pollUsual), a.poll)
		}
	})
}

// take counts what is due and moves the cursor behind it. It reports whether there may be more to read at once.
func (a *ranking) take(events []store.Event, cursor store.Cursor) bool {
	due := a.Now().Add(-revealAfter)
	held := map[int64]int64{} // by writer: the first op that is kept back
	for _, e := range events {
		w := e.Op.Writer()
		if _, waits := held[w]; waits {
			continue
		}
		if e.At.After(due) && (e.Topic == publish.OutboxUpgrade || e.Topic == publish.OutboxDrop) {
			held[w] = e.Op.Seq()
			continue
		}
		a.count(e)
	}
	moved := false
	for w, seq := range cursor {
		if first, waits := held[w]; waits {
			seq = first - 1
		}
		if seq > a.position.Cursor[w] {
			if a.position.Cursor == nil {
				a.position.Cursor = store.Cursor{}
			}
			a.position.Cursor[w] = seq
			moved = true
		}
	}
	a.dirty = a.dirty || moved
	return moved && len(held) == 0
}

func (a *ranking) count(e store.Event) {
	switch e.Topic {
	case publish.OutboxUpgrade:
		u, err := publish.ReadUpgrade(e)
		if err != nil {
			a.Log.Error().Err(err).Msg("upgrade skipped")
			return
		}
		a.position.Done = slices.Insert(a.position.Done, 0, u)
		a.position.Done = a.position.Done[:min(len(a.position.Done), doneMax)]
		if row, won := ofUpgrade(u); won {
			a.board(e.At, Upgrades).take(row)
		}
		a.topic.Publish(a.Now().UnixMilli(), protocol.EventUpgradeDone, &u)
	case publish.OutboxDrop:
		d, err := publish.ReadDrop(e)
		if err != nil {
			a.Log.Error().Err(err).Msg("drop skipped")
			return
		}
		box, known := a.Catalog.Box(store.BoxID(d.BoxID))
		if known && d.Source == uint8(store.FromBox) && box.PriceCents > 0 {
			a.board(e.At, Openings).take(ofOpening(d, box.PriceCents))
		}
	}
}

// board is where a moment's scores go; one that is thrown away for a day that does not count, or is paid.
func (a *ranking) board(at time.Time, name string) board {
	day := date(at)
	if day < a.position.Since || day <= a.position.Closed[name].Date {
		return board{}
	}
	if a.position.Days[day] == nil {
		a.position.Days[day] = map[string]board{}
	}
	if a.position.Days[day][name] == nil {
		a.position.Days[day][name] = board{}
	}
	return a.position.Days[day][name]
}

// show makes today's lists anew.
func (a *ranking) show() {
	now := a.Now()
	a.shownDay, a.madeMS, a.shown = date(now), now.UnixMilli(), map[string][]protocol.RankRow{}
	a.fix(now)
	for _, name := range boards {
		a.shown[name] = a.position.Days[a.shownDay][name].list(a.awards(a.shownDay))
	}
	a.topic.Publish(a.madeMS, protocol.EventUpgradeRanking, &protocol.UpgradeRanking{Ranking: a.shown[Upgrades], MadeMS: a.madeMS})
	a.dress()
}

func (a *ranking) refreshOn() {
	now := a.Now()
	a.activation.After(now.Truncate(refreshEvery).Add(refreshEvery).Sub(now), func() {
		a.activation.Go(func() func() {
			held, err := terms.Read(context.Background(), a.Store)
			return func() {
				if err != nil { // what was known holds on
					a.Log.Warn().Err(err).Msg("terms not read")
				} else {
					a.terms = held
				}
				a.show()
				a.refreshOn()
			}
		})
	})
}

// fix gives a day that has just begun its rewards, and forgets those of days that nobody is shown or paid for any more.
func (a *ranking) fix(now time.Time) {
	if _, fixed := a.position.Awards[date(now)]; fixed {
		return
	}
	a.position.Awards[date(now)], a.dirty = a.terms.AwardsCents, true
	yesterday := date(now.Add(-24 * time.Hour))
	maps.DeleteFunc(a.position.Awards, func(day string, _ []int64) bool { return day < yesterday && a.position.Days[day] == nil })
}

// awards are those of a day.
func (a *ranking) awards(day string) []int64 {
	if fixed, ok := a.position.Awards[day]; ok {
		return fixed
	}
	return a.terms.AwardsCents
}

func (a *ranking) persist() {
	again := func() { a.activation.After(persistEvery, a.persist) }
	if !a.dirty {
		again()
		return
	}
	b, err := json.Marshal(a.position)
	if err != nil {
		panic(err) // plain data of our own
	}
	a.dirty = false
	a.activation.Go(func() func() {
		err := a.Store.PutSetting(context.Background(), settingKey, b)
		return func() {
			if err != nil {
				a.dirty = true
				a.Log.Warn().Err(err).Msg("ranking not kept")
			}
			again()
		}
	})
}
