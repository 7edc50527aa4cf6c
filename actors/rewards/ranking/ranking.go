// Package ranking is the ranking activity: one actor that reads the outbox of durable ops behind a cursor, keeps the
// best of every player and day, makes the lists anew every ten minutes, closes them at 0:00 of the site's zone and
// pays the winners of a closed day with one op (product-spec §4, ranking activity). It also publishes the topic
// "upgrade".
//
// A reward is a gift: it asks for what gifts ask for (actors/rewards/eligibility), and for more play of the day
// (actors/settings/rates), because on a quiet day a person who plays a little with several accounts has every place.
//
// Position and boards are kept together, so that a restart goes on where it was. Deliberately absent: scores that no
// durable op has, and a second payment: the day stands in the op's key.
package ranking

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/follow"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/rates"
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
	eligibility.Store
	PlayerByName(ctx context.Context, name string) (store.Player, error)
	settings.Source
	follow.Store
}

// Ports of the ranking.
type Ports struct {
	Store     Store
	Catalog   *catalog.Catalog
	Directory directory.Directory
	Publish   publish.Publisher
	Settings  *settings.Watch // the zone of the days; nil: UTC
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
	Asks          Asks              // of today
	Frames        map[string]string // head frames, by name; read only
}

// Asks is what a day asks, of results and of rewarded players.
type Asks struct {
	LeastCents int64 `json:"leastCents"` // of a result: its stake, or the price of its box
	SpentCents int64 `json:"spentCents"` // gems spent on play on the day
	Identity   bool  `json:"identity"`   // a phone, or a recharge that stands
}

const (
	keptKey   = "ranking.position"
	pollUsual = 250 * time.Millisecond
	doneMax   = 50
	// refreshEvery is product-spec §4.
	refreshEvery = 10 * time.Minute
	// settleAfter is how long after its end a day is paid, at the earliest. An op of the day is written by then, or
	// never (store.WrittenWithin; a minute for two servers' clocks, and what a commit may take).
	settleAfter = 10 * time.Minute
	// steadyFor is how long the outbox has to be read without a failure before a day is paid: what a database that was
	// away had begun to commit is there by then. More than pauseMost from one reading to the next is a failure, too.
	steadyFor = 2 * time.Minute
	pauseMost = time.Minute
)

// revealAfter keeps an upgrade back until the player's own wheel has stopped.
const revealAfter = protocol.ReelMS * time.Millisecond

// Register is the registration line.
func Register(p Ports) follow.Registration {
	return func(lags *follow.Lags) directory.Kind {
		return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
			a := &ranking{Ports: p, activation: activation}
			a.topic = publish.NewTopic(p.Publish, protocol.TopicUpgrade, activation.Epoch(publish.Epoch(p.Now())))
			a.outbox = follow.Start[position](follow.AtStart, lags, follow.Ports{Activation: activation,
				Store: p.Store, Log: p.Log, Key: keptKey,
				Every: cmp.Or(p.PollEvery, pollUsual), Load: a.load, Look: a.look, Early: a.early, Take: a.take,
				Looked: a.looked})
			return a
		}}
	}
}

type ranking struct {
	Ports
	activation directory.Activation
	topic      *publish.Topic
	outbox     *follow.Follower[position, *position]
	shown      map[string][]protocol.RankRow // today's lists as they were last made
	shownDay   string
	madeMS     int64
	caught     bool // the outbox was read to its end
	paying     bool
	began      time.Time      // when the last reading began
	wholeAt    time.Time      // when the last one began that came to the end: what had been committed by then is known
	lookedAt   time.Time      // when the last one ended
	steadyAt   time.Time      // when the first ended of those since which none failed; zero: the last one failed
	lateOf     string         // the board and paid day of which it was told last that a result came late
	settings   rates.Settings // as last read
	gifts      eligibility.Settings
	frames     map[string]string // as last read; replaced, never changed
}

