// Package rig assembles all actors over store/memory in virtual time (testing/synctest), for the tests of the packages
// that the actors live in. Unlike the simulator it runs protoactor's own mailboxes and goroutines, so the race detector
// sees them.
package rig

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/kinds"
	"jadebox/actors/lists/feed"
	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/catalog"
	"jadebox/actors/shop/payment"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// Rig is one process over one store.
type Rig struct {
	*testing.T
	Engine  *memory.Engine
	Catalog *catalog.Catalog
	Beacon  *beacon.Local
	Dir     *directory.Embedded
	Hub     *Hub
	// Fault is asked for each op; nil is none. Set it before the ops that it is for.
	Fault func(*store.Op) memory.Fault
	// BeforeSubmit may panic in the actor that submits an op.
	BeforeSubmit func(*store.Op)
	// Badge is given to players; nil shows no levels. Set it before a Crash.
	Badge func(context.Context, store.PlayerID) (int, time.Time, error)

	// Settings is refreshed after each change.
	Settings *settings.Watch

	kinds room.Specs
	mu    sync.Mutex
	// Through is what the actors of the next process ask instead of Beacon; nil: nothing stands between.
	Through func(beacon.Source) beacon.Source
	// Players is what players of the next process ask instead of the store; nil: nothing stands between.
	Players func(player.Store) player.Store
	mustEnd atomic.Pointer[func(store.RoomID) (reason string)]
}

// Boxes of the rig: 1 is a mixed box, 2 gives one of two items of equal value (ties), 3 is disabled.
const (
	BoxCents    = 100
	TieBoxCents = 60
)

// Run calls f inside a bubble of virtual time and drains at the end, also when f ended the test: actors that rest would
// turn its message into a panic about a bubble that cannot end.
func Run(t *testing.T, f func(t *testing.T, r *Rig)) {
	RunWith(t, kinds.All, f)
}

// RunWith is Run with other kinds of rooms.
func RunWith(t *testing.T, list room.Specs, f func(t *testing.T, r *Rig)) {
	synctest.Test(t, func(t *testing.T) {
		r := &Rig{T: t, kinds: list}
		r.Engine = memory.New(memory.Options{Fault: r.fault})
		r.Settings = settings.NewWatch(r.Engine)
		ctx := t.Context()
		r.seed(ctx)
		r.Catalog = catalog.New(r.Engine, time.Now)
		r.ok(r.Catalog.Load(ctx))
		var err error
		r.Beacon, err = beacon.OpenLocalRounds(ctx, r.Engine, rand.Reader, time.Now, 1<<14)
		r.ok(err)
		r.Start()
		t.Cleanup(func() {
			r.Drain()
			time.Sleep(2 * time.Second) // protoactor's count of dead letters ends
			synctest.Wait()
		})
		f(t, r)
	})
}

func (r *Rig) fault(op *store.Op) memory.Fault {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Fault == nil {
		return memory.NoFault
	}
	return r.Fault(op)
}

