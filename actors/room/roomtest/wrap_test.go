package roomtest_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/room/roomtest"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// planted is a kind with a mistake: it stands between the kind and the store, the directory, the publisher, the clock
// and every caller of a room. One room is played in it, so that it may keep what it saw.
type planted struct {
	room.Spec
	Driver roomtest.Driver

	op       func(*store.Op)                                              // before each op of a room
	outcome  func(*store.Op, store.Receipt, error) (store.Receipt, error) // of each op of a room
	request  func(n int, msg any) any                                     // what is answered instead; nil: nothing
	event    func(*publish.Event) bool                                    // false: it is not published
	restarts func(int) int
	recovers bool          // from a panic of Submit, as if the op were done
	stays    bool          // in memory
	ignores  bool          // a restore
	obeys    bool          // an operator as if it were a restore
	retries  bool          // under another key what a player asked
	behind   time.Duration // the clock of a process that is not the first

	mu        sync.Mutex // of what follows
	store     room.Store
	id        store.RoomID
	processes int
	lives     map[string]int // activations of each room
	asked     map[string]int
	published uint64 // events of the room
}

// room is the id of the one that is played, and how often it came into memory; 0 while it is made.
func (k *planted) room() (id store.RoomID, lives int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.id, k.lives[room.ID(k.id)]
}

func (k *planted) engine() room.Store {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.store
}

func (k *planted) play(id store.RoomID) store.RoomID {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.id = id
	return id
}

// tells counts events of the room.
func (k *planted) tells(n uint64) uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.published += n
	return k.published
}

// spec is the kind with its mistake.
func (k *planted) spec() room.Spec {
	k.asked, k.lives = map[string]int{}, map[string]int{}
	rooms, beside := k.Spec.Rooms, k.Spec.Beside
	s := k.Spec
	s.Rooms = func(h room.Deps) directory.Kind {
		k.mu.Lock()
		k.processes++
		k.store = h.Store
		k.mu.Unlock()
		kind := rooms(k.between(h))
		inner := kind.New
		kind.New = func(id string, a directory.Activation) directory.Handler {
			k.mu.Lock()
			k.lives[id]++
			k.mu.Unlock()
			return handler{inner(id, activation{a, k}), k}
		}
		return kind
	}
	s.Beside = nil
	for _, one := range beside {
		register := one.Register
		one.Register = func(h room.Deps) directory.Kind { return register(k.between(h)) }
		s.Beside = append(s.Beside, one)
	}
	return s
}

func (k *planted) between(h room.Deps) room.Deps {
	now := h.Now
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.processes > 1 {
		h.Now = func() time.Time { return now().Add(-k.behind) }
	}
	if k.ignores {
		h.MustEnd = nil
	}
	if k.obeys {
		told := h.MustEnd
		h.MustEnd = func(id store.RoomID) string {
			if told(id) != "" {
				return room.ReasonRestored
			}
			return ""
		}
	}
	h.Store, h.Directory, h.Publish = ledger{h.Store, k}, post{h.Directory, k}, publisher{h.Publish, k}
	return h
}

// stored is the room as it is in the store.
func (k *planted) stored() store.Room {
	id, _ := k.room()
	rec, err := k.engine().Room(context.Background(), id)
	if err != nil {
		panic(err)
	}
	return rec
}

// give is an op that no key of a player asked for.
func (k *planted) give(from, to store.AccountID) {
	k.engine().Submit(&store.Op{Key: fmt.Sprint("planted-", time.Now().UnixNano()), Kind: "planted", At: time.Now(),
		Postings: []store.Posting{{Debit: from, Credit: to, AmountCents: 1}}}, func(store.Receipt, error) {})
}

func (k *planted) before(op *store.Op) {
	if k.op != nil {
		k.op(op)
	}
}

func (k *planted) after(op *store.Op, r store.Receipt, err error) (store.Receipt, error) {
	if k.outcome != nil {
		return k.outcome(op, r, err)
	}
	return r, err
}

// ledger is where a room's own ops go.
type ledger struct {
	room.Store
	k *planted
}

