package player

import (
	"context"
	"errors"
	"io"
	"strconv"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/lane"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
)

// Store is what a player needs of an engine.
type Store interface {
	store.Ledger
	store.Players
	settings.Source
	Kept(ctx context.Context, key string) ([]byte, error)
	PutKeptIf(ctx context.Context, key string, was [32]byte, value []byte, rows map[string][]byte) error
	DeleteKeptIf(ctx context.Context, key string, was [32]byte) error
	Room(ctx context.Context, id store.RoomID) (store.Room, error)         // what is left of a limited item
	Contact(ctx context.Context, id store.PlayerID) (store.Contact, error) // who has a name of their own
}

// Ports are what every player actor is given.
type Ports struct {
	Store   Store
	Catalog *catalog.Catalog
	Beacon  beacon.Source
	Publish publish.Publisher
	Now     store.Clock
	Rand    io.Reader // CSPRNG: keys are read from it
	// Settings are those of prizes, and the zone of the days, weeks and months of limits; nil: never read.
	Settings *settings.Watch
	Log      zerolog.Logger
	// Claim names the key of what is taken once a day, as things stand: for reset vouchers. nil: there is nothing to
	// reset.
	Claim func(target string, now time.Time) (key string, known bool)
	// Badge is the level that others see on a player, and until when it holds; nil shows none.
	Badge func(ctx context.Context, id store.PlayerID) (level int, until time.Time, err error)
	// Outcome is what a room that was played to its end brought a player, items at their values; nil: nothing.
	Outcome func(rec store.Room, who store.PlayerID) (wonCents int64, err error)
	// Drawn is told of every opening for gems that was committed, once; nil: none is told.
	Drawn func(o Opened, bot bool)
	// MovesVouchers reports whether the items that an op of this kind moves are vouchers, which are in no backpack;
	// nil: those of no room's are.
	MovesVouchers func(op string) bool
	// Stakes reports whether a room's op of this kind is play, which counts for what a player has to stake; nil:
	// none is.
	Stakes func(op string) bool
	// HeldBack is what is left to stake as far as it holds anything back (playthrough.Settings.HeldBack); nil: all.
	HeldBack func(leftCents int64) int64
	// Passes reports whether what is put into a room of this kind goes to others; nil: into none does it.
	Passes func(kind string) bool
	// Collect takes what there is of what the player owes for recharges that were taken back, once, and says what is
	// left to take; nil: no player owes anything. It is asked when gems have come in, and of debtors only.
	Collect func(ctx context.Context, who store.PlayerID) (leftCents int64, err error)
	// InRooms is what stakes have lowered that lie in rooms which may give them back (playthrough.InRooms); nil: none
	// do.
	InRooms func(ctx context.Context, who store.PlayerID) (int64, error)
}

const (
	laneMax = 256             // commands that wait for one player
	idle    = 5 * time.Minute // without a message: leave memory
)

// Register is the kind's registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: Kind,
		New: func(id string, activation directory.Activation) directory.Handler { return start(p, id, activation) }}
}

// ID is the directory id of a player.
func ID(id store.PlayerID) string { return strconv.FormatInt(int64(id), 10) }

// player is one activation. Every field belongs to the mailbox.
type player struct {
	Ports
	activation directory.Activation
	id         store.PlayerID
	lane       *lane.Lane
	topic      *publish.Topic
	idle       *directory.Idle

	ready   bool
	failed  error    // why loading failed
	waiting []func() // reads that came before the record was loaded

	inForce     prize.InForce // of vouchers that were used
	upgraded    upgradedDay
	held        limits.Standing // the limits that the player has set
	heldAt      time.Time       // when it was read
	history     *limits.History // of what was played; nil until it is asked for
	historyRead bool            // since the record was loaded
	rec         store.Player    // as the store had it, plus what was committed since
	badge       badge
	lastOp      store.OpID
	refreshes   bool        // a refresh waits in the lane
	published   store.Epoch // whose commitment is known to be in the journal
	drawing     *drawer     // of the epoch that was drawn from last; nil before
	cleared     int         // of the recharges that were taken back: for those nothing is owed any more
	again       *directory.Timer
}

func start(p Ports, id string, activation directory.Activation) *player {
	n, err := strconv.ParseInt(id, 10, 64)
	a := &player{Ports: p, activation: activation, id: store.PlayerID(n), lane: lane.New(laneMax)}
	a.topic = publish.NewTopic(p.Publish, publish.PlayerTopic(a.id), activation.Epoch(publish.Epoch(p.Now())))
	a.idle = directory.NewIdle(activation, idle, func() bool { return !a.lane.Idle() })
	a.lane.Do(func(done func()) {
		if err != nil || n <= 0 {
			a.loaded(store.Player{}, store.ErrNotFound)
			done()
			return
		}
		a.load(func(rec store.Player, err error) {
			a.loaded(rec, err)
			a.collect(done)
		})
	})
	a.lane.Do(a.ensureSeed)
	return a
}

