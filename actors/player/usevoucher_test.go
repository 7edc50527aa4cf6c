package player_test

import (
	"fmt"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// Two vouchers of a kind whose effect lasts some hours, 200 requests at once, half of them under one key for each
// voucher: one voucher goes and one effect begins, whatever the store says and if the process is killed between the
// commit and the answer.
func TestAVoucherThatLastsIsUsedOnce(t *testing.T) {
	for _, kind := range []prize.Kind{prize.OpenBox, prize.TrendChart} {
		for _, dies := range []bool{false, true} {
			for _, f := range []memory.Fault{memory.NoFault, memory.UnknownApplied, memory.UnknownNotApplied,
				memory.RefuseBefore} {
				if dies && (f == memory.NoFault || f == memory.RefuseBefore) {
					continue // all of them are answered before it is killed
				}
				t.Run(fmt.Sprint(kind, " fault ", f, " dies ", dies), func(t *testing.T) {
					rig.Run(t, func(t *testing.T, r *rig.Rig) { useOnce(t, r, kind, f, dies) })
				})
			}
		}
	}
}

func useOnce(t *testing.T, r *rig.Rig, kind prize.Kind, f memory.Fault, dies bool) {
	p := r.Player(10_000)
	id := player.ID(p)
	time.Sleep(10 * time.Second)
	vouchers := r.Gift(p, prize.Prize{Kind: kind, Num: 2})
	use := func(key string, voucher int, dir directory.Directory) (player.VoucherUsed, error) {
		return directory.Ask[player.VoucherUsed](t.Context(), dir, player.Kind, id,
			player.UseVoucher{Key: key, Voucher: vouchers[voucher]})
	}
	hits := r.Storm(player.KindUseVoucher, f, dies, func(i int, dir directory.Directory) {
		key := fmt.Sprint("same-", i%2)
		if i < 100 {
			key = fmt.Sprint("other-", i)
		}
		_, _ = use(key, i%2, dir)
	})
	for i := range vouchers { // if the process has died before anything was applied, this is the first
		_, _ = use("last", i, r.Dir)
	}
	ops := r.Ops(player.KindUseVoucher)
	if len(ops) != 1 || hits == 0 {
		t.Fatalf("%d cards were used, %d ops were hit", len(ops), hits)
	}
	used, err := use(ops[0].Key, int(ops[0].Moves[0].Item-vouchers[0]), r.Dir)
	if err != nil || used.Op != ops[0].ID || used.Item != ops[0].Moves[0].Item {
		t.Errorf("its repetition is answered %+v, %v", used, err)
	}
	for i, voucher := range vouchers {
		want := protocol.CodeVoucherActive
		if voucher == used.Item {
			want = protocol.CodeVoucherUsed
		}
		_, err := use("new", i, r.Dir)
		r.Refused(err, want)
	}
	held := func(from, to store.DefID) int {
		_, n, err := r.Engine.Vouchers(t.Context(), store.VoucherQuery{Owner: p, From: from, To: to, Held: true,
			Page: store.Page{Limit: 1}})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if left, effects := held(store.VoucherBase, prize.VouchersTo), held(prize.VouchersTo, prize.EffectsTo); left != 1 ||
		effects != 1 {
		t.Errorf("%d cards are left, %d effects began", left, effects)
	}
	now := rig.Do[prize.InForce](r, player.Kind, id, player.Effects{})
	until, none := now.DiscountUntil, now.ChartUntil
	if kind == prize.TrendChart {
		until, none = none, until
	}
	if until.UnixMilli() != used.EndsMS || !none.IsZero() {
		t.Errorf("in force is %+v, the answer said until %d", now, used.EndsMS)
	}
}