func (l ledger) Submit(op *store.Op, done func(store.Receipt, error)) {
	l.k.before(op)
	if l.k.recovers {
		defer func() {
			if recover() != nil {
				done(store.Receipt{}, nil)
			}
		}()
	}
	l.Store.Submit(op, func(r store.Receipt, err error) { done(l.k.after(op, r, err)) })
}

// post is where a room's ops go that take something from a player. A kind that makes more of an unknown outcome than
// there is does so past the player's actor, which would ask until it is known.
type post struct {
	directory.Directory
	k *planted
}

func (p post) Post(kind, id string, msg any, done func(any, error)) {
	m, ok := msg.(player.Escrow)
	if !ok {
		p.Directory.Post(kind, id, msg, done)
		return
	}
	p.k.before(m.Op)
	if p.k.outcome == nil && !p.k.retries {
		p.Directory.Post(kind, id, m, done)
		return
	}
	answer := func(op *store.Op) func(store.Receipt, error) {
		return func(r store.Receipt, err error) {
			if r, err = p.k.after(op, r, err); err != nil {
				done(nil, err)
				return
			}
			done(r, nil)
		}
	}
	p.k.engine().Submit(m.Op, func(r store.Receipt, err error) {
		if !p.k.retries || !errors.Is(err, store.ErrUnknown) {
			answer(m.Op)(r, err)
			return
		}
		another, write := *m.Op, *m.Op.Room
		another.Key, another.Room = another.Key+"-again", &write
		if rec, err := p.k.engine().Room(context.Background(), write.Room); err == nil {
			write.FromVersion = rec.Version
		}
		p.k.engine().Submit(&another, answer(&another))
	})
}

type publisher struct {
	publish.Publisher
	k *planted
}

func (p publisher) Publish(e publish.Event) {
	if p.k.event != nil && !p.k.event(&e) {
		return
	}
	if id, _ := p.k.room(); e.Topic == p.k.Kind+":"+room.ID(id) {
		p.k.tells(1)
	}
	p.Publisher.Publish(e)
}

type activation struct {
	directory.Activation
	k *planted
}

func (a activation) Restarts() int {
	if a.k.restarts != nil {
		return a.k.restarts(a.Activation.Restarts())
	}
	return a.Activation.Restarts()
}

func (a activation) Passivate() bool { return !a.k.stays && a.Activation.Passivate() }

type handler struct {
	directory.Handler
	k *planted
}

func (h handler) Receive(r directory.Request) {
	key := fmt.Sprintf("%T %v", r.Msg, r.Msg)
	h.k.mu.Lock()
	h.k.asked[key]++
	n := h.k.asked[key]
	h.k.mu.Unlock()
	if h.k.request != nil {
		if answer := h.k.request(n, r.Msg); answer != nil {
			r.Reply(answer, nil)
			return
		}
	}
	h.Handler.Receive(r)
}

// bottles plays rooms of wishes, which take gems and give an item.
func (k *planted) bottles() {
	setup := wish.Setup{Name: "test", Def: 3, PrizeCents: 400, Bottles: 10, BottleCents: 50, Life: time.Hour}
	k.Spec, k.Driver = wish.Spec, roomtest.Driver{
		Open: func(r *rig.Rig) store.RoomID {
			c, err := wish.Open(r.Context(), r.Engine, r.Dir, setup)
			if err != nil {
				r.Fatal(err)
			}
			return k.play(c.ID)
		},
		Guest: func(r *rig.Rig) store.PlayerID { return r.Player(1000) },
		Act: func(_ *rig.Rig, _ store.RoomID, p store.PlayerID, n int) any {
			return wish.Take{Key: fmt.Sprint("act-", n), Player: p, Bottles: []int32{int32(n + 1)}, Pay: wish.PayGems,
				BottleCents: setup.BottleCents}
		},
		NoSecrets: "but for the key all that the record keeps is in the proof",
		Acts:      setup.Bottles, View: wish.View{}, Ends: 5 * time.Minute,
	}
}

