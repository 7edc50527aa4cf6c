package props

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/follow"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind and ID find the one giver in the directory.
const (
	Kind = "props"
	ID   = "giver"
)

// Today asks how far an account has come today ("" for a visitor); the answer is a Progress.
type Today struct{ Account string }

// Progress is the steps of a day with what one account has spent in it.
type Progress struct {
	Steps      []Offer
	SpentCents int64 // on boxes, once their reels have stopped
	EndsAtMS   int64
}

// Offer is a step with the item that it gives, and the prizes beside it.
type Offer struct {
	SpentCents int64
	Def        store.DefID
	ValueCents int64
	Prizes     []prize.Prize
}

// Store is what the giver reads, keeps its position in and gives through.
type Store interface {
	store.Ledger
	limits.Store
	PlayerByName(ctx context.Context, name string) (store.Player, error)
	settings.Source
	follow.Store
}

// Ports of the giver.
type Ports struct {
	Store     Store
	Catalog   *catalog.Catalog
	Directory directory.Directory
	Settings  *settings.Watch // those of prizes and the zone of the days; nil: never read, and UTC
	Now       store.Clock
	Log       zerolog.Logger
	Every     time.Duration // between two looks; 0: a second
}

const (
	keptKey   = "props.position"
	lookEvery = time.Second
)

// revealAfter keeps a gift back until the reel that it is for has stopped: a popup must not lie over it.
const revealAfter = (protocol.ReelMS + 1_000) * time.Millisecond

// Register is the registration line.
func Register(p Ports) follow.Registration {
	return func(lags *follow.Lags) directory.Kind {
		return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
			g := &giver{Ports: p, activation: activation, given: map[string]bool{}}
			g.outbox = follow.Start[position](follow.AtStart, lags, follow.Ports{Activation: activation,
				Store: p.Store, Log: p.Log, Key: keptKey,
				Every: cmp.Or(p.Every, lookEvery), Load: g.load, Look: g.look, Early: g.early, Take: g.take,
				Looked: g.looked})
			return g
		}}
	}
}

type giver struct {
	Ports
	activation directory.Activation
	outbox     *follow.Follower[position, *position]
	setSteps   Settings
	orders     Orders
	busy       bool            // a gift is on its way
	given      map[string]bool // keys of orders that were carried out, or cannot be
}

// position is what a restart goes on from. What is owed is in it until it is durable.
type position struct {
	follow.Position
	Since string       `json:"since"` // the first day that counts
	Owed  []gift       `json:"owed"`
	Names follow.Names `json:"names,omitempty"` // of the days that are kept
	// Old is what was spent as it was kept before it was rows.
	Old   map[string]map[string]int64 `json:"days,omitempty"`
	spent spent
}

// Receive implements directory.Handler.
func (g *giver) Receive(r directory.Request) {
	switch m := r.Msg.(type) {
	case Today:
		g.outbox.WhenLoaded(func() { r.Reply(g.today(m.Account), nil) })
	case directory.Wake:
		r.Reply(nil, nil)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler. What was not kept is read from the outbox again.
func (g *giver) Stop() {}

func (g *giver) today(account string) Progress {
	day := g.day(g.Now())
	p := Progress{SpentCents: g.outbox.State.spent.days[day.Name][g.outbox.State.Names.Now(account)],
		EndsAtMS: day.End.UnixMilli()}
	for _, s := range g.setSteps.Steps {
		if def, ok := g.Catalog.Within(s.ValueCents); ok {
			p.Steps = append(p.Steps, Offer{s.SpentCents, def.ID, def.PriceCents, s.Prizes})
		}
	}
	return p
}

func (g *giver) load(ctx context.Context) (func(), error) {
	held, err := Setting.Read(ctx, g.Store)
	return func() {
		g.setSteps = held
		if g.outbox.State.Since == "" { // what was opened before there were extra drops does not count
			g.outbox.State.Since = g.day(g.Now()).Name
			g.outbox.Changed()
		}
	}, err
}

// look reads the settings and the orders; when that fails, those before hold on.
func (g *giver) look(ctx context.Context) (func(), error) {
	held, err := Setting.Read(ctx, g.Store)
	orders, ordersErr := OrdersSetting.Read(ctx, g.Store)
	return func() {
		if err = errors.Join(err, ordersErr); err != nil {
			g.Log.Warn().Err(err).Msg("settings of props not read")
			return
		}
		g.setSteps, g.orders = held, orders
	}, nil
}

func (g *giver) early(e store.Event) bool {
	return e.Type == publish.OutboxDrop && follow.TooYoung(e.At, g.Now(), revealAfter)
}

func (g *giver) take(e store.Event) {
	switch e.Type {
	case publish.OutboxDrop:
		g.count(e)
	case publish.OutboxName:
		g.rename(e)
	}
}

// looked gives what is owed, also what was read before.
func (g *giver) looked(bool, error) {
	g.ordered()
	g.give()
}

// day is the site's day of a moment.
func (g *giver) day(at time.Time) period.Span { return period.Day(period.In(g.Settings, at)) }

// count adds one opening to its day.
func (g *giver) count(e store.Event) {
	d, err := publish.ReadDrop(e)
	if err != nil {
		g.Log.Error().Err(err).Msg("drop skipped")
		return
	}
	at := follow.Moment(e.At, g.Now())
	date := g.day(at).Name
	box, known := g.Catalog.Box(store.BoxID(d.BoxID))
	if !known || d.Bot || d.Source != uint8(store.FromBox) || date < g.outbox.State.Since {
		return
	}
	if g.outbox.State.spent.days[date] == nil { // an op is in the outbox within the day after
		oldest := g.day(at.Add(-48 * time.Hour)).Name
		g.outbox.State.spent.forget(oldest)
		g.outbox.State.Names.Forget(oldest)
	}
	account := g.outbox.State.Names.Now(d.PlayerName)
	before := g.outbox.State.spent.days[date][account]
	after := before + box.PriceCents
	g.outbox.State.spent.set(date, account, after)
	g.owe(date, account, before, after)
}

// owe notes the gifts of the steps of a day between two amounts spent.
func (g *giver) owe(date, account string, before, after int64) {
	for _, s := range g.setSteps.reached(before, after) {
		if def, ok := g.Catalog.Within(s.ValueCents); ok {
			g.outbox.State.Owed = append(g.outbox.State.Owed, gift{Date: date, SpentCents: s.SpentCents,
				Account: account, Defs: []store.DefID{def.ID}, Prizes: s.Prizes})
		}
	}
}

// rename adds what was spent under a name of before to what is spent under that of now. Each of the two was owed its
// own steps; what they reach together is owed now.
func (g *giver) rename(e store.Event) {
	r, err := publish.ReadRenamed(e)
	if err != nil {
		g.Log.Error().Err(err).Msg("change of name skipped")
		return
	}
	if r.Was == r.Is {
		return
	}
	g.outbox.State.Names.Take(r.Was, r.Is, g.day(follow.Moment(e.At, g.Now())).Name)
	s := &g.outbox.State.spent
	for _, date := range slices.Sorted(maps.Keys(s.days)) {
		was, there := s.days[date][r.Was]
		if !there {
			continue
		}
		is := s.days[date][r.Is]
		s.remove(date, r.Was)
		s.set(date, r.Is, was+is)
		g.owe(date, r.Is, max(was, is), was+is)
	}
}
