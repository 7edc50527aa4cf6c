//go:build unix

package audit_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"testing"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/operators"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/props"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/audit"
)

// staff is a site with two operators, in the engine that a tampering has opened.
type staff struct {
	*handTamper
	db       *postgres.Engine
	ana, bob operators.Signer
}

// staffed makes two operators of a copy of the world, with a limit of 10 gems above which a second one is needed, and
// of 15 in a day.
func (h *handTamper) staffed(do func(s *staff)) func() {
	return func() {
		db, err := postgres.Open(h.Context(), h.dsn, postgres.Options{Writers: 1})
		h.ok(err)
		defer db.Close()
		s := &staff{handTamper: h, db: db, ana: h.signer("ana"), bob: h.signer("bob")}
		for _, o := range []operators.Signer{s.ana, s.bob} {
			_, err := operators.Add(h.Context(), db, s.ana, o.Name, o.Key.Public().(ed25519.PublicKey), h.end)
			h.ok(err)
		}
		h.ok(s.set(s.acting(s.ana, 0), operators.SecondAbove.Name, `{"cents":1000,"dayCents":1500}`))
		do(s)
	}
}

func (h *handTamper) signer(name string) operators.Signer {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	h.ok(err)
	return operators.Signer{Name: name, Key: key}
}

func (s *staff) acting(by operators.Signer, ask int64) *operators.Acting {
	s.Helper()
	roster, err := operators.ReadRoster(s.Context(), operators.FromLedger(s.db))
	s.ok(err)
	return &operators.Acting{Roster: roster, By: by, Ask: ask, Now: func() time.Time { return s.end }}
}

// set sets a setting, signed by the operator that acts; nil: unsigned.
func (s *staff) set(by *operators.Acting, name, value string) error {
	s.Helper()
	if by != nil {
		by.Command = []string{"settings", "set", name}
	}
	return s.setAs(by, name, value)
}

// setAs is set by the command that is said.
func (s *staff) setAs(by *operators.Acting, name, value string) error {
	s.Helper()
	now, err := s.db.Settings(s.Context())
	s.ok(err)
	ctx, author := s.Context(), "ana"
	if by != nil {
		if by.Ask == 0 { // the one who asks is the author
			author = by.By.Name
		}
		ctx = store.Witnessed(ctx, func(ctx context.Context, op *store.Op) error { return by.Sign(ctx, s.db, op) })
	}
	_, err = s.db.SetSetting(ctx, store.SettingChange{Name: name, Stamp: now.Stamp, Value: []byte(value), At: s.end,
		Author: author, Note: "why"})
	return err
}

// support ends the sessions of the first account in an operator's name, signed when by is given.
func (s *staff) support(author string, by *operators.Acting) {
	s.Helper()
	s.supportAt(s.end, author, by)
}

func (s *staff) supportAt(at time.Time, author string, by *operators.Acting) {
	s.Helper()
	op, err := limits.Act{Player: 1, Do: limits.DoEndSessions, Author: author, Reason: "asked for",
		AtMS: at.UnixMilli()}.Op(limits.KindSupport, 0)
	s.ok(err)
	if by != nil {
		by.Command = []string{"players", "end-sessions"}
		s.ok(by.Sign(s.Context(), s.db, op))
	}
	_, err = s.db.Commit(s.Context(), op)
	s.ok(err)
}

// asked is a request of an operator's, for a setting that moves what play brings.
func (s *staff) asked(by operators.Signer) operators.Ask {
	s.Helper()
	return s.askedFor(by, "mall", operators.Whatever)
}

func (s *staff) askedFor(by operators.Signer, name string, worthCents int64) operators.Ask {
	s.Helper()
	a := s.acting(by, 0)
	a.Worth, a.Command = worthCents, []string{"settings", "set", name}
	ask, err := a.Wait(s.Context(), s.db, nil)
	s.ok(err)
	return ask
}

