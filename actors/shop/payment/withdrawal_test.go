package payment_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
)

const pixKey = "a@example.com"

// owner is a player with R$.
func (s *shop) owner(cents int64) store.PlayerID {
	s.Helper()
	p := s.Player(1)
	if _, err := s.Engine.Commit(s.Context(), &store.Op{Player: p, Key: "real", Kind: "test.real", At: time.Now(),
		Postings: []store.Posting{{Debit: store.HouseReal, Credit: store.PlayerReal(p),
			AmountCents: cents}}}); err != nil {
		s.Fatal(err)
	}
	return p
}

func (s *shop) real(p store.PlayerID) int64 {
	s.Helper()
	cents, err := s.Engine.Balance(s.Context(), store.PlayerReal(p))
	if err != nil {
		s.Fatal(err)
	}
	return cents
}

func (s *shop) withdraw(p store.PlayerID, key string, cents int64, to string) (payment.Requested, error) {
	return payment.Withdraw(s.Context(), s.Engine, s.Dir, time.Now(), p, key, cents, to)
}

func TestAWithdrawalKeepsToItsBounds(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.owner(2_000_000)
		long := strings.Repeat("k", 77)
		for i, c := range []struct {
			cents int64
			to    string
			want  protocol.Code
		}{
			{999, pixKey, protocol.CodeWithdrawAmount}, {1_000, pixKey, protocol.OK},
			{500_000, pixKey, protocol.OK}, {500_001, pixKey, protocol.CodeWithdrawAmount},
			{-1_000, pixKey, protocol.CodeWithdrawAmount}, {1_000, "", protocol.CodeWithdrawAmount},
			{1_000, "abcd", protocol.CodeWithdrawAmount}, {1_000, "abcde", protocol.OK},
			{1_000, long, protocol.OK}, {1_000, long + "k", protocol.CodeWithdrawAmount},
			{1_000, "a b@example.com", protocol.CodeWithdrawAmount},
			{1_000, "joão@example.com", protocol.CodeWithdrawAmount},
			{1_000, "a@example.com\n", protocol.CodeWithdrawAmount},
		} {
			before := s.real(p)
			_, err := s.withdraw(p, fmt.Sprint("w", i), c.cents, c.to)
			taken := int64(0)
			if c.want == protocol.OK {
				taken = c.cents
			}
			if apierr.Code(err) != c.want || s.real(p) != before-taken {
				t.Errorf("%d to %q: %v, and %d are taken", c.cents, c.to, err, before-s.real(p))
			}
		}
	})
}

func TestAWithdrawalThatIsAskedForAgainIsOne(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.owner(2_500)
		first, err := s.withdraw(p, "one", 1_000, pixKey)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := s.withdraw(p, "one", 1_000, pixKey); err != nil || again != first || s.real(p) != 1_500 {
			t.Errorf("%+v, not %+v: %v; %d left", again, first, err, s.real(p))
		}
		for _, c := range []struct {
			cents int64
			to    string
		}{{1_001, pixKey}, {1_000, "b@example.com"}} {
			if _, err := s.withdraw(p, "one", c.cents, c.to); apierr.Code(err) != protocol.CodeKeyReused {
				t.Errorf("its key for %d to %s: %v", c.cents, c.to, err)
			}
		}
		if _, err := s.withdraw(p, "two", 1_501, pixKey); err == nil || s.real(p) != 1_500 {
			t.Errorf("more than there is: %v; %d left", err, s.real(p))
		}
	})
}

// Each step of a payout is taken once, in its order, and what was paid never comes back.
func TestAWithdrawalGoesItsStepsInOrder(t *testing.T) {
	type made struct {
		step   string
		status int // after it; -1: it is refused
		left   int64
	}
	for name, steps := range map[string][]made{
		"paid": {{payment.Pay, -1, 0}, {"none", -1, 0}, {payment.Approve, payment.StatusProgress, 0},
			{payment.Approve, -1, 0}, {payment.Pay, payment.StatusDone, 0}, {payment.Pay, -1, 0},
			{payment.GiveBack, -1, 0}, {payment.Approve, -1, 0}},
		"refused": {{payment.GiveBack, payment.StatusRejected, 1_000}, {payment.GiveBack, -1, 1_000},
			{payment.Approve, -1, 1_000}, {payment.Pay, -1, 1_000}},
		"failed": {{payment.Approve, payment.StatusProgress, 0}, {payment.GiveBack, payment.StatusFailed, 1_000},
			{payment.Pay, -1, 1_000}, {payment.GiveBack, -1, 1_000}},
	} {
		t.Run(name, func(t *testing.T) {
			inShop(t, func(s *shop) {
				p := s.owner(1_000)
				r, err := s.withdraw(p, "one", 1_000, pixKey)
				if err != nil {
					t.Fatal(err)
				}
				for i, c := range steps {
					w, err := payment.Decide(s.Context(), s.Engine, time.Now(), r.ID, c.step, "note "+c.step)
					if refused := errors.Is(err, payment.ErrWithdrawalState); refused != (c.status < 0) ||
						!refused && (err != nil || w.Status != c.status || w.Note != "note "+c.step) ||
						s.real(p) != c.left {
						t.Errorf("step %d, %s: %+v, %v; %d on the balance", i, c.step, w, err, s.real(p))
					}
				}
			})
		})
	}
}

func TestOnlyWhatNobodyHasReviewedInTimeComesBack(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.owner(3_000)
		var ids []store.RoomID
		for i := range 3 {
			r, err := s.withdraw(p, fmt.Sprint("w", i), 1_000, pixKey)
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, r.ID)
			time.Sleep(time.Hour)
		}
		if _, err := payment.Decide(s.Context(), s.Engine, time.Now(), ids[0], payment.Approve, ""); err != nil {
			t.Fatal(err)
		}
		end := time.Now().Add(-2 * time.Hour).Add(30 * 24 * time.Hour) // of the second
		for _, c := range []struct {
			at   time.Time
			n    int
			left int64
		}{{end.Add(-1), 0, 0}, {end, 1, 1_000}, {end.Add(time.Minute), 0, 1_000}, {end.Add(time.Hour), 1, 2_000},
			{end.AddDate(11, 0, 0), 0, 2_000}} {
			n, err := payment.GiveBackLate(s.Context(), s.Engine, s.Dir, c.at)
			if err != nil || n != c.n || s.real(p) != c.left {
				t.Errorf("at %v: %d came back, %d on the balance, %v", c.at, n, s.real(p), err)
			}
		}
		room, err := s.Engine.Room(s.Context(), ids[1])
		if err != nil {
			t.Fatal(err)
		}
		if w, err := payment.ReadWithdrawal(room); err != nil || w.Status != payment.StatusRejected || w.Reviewed {
			t.Errorf("%+v, %v", w, err)
		}
	})
}
