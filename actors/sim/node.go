package sim

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/kinds"
	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/shop/catalog"
	"jadebox/actors/shop/payment"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// system is shared by all runs: making one costs more than a run.
var system = directory.NewSystem(zerolog.Nop())

// simulation is one run.
type simulation struct {
	*world
	engine    *memory.Engine
	catalog   *catalog.Catalog
	beacon    source
	nodes     [2]*node // two, so that an actor can be active twice
	faults    bool
	trouble   chances
	claimed   map[store.RoomID]store.Epoch
	published map[string]position
	database  database      // the clock of
	set       time.Duration // how far the machines' own clocks are off
	storm     map[time.Duration]int
	stormed   int
	clients   []*client
	acks      map[string]ack
	sent      map[string]any // commands of clients, by key
	play
	calm         bool   // the last part: no faults, no clients
	refused      int    // ops that the store has refused
	done, voided int    // what the workload came to
	replayed     int    // rooms that were played again
	broken       string // the first violation
}

// play is what a run is about, and what is wrong in it on purpose.
type play struct {
	workload  workload
	bugs      memory.Bugs     // of the store
	mistake   func(*store.Op) // of the rules: it spoils an op on its way to the store
	booksOnly bool            // epochs and events are not checked
	// steppedClock lets processes go by the database's clock as it is.
	steppedClock bool
	// impatient lets the beacon not say that a value is still to come.
	impatient bool
	// forgetsDebts lets a process take nothing of what comes in.
	forgetsDebts bool
	// forgetsReplay lets a process not know that an op was another one's.
	forgetsReplay bool
}

// chances of each fault, per occasion.
type chances struct {
	lost, twice, panicBefore, panicAfter, panicPublish, refuse, unknown float64
}

var rough = chances{lost: .05, twice: .08, panicBefore: .01, panicAfter: .015, panicPublish: .004, refuse: .02,
	unknown: .03}

// node is one process.
type node struct {
	machine
	dir *directory.Embedded
}

func (s *simulation) fail(format string, a ...any) {
	if s.broken == "" {
		s.broken = fmt.Sprintf(format, a...)
		s.log("VIOLATION %s", s.broken)
	}
}

// newSimulation sets up store, catalogue, beacon and players without faults or interleaving.
func newSimulation(w *world, p play, players int) (*simulation, error) {
	s := &simulation{world: w, play: p, trouble: rough, claimed: map[store.RoomID]store.Epoch{},
		published: map[string]position{}, acks: map[string]ack{}, sent: map[string]any{},
		storm: map[time.Duration]int{}}
	s.database.w = w
	s.engine = memory.New(memory.Options{Clock: s.clock, Executor: s.execute, Fault: s.fault, Bugs: p.bugs})
	s.inline = true
	defer func() { s.inline = false }()
	ctx := context.Background()
	if err := seedCatalog(ctx, s.engine); err != nil {
		return nil, err
	}
	s.catalog = catalog.New(s.engine, s.clock)
	if err := s.catalog.Load(ctx); err != nil {
		return nil, err
	}
	c, err := chain()
	if err != nil {
		return nil, err
	}
	s.beacon = source{c, s.clock, p.impatient}
	for i := range players {
		p, err := s.engine.Register(ctx, store.NewPlayer{Name: fmt.Sprintf("Player%d", i),
			UserSeed: fmt.Sprintf("seed%d", i), At: s.now},
			&store.Op{Key: "welcome", Kind: kindWelcome, At: s.now,
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0),
					AmountCents: 200 + s.rng.Int64N(3000)}}, Play: s.toPlay(i)})
		if err != nil {
			return nil, err
		}
		if i%3 > 0 { // the rest may put no gems into a trade-in
			name := store.SealedName{Sealed: []byte{1}, Index: [32]byte{byte(p.ID)}, At: s.now}
			if err := s.engine.SetRealName(ctx, p.ID, name); err != nil {
				return nil, err
			}
		}
		s.clients = append(s.clients, &client{sim: s, id: p.ID})
	}
	return s, nil
}

const kindWelcome = "player.welcome"

// toPlay is what every other player has to stake from the beginning on, except where R$ is paid out.
func (s *simulation) toPlay(i int) []store.Posting {
	switch s.play.workload.(type) {
	case *payments, *commissions:
		return nil
	}
	if i%2 == 0 {
		return nil
	}
	return []store.Posting{store.MoreToPlay(0, 100*int64(1+i))}
}