// roster adds an operator, or retires one for want of a key, once the limit is known to all nodes.
func (s *staff) roster(by operators.Signer, name string, key ed25519.PublicKey, through operators.Ledger) {
	s.Helper()
	_, err := operators.Add(s.Context(), through, by, name, key, s.end.Add(time.Hour))
	s.ok(err)
}

// gives orders a gift for the first account that is said to be of a worth; an item of 0 is none.
func (s *staff) gives(worthCents int64, item store.DefID, prizes ...prize.Prize) {
	s.Helper()
	order := props.Order{ID: "eve", AtMS: s.end.UnixMilli(), Account: value[string](s.handTamper,
		`SELECT name FROM player WHERE id = 1`), Prizes: prizes}
	if item != 0 {
		order.Defs = []store.DefID{item}
	}
	a := s.acting(s.ana, 0)
	a.Worth = worthCents
	today, err := a.Today(s.Context(), operators.FromLedger(s.db))
	s.ok(err)
	s.ok(a.Count(s.Context(), s.db, today))
	s.ok(s.set(a, props.OrdersSetting.Name, string(s.json(props.Orders{Orders: []props.Order{order}}))))
}

// signs is where an operator's op is committed together with what is said of it.
type signs struct {
	*postgres.Engine
	by *operators.Acting
}

// Commit implements operators.Ledger.
func (d signs) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	if err := d.by.Sign(ctx, d.Engine, op); err != nil {
		return store.Receipt{}, err
	}
	return d.Engine.Commit(ctx, op)
}

// approved carries a request out, for a setting that moves what play brings.
func (s *staff) approved(ask int64, by operators.Signer, value string) {
	s.Helper()
	second := s.acting(by, ask)
	if _, _, err := operators.ReadApproval(s.Context(), operators.FromLedger(s.db), second.Roster, ask); err != nil {
		s.ok(second.Approve(s.Context(), s.db))
	}
	s.ok(s.set(second, "mall", value))
}

func ofStaff(do func(s *staff)) func(h *handTamper) { return func(h *handTamper) { h.staffed(do)() } }

