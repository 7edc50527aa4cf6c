//go:build unix

package audit_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"testing"
	"time"

	"jadebox/actors/operators"
	"jadebox/actors/player/limits"
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

// staffed makes two operators of a copy of the world, with a limit of 10 gems above which a second one is needed.
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
		h.ok(s.set(s.acting(s.ana, 0), operators.SecondAbove.Name, `{"cents":1000}`))
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
	return &operators.Acting{Roster: roster, By: by, Command: []string{"settings", "set"}, Ask: ask,
		Now: func() time.Time { return s.end }}
}

// set sets a setting, signed by who acts; nil: by nobody.
func (s *staff) set(by *operators.Acting, name, value string) error {
	s.Helper()
	now, err := s.db.Settings(s.Context())
	s.ok(err)
	ctx, author := s.Context(), "ana"
	if by != nil {
		author = by.By.Name
		ctx = store.Witnessed(ctx, func(ctx context.Context, op *store.Op) error { return by.Sign(ctx, s.db, op) })
	}
	_, err = s.db.SetSetting(ctx, store.SettingChange{Name: name, Stamp: now.Stamp, Value: []byte(value), At: s.end,
		Author: author, Note: "why"})
	return err
}

// support ends the sessions of the first account in somebody's name, signed when by is given.
func (s *staff) support(author string, by *operators.Acting) {
	s.Helper()
	op, err := limits.Act{Player: 1, Do: limits.DoEndSessions, Author: author, Reason: "asked for",
		AtMS: s.end.UnixMilli()}.Op(limits.KindSupport, 0)
	s.ok(err)
	if by != nil {
		s.ok(by.Sign(s.Context(), s.db, op))
	}
	_, err = s.db.Commit(s.Context(), op)
	s.ok(err)
}

// asked is a request of an operator's.
func (s *staff) asked(by operators.Signer) operators.Ask {
	s.Helper()
	a := s.acting(by, 0)
	a.Worth = operators.Whatever
	ask, err := a.Wait(s.Context(), s.db, nil)
	s.ok(err)
	return ask
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
		s.support("bob", s.acting(s.bob, 0))
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
	{name: "a request approved by who has asked", want: audit.Operators, do: ofStaff(func(s *staff) {
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
		s.approved(s.asked(s.ana).N, s.bob, `{"markupPpm":40000}`)
		_, err := operators.Retire(s.Context(), s.db, s.ana, "bob", s.end.Add(time.Second))
		s.ok(err)
	})()
	if r := auditAt(t, dsn, end); !r.OK() {
		t.Errorf("%+v", r.Violations)
	}
}
