package promotion_test

import (
	"encoding/json"
	"testing"

	"jadebox/actors/rewards/promotion"
	"jadebox/store"
)

// An auditor finds a commission of one's own recharge, of a share that no settings allow, and of another amount than
// its share, also where key, result and entry agree.
func TestACommissionIsOfAnothersRechargeAndOfAShareThatMayBe(t *testing.T) {
	const inviter = store.PlayerID(7)
	for _, kind := range []string{promotion.KindPay, promotion.KindBack} {
		of := func(invitee store.PlayerID, gems, share, cents int64) promotion.Commission {
			return promotion.Commission{Invitee: invitee, Order: 4, GemsCents: gems, SharePPM: share, Cents: cents}
		}
		for name, c := range map[string]struct {
			promotion.Commission
			want bool
		}{
			"the standard":          {of(8, 1_099, 10_000, 10), true},
			"the largest share":     {of(8, 100, 200_000, 20), true},
			"a larger one":          {of(8, 1_000_000, 200_001, 200_001), false},
			"more than the share":   {of(8, 1_099, 10_000, 11), false},
			"less than the share":   {of(8, 1_099, 10_000, 9), false},
			"of one's own recharge": {of(7, 1_000, 10_000, 10), false},
		} {
			result, err := json.Marshal(c.Commission)
			if err != nil {
				t.Fatal(err)
			}
			op := &store.Op{Player: inviter, Kind: kind, Key: promotion.PayKey(c.Invitee, 4), Result: result,
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(inviter),
					AmountCents: c.Cents}}}
			if kind == promotion.KindBack {
				op.Key = promotion.BackKey(c.Invitee, 4)
				op.Postings[0].Debit, op.Postings[0].Credit = op.Postings[0].Credit, op.Postings[0].Debit
			}
			if promotion.Right(op) != c.want {
				t.Errorf("%s of %s: right is %v", kind, name, !c.want)
			}
			if !c.want {
				continue
			}
			for what, spoil := range map[string]func(*store.Op){
				"another order":    func(op *store.Op) { op.Key = promotion.PayKey(c.Invitee, 5) },
				"another inviter":  func(op *store.Op) { op.Player = 9 },
				"nobody's":         func(op *store.Op) { op.Player = 0 },
				"paid twice":       func(op *store.Op) { op.Postings = append(op.Postings, op.Postings[0]) },
				"without a result": func(op *store.Op) { op.Result = nil },
			} {
				bad := *op
				if spoil(&bad); promotion.Right(&bad) {
					t.Errorf("%s of %s, %s, is right", kind, name, what)
				}
			}
		}
	}
}