// position is what a restart goes on from.
type position struct {
	follow.Position
	Since  string                 `json:"since"` // the first day that counts
	Done   []protocol.UpgradeDone `json:"done"`  // newest first
	Closed map[string]closed      `json:"closed"`
	Awards map[string][]int64     `json:"awards"` // by date: what was shown on a day is what it pays
	Asks   map[string]Asks        `json:"asks"`   // as Awards
	Names  follow.Names           `json:"names,omitempty"`
	// Old are the days as they were kept before they were rows.
	Old  map[string]map[string]board `json:"days,omitempty"`
	days days
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
		a.outbox.WhenLoaded(func() {
			r.Reply(a.topic.Snapshot(protocol.EventUpgradeSnapshot, &protocol.UpgradeSnapshot{Done: a.outbox.State.Done,
				Ranking: a.shown[Upgrades], MadeMS: a.madeMS}), nil)
		})
	case Of:
		if !slices.Contains(boards[:], m.Board) {
			r.Reply(nil, apierr.New(protocol.CodeNotFound))
			return
		}
		a.outbox.WhenLoaded(func() { r.Reply(a.lists(m.Board), nil) })
	case Recent:
		a.outbox.WhenLoaded(func() {
			r.Reply(slices.Clone(a.outbox.State.Done[:min(m.Limit, len(a.outbox.State.Done))]),
				nil)
		})
	case directory.Wake:
		r.Reply(nil, nil)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler. What was not kept is read from the outbox again.
func (a *ranking) Stop() {}

// day is the site's day of a moment.
func (a *ranking) day(at time.Time) period.Span { return period.Day(period.In(a.Settings, at)) }

func (a *ranking) date(at time.Time) string { return a.day(at).Name }

// before names the day before one.
func (a *ranking) before(day period.Span) string { return a.date(day.Start.Add(-time.Nanosecond)) }

func (a *ranking) lists(name string) Lists {
	now := a.Now()
	today := a.day(now)
	l := Lists{Date: today.Name, ClosesMS: today.End.UnixMilli(), YesterdayDate: a.before(today), MadeMS: a.madeMS,
		NextMS: now.Truncate(refreshEvery).Add(refreshEvery).UnixMilli(), AwardsCents: a.awards(today.Name),
		Asks: a.asks(today.Name), Frames: a.frames}
	if a.shownDay == l.Date {
		l.Today = a.shown[name]
	}
	if c := a.outbox.State.Closed[name]; c.Date == l.YesterdayDate {
		l.Yesterday, l.Paid = c.Rows, true
		return l
	}
	l.Yesterday = a.outbox.State.days.of(l.YesterdayDate, name).list(a.awards(l.YesterdayDate))
	return l
}

// read reads what the operator may change.
func (a *ranking) read(ctx context.Context) (take func(), err error) {
	held, err := rates.Setting.Read(ctx, a.Store)
	if err != nil {
		return nil, err
	}
	gifts, err := eligibility.Setting.Read(ctx, a.Store)
	return func() { a.settings, a.gifts = held, gifts }, err
}

func (a *ranking) load(ctx context.Context) (func(), error) {
	take, err := a.read(ctx)
	return func() {
		take()
		p := &a.outbox.State
		if p.Since == "" { // what was played before there was a ranking does not count
			p.Since = a.date(a.Now())
		}
		if p.Closed == nil {
			p.Closed = map[string]closed{}
		}
		if p.Awards == nil {
			p.Awards = map[string][]int64{}
		}
		if p.Asks == nil {
			p.Asks = map[string]Asks{}
		}
		a.show()
		a.refreshOn()
	}, err
}

func (a *ranking) early(e store.Event) bool {
	return follow.TooYoung(e.At, a.Now(), revealAfter) && (e.Type == publish.OutboxUpgrade ||
		e.Type == publish.OutboxDrop)
}

// look notes when a reading begins: it need not have what is committed while it is on its way.
func (a *ranking) look(context.Context) (func(), error) {
	began := a.Now()
	return func() { a.began = began }, nil
}

// looked pays what is due, once everything was read.
func (a *ranking) looked(all bool, err error) {
	now := a.Now()
	switch {
	case err != nil:
		a.steadyAt = time.Time{}
	case a.steadyAt.IsZero() || now.Sub(a.lookedAt) > pauseMost:
		a.steadyAt = now
	}
	a.lookedAt = now
	a.outbox.Owes(a.due(now))
	if !all {
		return
	}
	a.wholeAt = a.began
	if !a.caught {
		a.caught = true
		a.show()
	}
	a.settle()
}

func (a *ranking) take(e store.Event) {
	switch e.Type {
	case publish.OutboxUpgrade:
		u, err := publish.ReadUpgrade(e)
		if err != nil {
			a.Log.Error().Err(err).Msg("upgrade skipped")
			return
		}
		a.outbox.State.Done = slices.Insert(a.outbox.State.Done, 0, u)
		a.outbox.State.Done = a.outbox.State.Done[:min(len(a.outbox.State.Done), doneMax)]
		if row, won := ofUpgrade(u); won {
			a.score(follow.Moment(e.At, a.Now()), Upgrades, row, u.LeftCents+u.GemsCents)
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
			a.score(follow.Moment(e.At, a.Now()), Openings, ofOpening(d, box.PriceCents), box.PriceCents)
		}
	case publish.OutboxName:
		r, err := publish.ReadRenamed(e)
		if err != nil {
			a.Log.Error().Err(err).Msg("change of name skipped")
			return
		}
		a.outbox.State.Names.Take(r.Was, r.Is, a.date(follow.Moment(e.At, a.Now())))
		a.outbox.State.days.rename(r.Was, r.Is)
	}
}

// score takes a row of a moment, unless its day does not count, asks for more than its stake, or is paid. That one came
// after the payment of its day is told, once for each: it should not happen, and may have won.
func (a *ranking) score(at time.Time, name string, row protocol.RankRow, stakeCents int64) {
	day := a.date(at)
	if stakeCents < a.asks(day).LeastCents || day < a.outbox.State.Since {
		return
	}
	if day <= a.outbox.State.Closed[name].Date {
		if of := settleKey(name, day); of != a.lateOf {
			a.lateOf = of
			a.Log.Error().Str("board", name).Str("day", day).Str("result", row.ResultID).Int64("score", row.Score).
				Msg("result came after its day was paid")
		}
		return
	}
	row.Name = a.outbox.State.Names.Now(row.Name)
	a.outbox.State.days.take(day, name, row)
}

// show makes today's lists anew.
func (a *ranking) show() {
	now := a.Now()
	a.shownDay, a.madeMS, a.shown = a.date(now), now.UnixMilli(), map[string][]protocol.RankRow{}
	a.fix(now)
	for _, name := range boards {
		a.shown[name] = a.outbox.State.days.of(a.shownDay, name).list(a.awards(a.shownDay))
	}
	a.topic.Publish(a.madeMS, protocol.EventUpgradeRanking, &protocol.UpgradeRanking{Ranking: a.shown[Upgrades],
		MadeMS: a.madeMS})
	a.dress()
}

func (a *ranking) refreshOn() {
	now := a.Now()
	a.activation.After(now.Truncate(refreshEvery).Add(refreshEvery).Sub(now), func() {
		a.activation.Go(func() func() {
			take, err := a.read(context.Background())
			return func() {
				if err != nil { // what was known holds on
					a.Log.Warn().Err(err).Msg("settings not read")
				} else {
					take()
				}
				a.show()
				a.refreshOn()
			}
		})
	})
}

// fix gives a day that has just begun its rewards and what they ask, and drops those of days that are not shown or
// paid for any more.
func (a *ranking) fix(now time.Time) {
	today := a.day(now)
	if _, fixed := a.outbox.State.Awards[today.Name]; fixed {
		return
	}
	a.outbox.State.Awards[today.Name], a.outbox.State.Asks[today.Name] = a.settings.AwardsCents, a.ask()
	a.outbox.Changed()
	yesterday := a.before(today)
	a.outbox.State.Names.Forget(yesterday)
	over := func(day string) bool { return day < yesterday && !a.outbox.State.days.open(day) }
	maps.DeleteFunc(a.outbox.State.Awards, func(day string, _ []int64) bool { return over(day) })
	maps.DeleteFunc(a.outbox.State.Asks, func(day string, _ Asks) bool { return over(day) })
}

// ask is what a day that begins now asks.
func (a *ranking) ask() Asks {
	return Asks{a.settings.RankedLeastCents, max(a.settings.AwardSpentCents, a.gifts.SpentCents), a.gifts.Identity}
}

// asks are those of a day. One that began under a release that asked for nothing asks for nothing.
func (a *ranking) asks(day string) Asks {
	if _, fixed := a.outbox.State.Awards[day]; fixed {
		return a.outbox.State.Asks[day]
	}
	return a.ask()
}

// awards are those of a day.
func (a *ranking) awards(day string) []int64 {
	if fixed, ok := a.outbox.State.Awards[day]; ok {
		return fixed
	}
	return a.settings.AwardsCents
}