// claims plays rains, each of whose claims has one more posting.
func (k *planted) claims(more func(*store.Op) store.Posting) {
	k.packets()
	k.op = func(op *store.Op) {
		if op.Kind == rain.KindClaim {
			op.Postings = append(op.Postings, more(op))
		}
	}
}

// packets plays rains, which have a secret that is never shown.
func (k *planted) packets() {
	look := func(r *rig.Rig, id store.RoomID, p store.PlayerID) rain.Seen {
		r.Helper()
		return rig.Do[rain.Seen](r, rain.Kind, room.ID(id), rain.View{Viewer: p})
	}
	k.Spec, k.Driver = rain.Spec, roomtest.Driver{
		Open: func(r *rig.Rig) store.RoomID {
			c, err := rain.Open(r.Context(), r.Engine, r.Dir, rain.Create{Key: "round", PoolCents: 2000, Packets: 200,
				DurationMS: protocol.RainMS})
			if err != nil {
				r.Fatal(err)
			}
			return k.play(c.ID)
		},
		Ready: func(r *rig.Rig, id store.RoomID) {
			time.Sleep(5 * time.Second)
			time.Sleep(time.Until(time.UnixMilli(look(r, id, 0).Round.StartsAtMS)))
		},
		Guest: func(r *rig.Rig) store.PlayerID { return r.Player(1) },
		Act: func(r *rig.Rig, id store.RoomID, p store.PlayerID, n int) any {
			return rain.Claim{Key: fmt.Sprint("act-", n), Player: p, Packet: look(r, id, p).Packets[0].ID}
		},
		Acts: 1, View: rain.View{}, Secrets: []string{"secret"}, Ends: 2 * time.Minute,
	}
}

// battles plays rooms of boxes.
func (k *planted) battles() {
	setup, cents := battle.Setup{Boxes: []store.BoxID{1, 2}, Seats: 2, Mode: protocol.ModeNormal},
		int64(rig.BoxCents+rig.TieBoxCents)
	k.Spec, k.Driver = battle.Spec, roomtest.Driver{
		Open: func(r *rig.Rig) store.RoomID {
			c, err := battle.Open(r.Context(), r.Engine, r.Dir, battle.Create{Key: "create", Host: r.Player(1000),
				Setup: setup, PriceCents: cents})
			if err != nil {
				r.Fatal(err)
			}
			return k.play(c.ID)
		},
		Guest: func(r *rig.Rig) store.PlayerID { return r.Player(1000) },
		Act: func(_ *rig.Rig, _ store.RoomID, p store.PlayerID, n int) any {
			return battle.Join{Key: fmt.Sprint("act-", n), Player: p, Seat: -1, PriceCents: cents}
		},
		NoSecrets: "the battle is public", Acts: 1, View: battle.View{}, Ends: 5 * time.Minute,
	}
}

// decks plays lucky decks, in which chance decides what a play brings.
func (k *planted) decks() {
	open := func(r *rig.Rig) store.RoomID {
		deck, ok := luckycard.FromBox(r.Catalog, "lotus")
		if !ok {
			r.Fatal("the catalogue has no deck")
		}
		c, err := luckycard.Open(r.Context(), r.Engine, r.Dir, deck)
		if err != nil {
			r.Fatal(err)
		}
		return k.play(c.ID)
	}
	k.Spec, k.Driver = luckycard.Spec, roomtest.Driver{
		Open:  open,
		Ready: func(*rig.Rig, store.RoomID) { time.Sleep(10 * time.Second) },
		Guest: func(r *rig.Rig) store.PlayerID { return r.Player(1000) },
		Act: func(r *rig.Rig, id store.RoomID, p store.PlayerID, n int) any {
			seen := rig.Do[protocol.LuckycardSnapshot](r, luckycard.Kind, room.ID(id), luckycard.View{})
			return luckycard.Flip{Key: fmt.Sprint("act-", n), Player: p, Place: n, PriceCents: seen.Summary.PriceCents}
		},
		NoSecrets: "the order of the deck follows from the key", Ways: &roomtest.Ways{Open: open, Acts: 9},
		Acts: 1, View: luckycard.View{}, Ends: 2 * time.Minute,
	}
}
