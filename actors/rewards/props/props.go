package props

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
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

// Progress is the plan of a day with what one account has spent in it.
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
	Setting(ctx context.Context, key string) ([]byte, error)
	PutSetting(ctx context.Context, key string, value []byte) error
}

// Ports of the giver.
type Ports struct {
	Store     Store
	Catalog   *catalog.Catalog
	Directory directory.Directory
	Prizes    *prize.Book // nil: the standard terms
	Now       store.Clock
	Log       zerolog.Logger
}

const (
	settingKey   = "props.position"
	batch        = 256
	lookEvery    = time.Second
	persistEvery = 5 * time.Second
)

// revealAfter keeps a gift back until the reel that it is for has stopped: a popup must not lie over it.
const revealAfter = (protocol.ReelMS + 1_000) * time.Millisecond

// Register is the registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
		g := &giver{Ports: p, activation: activation, given: map[string]bool{}}
		g.load()
		return g
	}}
}

type giver struct {
	Ports
	activation directory.Activation
	loaded     bool
	waiting    []func()
	plan       Plan
	position   position
	dirty      bool
	busy       bool            // a gift is on its way
	given      map[string]bool // keys of orders that were carried out, or cannot be
}

// position is what a restart goes on from. What is owed is in it until it is durable.
type position struct {
	Cursor store.Cursor                `json:"cursor"`
	Since  string                      `json:"since"` // the first day that counts
	Days   map[string]map[string]int64 `json:"days"`  // cents spent on boxes, by date and account
	Owed   []gift                      `json:"owed"`
}

// Receive implements directory.Handler.
func (g *giver) Receive(r directory.Request) {
	switch m := r.Msg.(type) {
	case Today:
		g.read(func() { r.Reply(g.today(m.Account), nil) })
	case room.Wake:
		r.Reply(nil, nil)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler. What was not kept is read from the outbox again.
func (g *giver) Stop() {}

func (g *giver) read(answer func()) {
	if !g.loaded {
		g.waiting = append(g.waiting, answer)
		return
	}
	answer()
}

func (g *giver) today(account string) Progress {
	now := g.Now().UTC()
	p := Progress{SpentCents: g.position.Days[now.Format(time.DateOnly)][account], EndsAtMS: now.Truncate(24 * time.Hour).Add(24 * time.Hour).UnixMilli()}
	for _, s := range g.plan.steps() {
		if def, ok := g.Catalog.Within(s.ValueCents); ok {
			p.Steps = append(p.Steps, Offer{s.SpentCents, def.ID, def.PriceCents, s.Prizes})
		}
	}
	return p
}

func (g *giver) load() {
	g.activation.Go(func() func() {
		var p position
		text, err := setting(g.Store, settingKey)
		if err == nil && text != nil {
			err = json.Unmarshal(text, &p)
		}
		plan, planErr := g.readPlan()
		return func() {
			if err = errors.Join(err, planErr); err != nil {
				g.Log.Warn().Err(err).Msg("props not loaded")
				g.activation.After(lookEvery, g.load)
				return
			}
			g.begin(p, plan)
		}
	})
}

func setting(from Store, key string) ([]byte, error) {
	text, err := from.Setting(context.Background(), key)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return text, err
}

func (g *giver) readPlan() (Plan, error) {
	text, err := setting(g.Store, PlanSetting)
	if err != nil {
		return Plan{}, err
	}
	return ReadPlan(text)
}

func (g *giver) begin(p position, plan Plan) {
	if p.Since == "" { // what was opened before there were extra drops does not count
		p.Since = g.Now().UTC().Format(time.DateOnly)
		g.dirty = true
	}
	if p.Days == nil {
		p.Days = map[string]map[string]int64{}
	}
	g.position, g.plan, g.loaded = p, plan, true
	for _, answer := range g.waiting {
		answer()
	}
	g.waiting = nil
	g.look()
	g.activation.After(persistEvery, g.persist)
}

// look reads the plan and what the outbox has since the cursor, and gives what is owed.
func (g *giver) look() {
	from := maps.Clone(g.position.Cursor)
	g.activation.Go(func() func() {
		plan, err := g.readPlan()
		events, cursor, readErr := g.Store.Events(context.Background(), from, batch)
		return func() {
			if err != nil { // the plan before holds on
				g.Log.Warn().Err(err).Msg("plan of props not read")
				plan = g.plan
			}
			g.plan = plan
			again := false
			if readErr != nil {
				g.Log.Warn().Err(readErr).Msg("outbox not read")
			} else {
				again = g.take(events, cursor)
			}
			g.ordered()
			g.give()
			if again {
				g.look()
				return
			}
			g.activation.After(lookEvery, g.look)
		}
	})
}

// take counts what is due and moves the cursor behind it. It reports whether there may be more to read at once.
func (g *giver) take(events []store.Event, cursor store.Cursor) bool {
	due := g.Now().Add(-revealAfter)
	held := map[int64]int64{} // by writer: the first op that is kept back
	for _, e := range events {
		w := e.Op.Writer()
		if _, waits := held[w]; waits || e.Topic != publish.OutboxDrop {
			continue
		}
		if e.At.After(due) {
			held[w] = e.Op.Seq()
			continue
		}
		g.count(e)
	}
	moved := false
	for w, seq := range cursor {
		if first, waits := held[w]; waits {
			seq = first - 1
		}
		if seq > g.position.Cursor[w] {
			if g.position.Cursor == nil {
				g.position.Cursor = store.Cursor{}
			}
			g.position.Cursor[w] = seq
			moved = true
		}
	}
	g.dirty = g.dirty || moved
	return moved && len(held) == 0
}

// count adds one opening to its day.
func (g *giver) count(e store.Event) {
	d, err := publish.ReadDrop(e)
	if err != nil {
		g.Log.Error().Err(err).Msg("drop skipped")
		return
	}
	date := e.At.UTC().Format(time.DateOnly)
	box, known := g.Catalog.Box(store.BoxID(d.BoxID))
	if !known || d.Bot || d.Source != uint8(store.FromBox) || date < g.position.Since {
		return
	}
	if g.position.Days[date] == nil {
		g.position.Days[date] = map[string]int64{}
		for day := range g.position.Days { // an op is in the outbox within the day after
			if day < e.At.UTC().Add(-48*time.Hour).Format(time.DateOnly) {
				delete(g.position.Days, day)
			}
		}
	}
	before := g.position.Days[date][d.PlayerName]
	after := before + box.PriceCents
	g.position.Days[date][d.PlayerName] = after
	for _, s := range g.plan.reached(before, after) {
		if def, ok := g.Catalog.Within(s.ValueCents); ok {
			g.position.Owed = append(g.position.Owed, gift{Date: date, SpentCents: s.SpentCents, Account: d.PlayerName, Defs: []store.DefID{def.ID}, Prizes: s.Prizes})
		}
	}
}

func (g *giver) persist() {
	again := func() { g.activation.After(persistEvery, g.persist) }
	if !g.dirty {
		again()
		return
	}
	b, err := json.Marshal(g.position)
	if err != nil {
		panic(err) // plain data of our own
	}
	g.dirty = false
	g.activation.Go(func() func() {
		err := g.Store.PutSetting(context.Background(), settingKey, b)
		return func() {
			if err != nil {
				g.dirty = true
				g.Log.Warn().Err(err).Msg("position of props not kept")
			}
			again()
		}
	})
}
