package operator

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"jadebox/actors/operators"
	"jadebox/actors/player/limits"
	"jadebox/store"
	"jadebox/store/memory"
)

// What makes no op of its own goes only with one that the operator signs, also where there are no operators: a command
// is tried there first.
func TestWhatACommandWritesBesideItsOpsComesAfterAnOpOfThatPlayer(t *testing.T) {
	db := memory.New(memory.Options{})
	now := time.Unix(1_900_000_000, 0).UTC()
	player := func(name string) store.PlayerID {
		t.Helper()
		p, err := db.Register(t.Context(), store.NewPlayer{Name: name, At: now}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return p.ID
	}
	who, other := player("first"), player("second")
	ledger := signed(db, nil)
	Free(ledger)
	phone := ""
	writes := func(p store.PlayerID) map[string]error {
		_, sessions := ledger.DeleteSessions(t.Context(), p)
		return map[string]error{
			"sessions": sessions,
			"contact":  ledger.SetContact(t.Context(), p, store.ContactChange{Phone: &phone}),
			"factors":  ledger.PutFactors(t.Context(), p, []store.FactorKind{store.FactorApp}, nil),
		}
	}
	for name, err := range writes(who) {
		if !errors.Is(err, ErrUnsigned) {
			t.Errorf("%s before any op: %v", name, err)
		}
	}
	op, err := limits.Act{Player: who, Do: limits.DoEndSessions, Author: "ana", Reason: "why",
		AtMS: now.UnixMilli()}.Op(limits.KindSupport, 0)
	if err == nil {
		_, err = ledger.Commit(t.Context(), op)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range writes(who) {
		if err != nil {
			t.Errorf("%s after the op: %v", name, err)
		}
	}
	for name, err := range writes(other) {
		if !errors.Is(err, ErrUnsigned) {
			t.Errorf("%s of another player: %v", name, err)
		}
	}
	avatar, role := "/a.svg", store.RoleStreamer
	for name, change := range map[string]store.ProfileChange{"an avatar": {Avatar: &avatar},
		"an avatar beside a role": {Avatar: &avatar, Roles: &role}, "nothing": {}} {
		if err := ledger.SetProfile(t.Context(), who, change); !errors.Is(err, ErrUnsigned) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := ledger.SetProfile(t.Context(), who, store.ProfileChange{Roles: &role}); err != nil {
		t.Error(err)
	}
}

// A worth that is not said would be 0, which every limit lets pass.
func TestACommandThatHasNotSaidWhatItsActIsWorthWritesNothing(t *testing.T) {
	db, at := memory.New(memory.Options{}), time.Unix(1_900_000_000, 0).UTC()
	role, op := store.RoleStreamer, &store.Op{Key: "test:1", Kind: "test.act", At: at}
	p, err := db.Register(t.Context(), store.NewPlayer{Name: "first"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	writes := func(ledger Ledger) map[string]error {
		_, commit := ledger.Commit(t.Context(), op)
		submit := make(chan error, 1)
		ledger.Submit(op, func(_ store.Receipt, err error) { submit <- err })
		return map[string]error{"commit": commit, "submit": <-submit,
			"profile": ledger.SetProfile(t.Context(), p.ID, store.ProfileChange{Roles: &role}),
			"catalogue": ledger.ChangeCatalogue(t.Context(), func(store.Rules) (*store.CatalogueChange, error) {
				return &store.CatalogueChange{Author: "ana",
					FromMS: at.UnixMilli(), Items: []store.ItemChange{{
						Def: store.ItemDef{ID: 1, Slug: "one", PriceCents: 100}, New: true}}}, nil
			})}
	}
	for name, err := range writes(signed(db, nil)) {
		if !errors.Is(err, ErrWorth) {
			t.Errorf("%s: %v", name, err)
		}
	}
	told := signed(db, nil)
	if err := Above(t.Context(), told, 100); err != nil {
		t.Fatal(err)
	}
	for name, err := range writes(told) {
		if err != nil {
			t.Errorf("%s, once it was said: %v", name, err)
		}
	}
}

// Submit commits on goroutines of its own. Seen by the race detector, and without it by a day that is counted twice:
// the second of two that both count it is refused.
func TestOpsThatAreSubmittedAtOnceAreSignedOneAfterTheOther(t *testing.T) {
	at := time.Unix(1_900_000_000, 0).UTC()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	db := memory.New(memory.Options{})
	ledger := signed(db, &operators.Acting{Roster: &operators.Roster{},
		By: operators.Signer{Name: "ana", Key: key}, Now: func() time.Time { return at }})
	ledger.tell()
	ledger.today = &operators.DaySum{Operator: "ana", Day: operators.DayOf(at), AtMS: at.UnixMilli()}
	const n = 20
	answers := make(chan error, n)
	for i := range n {
		ledger.Submit(&store.Op{Key: fmt.Sprint("test:", i), Kind: "test.act", At: at},
			func(_ store.Receipt, err error) { answers <- err })
	}
	for range n {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
	if held, err := ledger.acting.Today(t.Context(), operators.FromLedger(db)); err != nil || held.N != 1 {
		t.Errorf("the day is counted %d times: %v", held.N, err)
	}
}

// What only reads changes nothing, and what makes the first operator makes nothing else.
func TestALookAndTheFirstOperatorWriteNothingElse(t *testing.T) {
	db := memory.New(memory.Options{})
	s := &Session{Store: db, Now: time.Now}
	change := func(store.Rules) (*store.CatalogueChange, error) { return &store.CatalogueChange{}, nil }
	if err := s.With(t.Context(), Database{}, func(look View) error {
		if _, writes := look.(store.Ledger); writes {
			t.Error("what only reads can commit")
		}
		return look.ChangeCatalogue(t.Context(), change)
	}); !errors.Is(err, ErrUnsigned) {
		t.Errorf("the catalogue is changed by a look: %v", err)
	}
	if err := s.ActOrBegin(t.Context(), Database{}, By{}, func(to operators.Ledger) error {
		_, err := to.Commit(t.Context(), &store.Op{Key: "test:1", Kind: "test.act"})
		return err
	}, nil); !errors.Is(err, ErrUnsigned) {
		t.Errorf("an op is committed for the first operator: %v", err)
	}
}

// What is signed says all that was asked for, but where: of a file its name.
func TestNothingThatAnOperatorAskedForIsLeftOutOfWhatIsSigned(t *testing.T) {
	for _, file := range [][]string{{"--file", "/keys/bob.key"}, {"--file=/keys/bob.key"}} {
		s := &Session{Args: slices.Concat([]string{"operators", "--data", "d", "add", "bob"}, file,
			[]string{"--operator-key=k", "--note", "asked"})}
		want := []string{"operators", "add", "bob", "--file=bob.key", "--note", "asked", "--as=ana"}
		if is := s.command(By{Key: Key{As: "ana"}}); !slices.Equal(is, want) {
			t.Errorf("%q is signed as %q", s.Args, is)
		}
	}
}
