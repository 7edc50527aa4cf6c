//go:build unix

package audit_test

import (
	"encoding/json"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/wishtree"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/audit"
)

// A wish card of the wish tree is taken once more when a reset voucher was used for it, however long before: no other
// voucher does, nor one that is only said to be a reset voucher, nor one that is still there.
func TestAWishCardTakenOnceMoreNeedsAResetVoucher(t *testing.T) {
	claim := "wish:tree:" + at.Format(time.DateOnly) + ":open"
	vouchers := map[prize.Kind]prize.Voucher{}
	for _, c := range prize.Standard().Vouchers {
		vouchers[c.Kind] = c
	}
	for name, c := range map[string]struct {
		given, said prize.Kind
		used        bool
		key         string
		want        int
	}{
		"a reset card":             {prize.Reset, prize.Reset, true, player.ResetKey(claim), 0},
		"a chart's card":           {prize.TrendChart, prize.TrendChart, true, player.ResetKey(claim), 1},
		"a chart's card as one":    {prize.TrendChart, prize.Reset, true, player.ResetKey(claim), 1},
		"a reset card that is not": {prize.Reset, prize.Reset, false, player.ResetKey(claim), 1},
		"another task's": {prize.Reset, prize.Reset, true,
			player.ResetKey("wish:tree:" + at.Format(time.DateOnly) + ":battle"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.MigratedDSN(t)
			for _, e := range []interface {
				store.Engine
				store.Auditable
			}{memory.New(memory.Options{}), engine(t, dsn)} {
				players, _, _ := play(t, e)
				p := players[0]
				commit := func(op *store.Op) store.Receipt {
					op.Player, op.At = p, at
					rec, err := e.Commit(t.Context(), op)
					if err != nil {
						t.Fatal(err)
					}
					return rec
				}
				voucher := commit(&store.Op{Key: "voucher", Kind: "test.give",
					NewItems: []store.NewItem{{Owner: p, Def: vouchers[c.given].Def(),
						Source: store.FromReward}}}).ItemID(0)
				took := []store.Posting{{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(p), AmountCents: 1}}
				commit(&store.Op{Key: claim, Kind: wishtree.KindClaim, Postings: took})
				result, err := json.Marshal(player.VoucherUsed{Item: voucher, Voucher: vouchers[c.said],
					Target: "wish:open"})
				if err != nil {
					t.Fatal(err)
				}
				use := &store.Op{Key: c.key, Kind: player.KindUseVoucher, Result: result}
				if c.used {
					use.Moves = []store.ItemMove{{Item: voucher, From: store.ItemPlace{Owner: p},
						To: store.ItemPlace{Owner: p, Status: store.ItemReplaced}}}
				}
				commit(use)
				live := audit.NewLive(e, audit.Options{Now: clock})
				if _, err := live.Pass(t.Context()); err != nil { // the voucher was used before what it looks at
					t.Fatal(err)
				}
				commit(&store.Op{Key: claim + ":again", Kind: wishtree.KindClaim, Postings: took})
				pass, err := live.Pass(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				for name, r := range map[string]*audit.Report{"live": pass, "full": check(t, e, audit.Options{})} {
					if r.Counts[audit.Claims] != c.want || r.Total() != c.want {
						t.Errorf("%s audit of %T: %+v", name, e, r.Violations)
					}
				}
			}
		})
	}
}

// Tokens of the activity come under the key of their step, on their day, from the house.
func TestSeesTokensThatWereNotEarned(t *testing.T) {
	day := at.UTC().Format(time.DateOnly)
	result := []byte(`{"season":"s","day":"` + day + `","type":2,"step":0,"tokens":3}`)
	for _, c := range []struct {
		key    string
		tokens int64
		want   int
	}{
		{"active:claim:s:" + day + ":2:0", 3, 0},
		{"active:claim:s:" + day + ":2:0", 4, 1},
		{"active:claim:s:" + day + ":2:1", 3, 1},
		{"active:claim:s:2020-01-01:2:0", 3, 1},
		{"client-key", 3, 1},
	} {
		e := memory.New(memory.Options{})
		players, _, _ := play(t, e)
		_, err := e.Commit(t.Context(), &store.Op{Player: players[0], Key: c.key, Kind: active.KindClaim, At: at,
			Result: result,
			Postings: []store.Posting{{Debit: store.HouseTokens, Credit: store.PlayerTokens(players[0]),
				AmountCents: c.tokens}}})
		if err != nil {
			t.Fatal(err)
		}
		if r := check(t, e, audit.Options{}); r.Counts[audit.Claims] != c.want || r.Total() != c.want {
			t.Errorf("%d tokens under %q: %+v", c.tokens, c.key, r.Violations)
		}
	}
}

// A commission goes back when it was paid, as it was paid, and its recharge was taken back.
func TestACommissionGoesBackForAReason(t *testing.T) {
	for name, c := range map[string]struct {
		paid, failed bool
		cents        int64 // of the way back
		want         int
	}{
		"taken back":          {true, true, 30, 0},
		"never paid":          {false, true, 30, 1},
		"not taken back":      {true, false, 30, 1},
		"other than was paid": {true, true, 15, 1},
	} {
		t.Run(name, func(t *testing.T) {
			e := memory.New(memory.Options{})
			players, _, _ := play(t, e)
			host, guest := players[0], players[1]
			o := bought(t, e, guest, true)
			commit := func(op *store.Op, after time.Duration) {
				op.At = at.Add(after)
				if _, err := e.Commit(t.Context(), op); err != nil {
					t.Fatal(err)
				}
			}
			result := func(cents int64) []byte {
				text, _ := json.Marshal(promotion.Commission{Invitee: guest, Order: o.ID, GemsCents: 1_000,
					SharePPM: cents * 1_000, Cents: cents})
				return text
			}
			entry := store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(host), AmountCents: 30}
			if c.paid {
				commit(&store.Op{Player: host, Key: promotion.PayKey(guest, o.ID), Kind: promotion.KindPay,
					Result: result(30), Postings: []store.Posting{entry}}, time.Minute)
			}
			if c.failed {
				takeBack(t, e, guest, o, 2*time.Minute)
			}
			live := audit.NewLive(e, audit.Options{Now: clock})
			if _, err := live.Pass(t.Context()); err != nil { // what it goes back for was before what it looks at
				t.Fatal(err)
			}
			commit(&store.Op{Player: host, Key: promotion.BackKey(guest, o.ID), Kind: promotion.KindBack,
				Result:   result(c.cents),
				Postings: []store.Posting{{Debit: entry.Credit, Credit: entry.Debit, AmountCents: c.cents}}},
				3*time.Minute)
			pass, err := live.Pass(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for name, r := range map[string]*audit.Report{"live": pass, "full": check(t, e, audit.Options{})} {
				if r.Counts[audit.Claims] != c.want || r.Total() != c.want {
					t.Errorf("%s audit: %+v", name, r.Violations)
				}
			}
		})
	}
}
