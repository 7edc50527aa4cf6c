package lobby_test

import (
	"fmt"
	"testing"
	"time"

	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/lists/lobby"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// The lobby under test is the one of the lucky cards.
type world struct{ *rig.Rig }

func inWorld(t *testing.T, f func(w world)) {
	t.Helper()
	rig.Run(t, func(_ *testing.T, r *rig.Rig) { f(world{r}) })
}

// wake starts the lobby and waits until its decks are shuffled and it has looked again.
func (w world) wake() {
	w.Helper()
	w.Dir.Post(luckycard.LobbyKind, lobby.ID, directory.Wake{}, nil)
	time.Sleep(20 * time.Second)
	w.Settle()
}

// stock is the open room of each deck, as it is published and as the store has it; there must be one of each.
func (w world) stock() map[string]string {
	w.Helper()
	told := map[string]string{}
	for _, c := range rig.Do[[]protocol.LuckycardSummary](w.Rig, luckycard.LobbyKind, lobby.ID, lobby.List{}) {
		if told[c.Deck] != "" {
			w.Fatalf("rooms %s and %s of deck %s are listed", told[c.Deck], c.ID, c.Deck)
		}
		told[c.Deck] = c.ID
	}
	open, err := w.Engine.OpenRooms(w.Context(), luckycard.Kind)
	if err != nil || len(open) != len(luckycard.Templates()) || len(told) != len(open) {
		w.Fatalf("%d rooms are open, %v listed, of decks %v (%v)", len(open), told, luckycard.Templates(), err)
	}
	for _, deck := range luckycard.Templates() {
		if told[deck] == "" {
			w.Fatalf("no room of deck %s", deck)
		}
	}
	return told
}

func (w world) created() int { return len(w.Ops("luckycard.create")) }

// win turns cards of a room until its top prize goes.
func (w world) win(id string, p store.PlayerID) {
	w.Helper()
	for place := range 100 {
		v := rig.Do[protocol.LuckycardSnapshot](w.Rig, luckycard.Kind, id, luckycard.View{})
		got := rig.Do[luckycard.Flipped](w.Rig, luckycard.Kind, id,
			luckycard.Flip{Key: fmt.Sprint("flip-", id, "-", place), Player: p, Place: place,
				PriceCents: v.Summary.PriceCents})
		if got.Over {
			return
		}
	}
	w.Fatalf("deck %s has no top prize", id)
}

// killedBeforeOpening wins a deck and kills the process that is about to open the next one: its op never left it.
func (w world) killedBeforeOpening(win func()) {
	w.Helper()
	met, dead := false, make(chan struct{})
	w.SetBeforeSubmit(func(op *store.Op) {
		if op.Kind != "luckycard.create" || met {
			return
		}
		met = true
		<-dead
		panic("of a process that is no more")
	})
	win()
	w.Settle()
	if !met {
		w.Fatal("no room was about to be opened")
	}
	opened := w.created()
	w.Crash()
	close(dead)
	w.Settle()
	if n := w.created(); n != opened {
		w.Fatalf("%d rooms were opened before the lobby woke up", n-opened)
	}
	w.wake()
}

const won = "lotus"

// TestADeckThatIsWonIsFollowedByOne wins a deck and disturbs the moment in which the next one is opened in every way
// there is.
func TestADeckThatIsWonIsFollowedByOne(t *testing.T) {
	fault := func(f memory.Fault) func(w world, win func()) {
		return func(w world, win func()) {
			met := false
			w.SetFault(func(op *store.Op) memory.Fault {
				if op.Kind != "luckycard.create" || met {
					return memory.NoFault
				}
				met = true
				return f
			})
			win()
			time.Sleep(time.Second)
			w.Settle()
			if !met {
				w.Fatal("no room was opened")
			}
		}
	}
	for name, disturbed := range map[string]func(w world, win func()){
		"undisturbed":                    func(_ world, win func()) { win() },
		"restarted before":               func(w world, win func()) { w.Crash(); win() },
		"killed before it is opened":     world.killedBeforeOpening,
		"the room is refused":            fault(memory.RefuseBefore),
		"its fate is unknown, it is not": fault(memory.UnknownNotApplied),
		"its fate is unknown, it is":     fault(memory.UnknownApplied),
		"killed while it is opened": func(w world, win func()) {
			fault(memory.UnknownNotApplied)(w, win)
			w.Crash()
			w.wake()
		},
		"killed as soon as it is open": func(w world, win func()) {
			fault(memory.UnknownApplied)(w, win)
			w.Crash()
			w.wake()
		},
		"two processes": func(w world, win func()) {
			first := w.Dir
			w.Start() // the first one goes on
			w.wake()
			win()
			time.Sleep(20 * time.Second)
			w.Settle()
			w.Dir, first = first, w.Dir
			w.Drain()
			w.Dir = first
		},
		"the lobby falls over": func(w world, win func()) {
			met := false
			w.SetBeforeSubmit(func(op *store.Op) {
				if op.Kind == "luckycard.create" && !met {
					met = true
					panic("planted")
				}
			})
			win()
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w world) {
				p := w.Player(1_000_000)
				w.wake()
				before := w.stock()
				if n := w.created(); n != len(before) {
					t.Fatalf("%d rooms were opened for %d decks", n, len(before))
				}
				disturbed(w, func() { w.win(before[won], p) })
				time.Sleep(20 * time.Second)
				w.Settle()
				after := w.stock()
				if after[won] == before[won] {
					t.Error("the deck that was won is still open")
				}
				for deck, id := range before {
					if deck != won && after[deck] != id {
						t.Errorf("deck %s was room %s and is room %s", deck, id, after[deck])
					}
				}
				if n := w.created(); n != len(before)+1 {
					t.Errorf("%d rooms were opened, want %d", n, len(before)+1)
				}
			})
		})
	}
}

// TestDecksFollowEachOther wins one deck after another, with a crash before each that follows.
func TestDecksFollowEachOther(t *testing.T) {
	inWorld(t, func(w world) {
		p := w.Player(1_000_000)
		w.wake()
		seen := map[string]bool{}
		for range 4 {
			id := w.stock()[won]
			if seen[id] {
				t.Fatalf("room %s came twice", id)
			}
			seen[id] = true
			w.killedBeforeOpening(func() { w.win(id, p) })
		}
		w.stock()
		if n, want := w.created(), len(luckycard.Templates())+4; n != want {
			t.Errorf("%d rooms were opened, want %d", n, want)
		}
	})
}

// TestTwoLobbiesOpenOneRoomOfEach starts the lobbies of two processes in one moment, at the start and again when a
// deck is won.
func TestTwoLobbiesOpenOneRoomOfEach(t *testing.T) {
	inWorld(t, func(w world) {
		p := w.Player(1_000_000)
		first := w.Dir
		w.Start()
		defer func() {
			second := w.Dir
			w.Dir = first
			w.Drain()
			w.Dir = second
		}()
		first.Post(luckycard.LobbyKind, lobby.ID, directory.Wake{}, nil)
		w.wake()
		before := w.stock()
		if n := w.created(); n != len(before) {
			t.Fatalf("%d rooms were opened for %d decks", n, len(before))
		}
		w.win(before[won], p)
		time.Sleep(20 * time.Second)
		w.Settle()
		if after := w.stock(); after[won] == before[won] || w.created() != len(before)+1 {
			t.Errorf("rooms %v and then %v, %d were opened", before, after, w.created())
		}
	})
}