// ofOperators are tamperings with who has done what.
var ofOperators = []tampering{
	{name: "an act in an operator's name that nobody has signed", want: audit.Operators,
		do: ofStaff(func(s *staff) { s.support("ana", nil) })},
	{name: "a setting in an operator's name that nobody has signed", want: audit.Operators,
		do: ofStaff(func(s *staff) { s.ok(s.set(nil, "limits", `{}`)) })},
	{name: "an act signed by another key", want: audit.Operators, do: ofStaff(func(s *staff) {
		thief := s.signer("bob")
		s.support("bob", s.acting(thief, 0))
	})},
	{name: "an act signed after its operator has gone", want: audit.Operators, do: ofStaff(func(s *staff) {
		_, err := operators.Retire(s.Context(), s.db, s.ana, "bob", s.end)
		s.ok(err)
		gone := s.acting(s.bob, 0)
		gone.Now = func() time.Time { return s.end.Add(time.Second) }
		s.support("bob", gone)
	})},
	{name: "an operator whom no operator has added", want: audit.Operators, do: ofStaff(func(s *staff) {
		text := s.json(operators.Change{N: 3, Name: "eve", By: "ana", AtMS: s.end.UnixMilli()})
		_, err := s.db.Commit(s.Context(), &store.Op{Key: operators.RosterKey(3), Kind: operators.KindRoster, At: s.end,
			Request: sha256.Sum256(text), Result: text})
		s.ok(err)
	})},
	{name: "a return moved by one operator alone", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.ok(s.set(s.acting(s.ana, 0), "mall", `{"markupPpm":40000}`))
	})},
	{name: "the limit taken away by one operator alone", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.ok(s.set(s.acting(s.ana, 0), operators.SecondAbove.Name, `{}`))
	})},
	{name: "the limit of a day taken away by one operator alone", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.ok(s.set(s.acting(s.ana, 0), operators.SecondAbove.Name, `{"cents":1000}`))
	})},
	{name: "a second operator whom one has added alone", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.roster(s.ana, "eve", s.signer("eve").Key.Public().(ed25519.PublicKey), s.db)
	})},
	{name: "the second operator retired by the other alone", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.roster(s.ana, "bob", nil, s.db)
	})},
	{name: "an act dated before there were operators", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.supportAt(s.end.Add(-1000*time.Hour), "ana", nil)
	})},
	{name: "an act in another operator's name", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.support("bob", s.acting(s.ana, 0))
	})},
	{name: "an act signed as what another command does", want: audit.Operators, do: ofStaff(func(s *staff) {
		a := s.acting(s.ana, s.askedFor(s.ana, "limits", operators.Whatever).N)
		a.By = s.bob
		a.Command = []string{"settings", "set", "limits"}
		s.ok(a.Approve(s.Context(), s.db))
		s.ok(s.setAs(a, "mall", `{"markupPpm":40000}`))
	})},
	{name: "a gift of gems said to be worth less", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.gives(1, 0, prize.Prize{Kind: prize.Diamond, Num: 2000})
	})},
	{name: "a gift of an item said to be worth less", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.gives(1, value[store.DefID](s.handTamper, `SELECT id FROM item_def WHERE price > 1000 LIMIT 1`))
	})},
	{name: "many gifts in a day, each below the limit", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.gives(800, 0, prize.Prize{Kind: prize.Diamond, Num: 800})
		s.gives(900, 0, prize.Prize{Kind: prize.Diamond, Num: 900})
	})},
	{name: "a gift counted for another day", want: audit.Operators, do: ofStaff(func(s *staff) {
		a := s.acting(s.ana, 0)
		a.Day = operators.DayOf(s.end.Add(-48 * time.Hour))
		s.ok(s.set(a, "limits", `{}`))
	})},
	{name: "a rain said to be worth less", want: audit.Operators, do: ofStaff(func(s *staff) {
		a := s.acting(s.ana, 0)
		a.Worth = 1
		s.ok(s.set(a, rain.OrdersSetting.Name, `{"orders":[{"id":"eve","atMs":1,"poolCents":2000}]}`))
	})},
	{name: "a request carried out for more than was asked for", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.approved(s.askedFor(s.ana, "mall", 2000).N, s.bob, `{"markupPpm":40000}`)
	})},
	{name: "a request approved by the operator who has asked", want: audit.Operators, do: ofStaff(func(s *staff) {
		s.asked(s.ana)
		s.ok(s.set(s.acting(s.ana, 1), "mall", `{"markupPpm":40000}`))
	})},
	{name: "a request carried out twice", want: audit.Operators, do: ofStaff(func(s *staff) {
		ask := s.asked(s.ana)
		s.approved(ask.N, s.bob, `{"markupPpm":40000}`)
		s.approved(ask.N, s.bob, `{"markupPpm":50000}`)
	})},
}

func TestWhatOperatorsHaveSignedAndApprovedHolds(t *testing.T) {
	dsn, end := copyOfWorld(t)
	h := &handTamper{T: t, dsn: dsn, end: end}
	h.staffed(func(s *staff) {
		s.support("ana", s.acting(s.ana, 0))
		s.ok(s.set(s.acting(s.bob, 0), "limits", `{}`))
		s.gives(950, 0, prize.Prize{Kind: prize.Diamond, Num: 950})
		s.gives(550, 0, prize.Prize{Kind: prize.Diamond, Num: 550})
		s.approved(s.asked(s.ana).N, s.bob, `{"markupPpm":40000}`)
		a := s.acting(s.ana, 0)
		a.Worth, a.Command = operators.Whatever, []string{"operators", "retire", "bob"}
		ask, err := a.Wait(s.Context(), s.db, nil)
		s.ok(err)
		second := s.acting(s.bob, ask.N)
		second.Command = ask.Command
		s.ok(second.Approve(s.Context(), s.db))
		s.roster(s.bob, "bob", nil, signs{s.db, second})
	})()
	if r := auditAt(t, dsn, end); !r.OK() {
		t.Errorf("%+v", r.Violations)
	}
}