// boxes of the simulation: cheap, with a tie in sight (two items of one value).
func seedCatalog(ctx context.Context, e *memory.Engine) error {
	var defs []store.ItemDef
	for i, cents := range itemCents {
		defs = append(defs, store.ItemDef{ID: store.DefID(i + 1), PriceCents: cents,
			Name: store.Text{En: fmt.Sprint("item ", i+1)}})
	}
	if err := e.PutItemDefs(ctx, defs); err != nil {
		return err
	}
	for id, weights := range map[store.BoxID][]uint32{1: {60e6, 20e6, 10e6, 9e6, 1e6}, 2: {0, 50e6, 50e6}} {
		b := store.Box{ID: id, Version: 1, PriceCents: 40 * int64(id), Enabled: true}
		var entries []fairness.OddsEntry
		for i, w := range weights {
			if w > 0 {
				b.Entries = append(b.Entries, boxEntry(defs[i], w))
				entries = append(entries, fairness.OddsEntry{Item: int64(defs[i].ID), Weight: w,
					ValueCents: defs[i].PriceCents})
			}
		}
		odds, err := fairness.NewOdds(int64(id), 1, entries)
		if err != nil {
			return err
		}
		b.OddsHash = odds.Hash()
		if err := e.PutBox(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

func boxEntry(d store.ItemDef, weight uint32) store.BoxEntry {
	return store.BoxEntry{Def: d.ID, Weight: weight}
}

func (s *simulation) clock() time.Time { return s.now }

// execute lets an op wait before it is applied and before its outcome is returned.
func (s *simulation) execute(stage memory.Stage, task func()) {
	name := "store apply"
	if stage == memory.Complete {
		name = "store complete"
	}
	if !s.inline && s.chance(.5) {
		s.after(nil, s.between(time.Millisecond, 40*time.Millisecond), name, task)
		return
	}
	s.soon(nil, name, task)
}

func (s *simulation) fault(*store.Op) memory.Fault {
	switch {
	case !s.faults || s.inline:
		return memory.NoFault
	case s.chance(s.trouble.refuse):
		if s.refused++; s.refused%2 == 0 {
			return memory.RefuseConflict
		}
		return memory.RefuseBefore
	case s.chance(s.trouble.unknown):
		return memory.UnknownApplied
	case s.chance(s.trouble.unknown):
		return memory.UnknownNotApplied
	}
	return memory.NoFault
}

// boot starts a process: a new directory over the same store, and the sweep.
func (s *simulation) boot(i int) {
	n := &node{machine: machine{sim: s, life: &life{}}}
	s.nodes[i] = n
	s.log("boot %d", i)
	n.start(s, n.life)
	n.dir = directory.NewEmbedded(directory.Options{Log: zerolog.Nop(), System: system, Props: s.props(n.life),
		After: func(d time.Duration, f func()) func() { return s.after(n.life, d, "timer", f) },
		Go:    func(f func()) { s.soon(n.life, "go", f) },
	})
	d := n.asking()
	collect := (&payment.Service{Store: counter{faultyStore{s.engine, n}}, Directory: n.dir, Now: n.now}).Collect
	if s.forgetsDebts {
		collect = nil
	}
	n.dir.Register(player.Register(player.Ports{Store: d, Catalog: s.catalog, Beacon: s.beacon, Publish: n, Now: n.now,
		Collect: collect, Rand: s.world, Log: zerolog.Nop(), MovesVouchers: kinds.All.MovesVouchers,
		Stakes: kinds.All.Stakes, Passes: kinds.All.Passes,
		InRooms: func(ctx context.Context, who store.PlayerID) (int64, error) {
			return playthrough.InRooms(ctx, s.engine, kinds.All, who)
		}}))
	s.workload.register(n, room.Deps{Ports: room.Ports{Store: d, Directory: n.dir, Publish: n, Now: n.now,
		Log: zerolog.Nop()},
		Catalog: s.catalog, Beacon: s.beacon, Rand: s.world})
	for _, k := range s.workload.rooms() {
		if _, err := k.Sweep(context.Background(), s.engine, n.dir); err != nil {
			s.fail("sweep: %v", err)
		}
	}
}

// kill ends one process; what it had submitted still reaches the store.
func (s *simulation) kill(i int) {
	s.log("kill %d", i)
	s.nodes[i].life.dead = true
	s.nodes[i] = nil
}

// crash ends all processes, and with them what the store had not yet applied.
func (s *simulation) crash() {
	s.log("crash")
	for i, n := range s.nodes {
		if n != nil {
			s.kill(i)
		}
	}
	s.engine.Crash()
}

// faultyStore is the store as a node sees it: calls may fail around the actor that makes them.
type faultyStore struct {
	*memory.Engine
	n *node
}

// asking is the store whose ops ask their gifts to be played.
type asking struct {
	faultyStore
	play *playthrough.Ledger
}

func (n *node) asking() asking {
	d := faultyStore{n.sim.engine, n}
	return asking{d, &playthrough.Ledger{Ledger: d, Journal: d, Kinds: kinds.All, Go: func(f func()) { f() }}}
}

func (a asking) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	return a.play.Commit(ctx, op)
}

func (a asking) Submit(op *store.Op, done func(store.Receipt, error)) { a.play.Submit(op, done) }

// planted is the panic of the simulation; any other one is a bug.
const planted = "planted panic"

func (f faultyStore) Submit(op *store.Op, done func(store.Receipt, error)) {
	s := f.n.sim
	if s.mistake != nil {
		s.mistake(op)
	}
	s.counts(op)
	if s.faults && s.chance(s.trouble.panicBefore) {
		panic(planted)
	}
	if s.forgetsReplay {
		answer := done
		done = func(r store.Receipt, err error) {
			r.Replayed = false
			answer(r, err)
		}
	}
	f.Engine.Submit(op, done)
	if s.faults && s.chance(s.trouble.panicAfter) {
		panic(planted)
	}
}

// ClaimRoom must never give an epoch twice.
func (f faultyStore) ClaimRoom(ctx context.Context, id store.RoomID) (store.Room, error) {
	r, err := f.Engine.ClaimRoom(ctx, id)
	if err == nil {
		if r.Epoch <= f.n.sim.claimed[id] && !f.n.sim.booksOnly {
			f.n.sim.fail("room %d: epoch %d was claimed before", id, r.Epoch)
		}
		f.n.sim.claimed[id] = r.Epoch
	}
	return r, err
}

// position is the last event of a topic in one epoch.
type position struct {
	node   *node
	offset uint64
}

// Publish implements publish.Publisher: offsets of a topic count by one within an epoch, and an epoch has one owner.
func (n *node) Publish(e publish.Event) {
	s := n.sim
	s.log("publish %s %d %d %d", e.Topic, e.Epoch, e.Offset, e.Type)
	key := fmt.Sprintf("%s %d", e.Topic, e.Epoch)
	if kind, _ := protocol.SplitTopic(e.Topic); !slices.Contains(protocol.RoomTopics, kind) {
		key = fmt.Sprintf("%s %p", key, n) // epochs of these belong to a process
	}
	last, known := s.published[key]
	if !s.booksOnly && (e.Offset != last.offset+1 || known && last.node != n) {
		s.fail("topic %s: event %d of epoch %d after %d", e.Topic, e.Offset, e.Epoch, last.offset)
	}
	s.published[key] = position{n, e.Offset}
	s.checkPublished(e)
	if s.faults && s.chance(s.trouble.panicPublish) {
		panic(planted)
	}
}

// lasting is what a room has come to, at least, when an event is published.
var lasting = map[uint16]store.RoomStatus{
	protocol.EventBattleLocked: store.RoomLocked, protocol.EventBattleStarted: store.RoomRunning,
	protocol.EventBattleRound: store.RoomRunning, protocol.EventBattleSettled: store.RoomSettled,
	protocol.EventBattleVoided: store.RoomVoid, protocol.EventRollJoined: store.RoomOpen,
	protocol.EventRollLocked: store.RoomLocked, protocol.EventRollDrawn: store.RoomSettled,
	protocol.EventRollVoided: store.RoomVoid, protocol.EventWishLocked: store.RoomLocked,
	protocol.EventWishDrawn: store.RoomSettled, protocol.EventRainComing: store.RoomLocked,
	protocol.EventRainOver: store.RoomSettled, protocol.EventLuckycardFlipped: store.RoomRunning,
	protocol.EventWishTaken: store.RoomOpen,
}

// checkPublished: nothing is published of a room before it is durable.
func (s *simulation) checkPublished(e publish.Event) {
	least, known := lasting[e.Type]
	if !known {
		return
	}
	_, name := protocol.SplitTopic(e.Topic)
	id, err := room.ParseID(name)
	if err != nil {
		return // a lobby publishes it
	}
	rec, err := s.engine.Room(context.Background(), id)
	if err != nil || rec.Status < least {
		s.fail("topic %s is told event %d, the room is in status %d: %v", e.Topic, e.Type, rec.Status, err)
	}
	if e.Type == protocol.EventWishTaken {
		s.checkTaken(e, rec)
	}
}

// Presence implements publish.Publisher: a room always has a watcher.
func (n *node) Presence(topic string) int {
	if _, id := protocol.SplitTopic(topic); topic != "" && id == "" { // a list that is watched is looked at for ever
		return 0
	}
	return 1
}