// Receive implements directory.Handler.
func (a *player) Receive(r directory.Request) {
	if _, looked := r.Msg.(Stored); !looked && a.failed == nil {
		a.idle.Touch()
	}
	switch m := r.Msg.(type) {
	case Wallet:
		a.read(r, func() any { return a.wallet() })
	case Purse:
		a.read(r, func() any { return Purse{a.rec.GemsCents, a.rec.WishCards, a.rec.Fragments} })
	case GetProfile:
		a.withBadge(func() { a.read(r, func() any { return a.profile() }) })
	case Housed:
		a.read(r, func() any { return a.rec.Bot })
	case Seed:
		a.seed(r)
	case publish.SnapshotRequest:
		a.snapshot(r, m)
	case Open:
		a.open(r, m)
	case OpenTokens:
		a.openTokens(r, m)
	case Sell:
		a.sell(r, m)
	case SellAll:
		a.sellAll(r, m)
	case Buy:
		a.buy(r, m)
	case Upgrade:
		a.upgrade(r, m)
	case Trade:
		a.trade(r, m)
	case GiveBack:
		a.giveBack(r, m)
	case Exchange:
		a.exchange(r, m)
	case UseVoucher:
		a.useVoucher(r, m)
	case Grant:
		a.grant(r, m)
	case EntryVoucher:
		a.entryVoucher(r, m)
	case SetLimits:
		a.setLimits(r, m)
	case Limits:
		a.limits(r, m)
	case Effects:
		a.read(r, func() any { return a.inForce })
	case Escrow:
		a.escrow(r, m)
	case Own:
		a.own(r, m)
	case Invited:
		a.invited(r, m)
	case Given:
		a.given(r, m)
	case Changed:
		a.changed(r)
	case Credited:
		if m.Recharged {
			a.badge.until = time.Time{}
		}
		a.credited(r)
	case Stored:
		a.compare(r, m)
	case SetUserSeed:
		a.setUserSeed(r, m)
	case Rotate:
		a.rotate(r, m)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler.
func (a *player) Stop() {
	a.idle.Stop()
	a.again.Stop()
	a.again = nil
}

// read answers from memory as soon as there is one.
func (a *player) read(r directory.Request, value func() any) {
	answer := func() {
		if a.failed != nil {
			r.Reply(nil, a.failed)
			return
		}
		r.Reply(value(), nil)
	}
	if !a.ready {
		a.waiting = append(a.waiting, answer)
		return
	}
	answer()
}

func (a *player) load(then func(store.Player, error)) {
	a.activation.Go(func() func() {
		rec, err := a.Store.LoadPlayer(context.Background(), a.id)
		var effects []store.Item
		if err == nil && rec.Vouchers > 0 {
			effects, _, err = a.Store.Vouchers(context.Background(), store.VoucherQuery{Owner: a.id,
				From: prize.VouchersTo,
				To:   prize.EffectsTo,
				Page: store.Page{Limit: effectsMax}})
		}
		var held limits.Standing
		if err == nil && rec.Vouchers > 0 {
			held, err = limits.Read(context.Background(), a.Store, a.id)
		}
		return func() {
			if err == nil {
				a.hold(held)
				a.inForce = prize.Setting.Cached(a.Settings).InForce(effects, a.Now())
				a.upgraded = upgradedDay{}
			}
			then(rec, err)
		}
	})
}

func (a *player) loaded(rec store.Player, err error) {
	a.ready, a.rec = true, rec
	if err != nil {
		a.failed = apierr.FromStore(err)
		if !errors.Is(err, store.ErrNotFound) {
			a.failed = apierr.Wrap(protocol.CodeBusy, err)
		}
		// Nothing is kept of a failure: the next request but these reads the store again.
		a.idle.Stop()
		a.activation.After(0, func() { a.activation.Passivate() })
	}
	if err == nil && a.activation.Life() > 0 { // the handler before may have failed between an op and its news
		a.publishWallet()
	}
	for _, answer := range a.waiting {
		answer()
	}
	a.waiting = nil
}

func (a *player) profile() Profile {
	return Profile{ID: a.rec.ID, Name: a.rec.Name, Avatar: a.rec.Avatar, HeadFrame: Worn(a.rec.HeadFrame,
		int(a.badge.level)), VIP: a.badge.level, Bot: a.rec.Bot, UserSeed: a.rec.UserSeed}
}