func (r *Rig) ok(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func (r *Rig) seed(ctx context.Context) {
	values := map[store.DefID]int64{1: 10, 2: 80, 3: 400, 4: 50, 5: 50}
	var defs []store.ItemDef
	for id, cents := range values {
		defs = append(defs, store.ItemDef{ID: id, PriceCents: cents, Name: store.Text{En: fmt.Sprint("item ", id)}})
	}
	r.ok(r.Engine.PutItemDefs(ctx, defs))
	for _, b := range []store.Box{
		{ID: 1, PriceCents: BoxCents, Enabled: true, Entries: []store.BoxEntry{{Def: 1, Weight: 60e6},
			{Def: 2, Weight: 30e6}, {Def: 3, Weight: 10e6}}},
		{ID: 2, PriceCents: TieBoxCents, Enabled: true, Entries: []store.BoxEntry{{Def: 4, Weight: 50e6},
			{Def: 5, Weight: 50e6}}},
		{ID: 3, PriceCents: BoxCents, Entries: []store.BoxEntry{{Def: 1, Weight: 100e6}}},
	} {
		b.Version = 1
		var entries []fairness.OddsEntry
		for _, e := range b.Entries {
			entries = append(entries, fairness.OddsEntry{Item: int64(e.Def), Weight: e.Weight,
				ValueCents: values[e.Def]})
		}
		odds, err := fairness.NewOdds(int64(b.ID), 1, entries)
		r.ok(err)
		b.OddsHash = odds.Hash()
		r.ok(r.Engine.PutBox(ctx, b))
	}
}

// Start brings a process up over the store, as after a restart.
func (r *Rig) Start() {
	r.Hub = &Hub{}
	r.Dir = directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
	var source beacon.Source = r.Beacon
	if r.Through != nil {
		source = r.Through(source)
	}
	at := observed{r.Engine, r}
	s := asking{at, &playthrough.Ledger{Ledger: at, Journal: at, Kinds: r.kinds, Settings: r.Settings}}
	var own player.Store = s
	if r.Players != nil {
		own = r.Players(s)
	}
	r.Dir.Register(player.Register(player.Ports{Store: own, Catalog: r.Catalog, Beacon: source, Publish: r.Hub,
		Now: time.Now, Rand: rand.Reader, Log: zerolog.Nop(), Badge: r.Badge, Settings: r.Settings,
		Outcome: r.kinds.Outcome, MovesVouchers: r.kinds.MovesVouchers, Stakes: r.kinds.Stakes, Passes: r.kinds.Passes,
		HeldBack: func(cents int64) int64 { return playthrough.Setting.Cached(r.Settings).HeldBack(cents) },
		Collect:  (&payment.Service{Store: s, Directory: r.Dir, Now: time.Now}).Collect,
		InRooms: func(ctx context.Context, who store.PlayerID) (int64, error) {
			return playthrough.InRooms(ctx, r.Engine, r.kinds, who)
		},
		Claim: func(target string, now time.Time) (string, bool) {
			at := period.In(r.Settings, now)
			if key, known := taskbox.Setting.Cached(r.Settings).ClaimOf(target, at); known {
				return key, true
			}
			return wishtree.ClaimOf(target, at)
		}}))
	r.kinds.Register(r.Dir, room.Deps{Ports: room.Ports{Store: s, Directory: r.Dir, Publish: r.Hub, Now: time.Now,
		Log: zerolog.Nop(), MustEnd: r.ends},
		Catalog: r.Catalog, Beacon: source, Rand: rand.Reader})
	r.Dir.Register(wishtree.Register(wishtree.Ports{Store: s, Directory: r.Dir, Settings: r.Settings, Now: time.Now}))
	r.Dir.Register(sign.Register(sign.Ports{Store: s, Directory: r.Dir, Catalog: r.Catalog, Settings: r.Settings,
		Now: time.Now}))
	r.Dir.Register(progress.Register(progress.Ports{Store: r.Engine, Kinds: r.kinds, Catalog: r.Catalog,
		Level: (&vip.Service{Store: r.Engine, Directory: r.Dir, Now: time.Now}).Badge}))
	r.Dir.Register(taskbox.Register(taskbox.Ports{Store: s, Directory: r.Dir, Settings: r.Settings, Now: time.Now}))
	r.Dir.Register(feed.Register(feed.Ports{Store: r.Engine, Publish: r.Hub, Now: time.Now, Log: zerolog.Nop()})(nil))
}

// SetMustEnd is what rooms are told that look for it (room.Ports), those of the process that runs, too.
func (r *Rig) SetMustEnd(f func(store.RoomID) (reason string)) { r.mustEnd.Store(&f) }

func (r *Rig) ends(id store.RoomID) string {
	if f := r.mustEnd.Load(); f != nil {
		return (*f)(id)
	}
	return ""
}

// Drain ends the process in good order and reports the requests given up.
func (r *Rig) Drain() int {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), 8*time.Second)
	defer cancel()
	return r.Dir.Drain(ctx)
}

// Crash ends the process like kill -9 and brings up another one. What can happen before it has happened: a goroutine
// whose op is forgotten under way would wait for its receipt for ever, and the bubble could not end.
func (r *Rig) Crash() {
	synctest.Wait()
	r.Engine.Crash()
	// A request whose op was lost has no answer to come, and no second of the virtual clock may pass waiting for one.
	synctest.Wait()
	ctx, cancel := context.WithCancel(r.Context())
	cancel()
	r.Dir.Drain(ctx) // its actors do nothing that matters: what they submitted was fenced or never acknowledged
	r.Start()
	for _, k := range r.kinds {
		_, err := k.Sweep(r.Context(), r.Engine, r.Dir)
		r.ok(err)
	}
}

// Player registers a player with cents.
func (r *Rig) Player(cents int64) store.PlayerID {
	r.Helper()
	n, _ := r.Engine.Stats(r.Context())
	p, err := r.Engine.Register(r.Context(), store.NewPlayer{Name: fmt.Sprint("Player", n.Players), UserSeed: "seed",
		At: time.Now()},
		&store.Op{Key: "welcome", Kind: "player.welcome", At: time.Now(),
			Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: cents}}})
	r.ok(err)
	return p.ID
}

// Ask sends a request and waits for the answer.
func Ask[Reply any](r *Rig, kind, id string, msg any) (Reply, error) {
	return directory.Ask[Reply](r.Context(), r.Dir, kind, id, msg)
}

// Do is Ask for a request that must succeed.
func Do[Reply any](r *Rig, kind, id string, msg any) Reply {
	r.Helper()
	v, err := Ask[Reply](r, kind, id, msg)
	if err != nil {
		r.Fatalf("%T: %v", msg, err)
	}
	return v
}

// Refused checks that err carries a code.
func (r *Rig) Refused(err error, want protocol.Code) {
	r.Helper()
	if got := apierr.Code(err); got != want {
		r.Fatalf("code %d (%v), want %d", got, err, want)
	}
}

// Balance of a player in the store.
func (r *Rig) Balance(p store.PlayerID) int64 {
	r.Helper()
	b, err := r.Engine.Balance(r.Context(), store.PlayerGems(p))
	r.ok(err)
	return b
}

// Ops lists the journal's ops of some kinds, oldest first.
func (r *Rig) Ops(kinds ...string) []store.OpRecord {
	r.Helper()
	snap, err := r.Engine.Snapshot(r.Context())
	r.ok(err)
	defer snap.Close()
	var list []store.OpRecord
	r.ok(snap.JournalAfter(r.Context(), nil, func(e *store.JournalEntry) error {
		if slices.Contains(kinds, e.Kind) {
			list = append(list, e.OpRecord)
		}
		return nil
	}))
	return list
}

// Storm makes 200 requests at once while the store answers the first ops of a kind with a fault. If the process dies,
// it answers all of them so, and the process is killed while their outcome is unknown; another one is up then.
// It reports how many ops were hit.
func (r *Rig) Storm(kind string, f memory.Fault, dies bool, ask func(i int, dir directory.Directory)) (hits int) {
	r.Helper()
	r.SetFault(func(op *store.Op) memory.Fault {
		if op.Kind == kind && (dies || hits < 2) {
			hits++
			return f
		}
		return memory.NoFault
	})
	dir := r.Dir
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() { ask(i, dir) })
	}
	if dies {
		r.Settle()
		r.SetFault(nil)
		r.Crash()
	}
	wg.Wait()
	r.SetFault(nil)
	return hits
}

// Named verifies the real name of a player, who may then buy.
func (r *Rig) Named(p store.PlayerID) {
	r.Helper()
	name := store.SealedName{Sealed: []byte("x"), Index: [32]byte{byte(p), byte(p >> 8)}, At: time.Now()}
	r.ok(r.Engine.SetRealName(r.Context(), p, name))
	_, err := r.Dir.Request(r.Context(), player.Kind, player.ID(p), player.Changed{})
	r.ok(err)
}

// Gift gives a player a prize; of vouchers it returns the items.
func (r *Rig) Gift(p store.PlayerID, what prize.Prize) []store.ItemID {
	r.Helper()
	op := &store.Op{Player: p, Key: fmt.Sprint("gift-", time.Now().UnixNano(), what.Kind), Kind: "test.give",
		At: time.Now()}
	r.ok(prize.Setting.Cached(r.Settings).Give(op, p, what))
	rec, err := r.Engine.Commit(r.Context(), op)
	r.ok(err)
	ids := make([]store.ItemID, len(op.NewItems))
	for i := range ids {
		ids[i] = rec.ItemID(i)
	}
	return ids
}

// UseReset uses one of two reset vouchers for the same target, 200 times at once under a fault (Storm) and then each
// once more: one op uses one, the other is refused and stays the player's.
func (r *Rig) UseReset(p store.PlayerID, vouchers []store.ItemID, target string, f memory.Fault,
	dies bool) store.OpRecord {
	r.Helper()
	use := func(i int, dir directory.Directory) (player.VoucherUsed, error) {
		return directory.Ask[player.VoucherUsed](r.Context(), dir, player.Kind, player.ID(p),
			player.UseVoucher{Key: fmt.Sprint("use-", i), Voucher: vouchers[i%2], Target: target})
	}
	if hits := r.Storm(player.KindUseVoucher, f, dies, func(i int, dir directory.Directory) {
		_,
			_ = use(i, dir)
	}); hits == 0 {
		r.Fatal("no card was used")
	}
	one, err1 := use(0, r.Dir)
	other, err2 := use(1, r.Dir)
	uses := r.Ops(player.KindUseVoucher)
	if len(uses) != 1 || (err1 == nil) == (err2 == nil) || max(one.Op, other.Op) != uses[0].ID {
		r.Fatalf("%d cards were used; answers %+v %v, %+v %v", len(uses), one, err1, other, err2)
	}
	for _, err := range []error{err1, err2} {
		if err != nil {
			r.Refused(err, protocol.CodeVoucherTarget)
		}
	}
	_, left, err := r.Engine.Vouchers(r.Context(), store.VoucherQuery{Owner: p, From: store.VoucherBase,
		To:   prize.VouchersTo,
		Held: true, Page: store.Page{Limit: 1}})
	if err != nil || left != 1 {
		r.Errorf("of two cards %d are left: %v", left, err)
	}
	r.resets(uses[0], vouchers)
	return uses[0]
}

// resets holds what auditors read of a reset voucher's use to what was used.
func (r *Rig) resets(use store.OpRecord, vouchers []store.ItemID) {
	r.Helper()
	voucher, def, ok := player.Resets(&use)
	if !ok || !slices.Contains(vouchers, voucher) || !def.Voucher() {
		r.Errorf("the use of %v reads as %d, %d, %v", vouchers, voucher, def, ok)
	}
	for name, wrong := range map[string]func(*store.OpRecord){
		"another kind":     func(op *store.OpRecord) { op.Kind = player.KindSell },
		"no result":        func(op *store.OpRecord) { op.Result = nil },
		"nothing moves":    func(op *store.OpRecord) { op.Moves = nil },
		"somebody else's":  func(op *store.OpRecord) { op.Player++ },
		"an effect begins": func(op *store.OpRecord) { op.Result = []byte(`{"card":{"kind":"OpenBox"}}`) },
	} {
		op := use
		if wrong(&op); op.Kind == use.Kind && op.Player == use.Player && len(op.Moves) == len(use.Moves) &&
			len(op.Result) == len(use.Result) {
			r.Errorf("%s changes nothing", name)
		}
		if _, _, ok := player.Resets(&op); ok {
			r.Errorf("a reset is read where %s", name)
		}
	}
}

// Settle lets everything that can happen now happen.
func (r *Rig) Settle() { synctest.Wait() }

// observed is the engine as actors see it: BeforeSubmit sees what they submit.
type observed struct {
	*memory.Engine
	r *Rig
}

func (o observed) Submit(op *store.Op, done func(store.Receipt, error)) {
	o.r.mu.Lock()
	before := o.r.BeforeSubmit
	o.r.mu.Unlock()
	if before != nil {
		before(op)
	}
	o.Engine.Submit(op, done)
}

// asking is the store whose ops ask their gifts to be played.
type asking struct {
	observed
	play *playthrough.Ledger
}

func (a asking) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	return a.play.Commit(ctx, op)
}

func (a asking) Submit(op *store.Op, done func(store.Receipt, error)) { a.play.Submit(op, done) }

// SetFault sets Fault while actors run.
func (r *Rig) SetFault(f func(*store.Op) memory.Fault) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Fault = f
}

// SetBeforeSubmit sets BeforeSubmit while actors run.
func (r *Rig) SetBeforeSubmit(f func(*store.Op)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.BeforeSubmit = f
}

// Hub keeps what was published.
type Hub struct {
	mu     sync.Mutex
	events []publish.Event
	online map[string]int
}

// Publish implements publish.Publisher.
func (h *Hub) Publish(e publish.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.events = append(h.events, e)
}

// Presence implements publish.Publisher.
func (h *Hub) Presence(topic string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.online[topic]
}

// SetPresence reports how many watch a topic.
func (h *Hub) SetPresence(topic string, n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.online == nil {
		h.online = map[string]int{}
	}
	h.online[topic] = n
}

// Events of a topic, in order.
func (h *Hub) Events(topic string) []publish.Event {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []publish.Event
	for _, e := range h.events {
		if e.Topic == topic {
			list = append(list, e)
		}
	}
	return list
}
