package storetest

import (
	"fmt"
	"time"

	"jadebox/store"
)

func testInvites(w *world) {
	register := func(name string, by store.PlayerID) store.PlayerID {
		return must(w.e.Register(w.ctx(), store.NewPlayer{Name: name, InvitedBy: by, SpreadCode: name, Avatar: name +
			".svg", Fingerprint: "device " + name,
			UserSeed: "s", At: now}, nil))(w).ID
	}
	host, other := register("Host001", 0), register("Other01", 0)
	var ids []store.PlayerID
	for i := range 5 {
		ids = append(ids, register(fmt.Sprint("Guest0", i), host))
		register(fmt.Sprint("Alien0", i), other)
	}
	page := func(before store.PlayerID, n int) (got []store.PlayerID) {
		for _, i := range must(w.e.Invitees(w.ctx(), host, before, n))(w) {
			got = append(got, i.ID)
		}
		return got
	}
	w.equal("first page", page(0, 2), []store.PlayerID{ids[4], ids[3]})
	w.equal("second page", page(ids[3], 2), []store.PlayerID{ids[2], ids[1]})
	w.equal("last page", page(ids[1], 2), []store.PlayerID{ids[0]})
	w.equal("behind the end", page(ids[0], 2), []store.PlayerID(nil))
	w.equal("an invitee", must(w.e.Invitees(w.ctx(), host, ids[1], 1))(w)[0], store.Invitee{ID: ids[0], Name: "Guest00",
		Avatar: "Guest00.svg", At: now})
	w.equal("count", []int{must(w.e.InviteeCount(w.ctx(), host))(w), must(w.e.InviteeCount(w.ctx(), ids[0]))(w)},
		[]int{5, 0})
	w.equal("nobody's", []int{len(must(w.e.Invitees(w.ctx(), 0, 0, 9))(w)), must(w.e.InviteeCount(w.ctx(), 0))(w)},
		[]int{0, 0})
	w.equal("fingerprint", must(w.e.LoadPlayer(w.ctx(), ids[2]))(w).Fingerprint, "device Guest02")

	for i, key := range []string{"sum:1:a", "sum:1:b", "sum:10:a", "sum;1", "su"} {
		result := fmt.Sprintf(`{"cents":%d,"other":7}`, 10+i)
		if key == "su" {
			result = "no json"
		}
		w.commit(&store.Op{Player: host, Key: key, Kind: "test", At: now, Result: []byte(result)})
	}
	w.commit(&store.Op{Player: other, Key: "sum:1:a", Kind: "test", At: now, Result: []byte(`{"cents":1000}`)})
	for prefix, want := range map[string][2]int64{"sum:1:": {21, 2}, "sum:": {33, 3}, "sum:2:": {0, 0}} {
		sum, n, err := w.e.SumResults(w.ctx(), host, prefix, "cents", 3)
		w.equal(prefix, []any{sum, int64(n), err}, []any{want[0], want[1], error(nil)})
	}
	// in the order of the keys' bytes: 10 before 1
	for most, want := range map[int][2]int64{-1: {0, 0}, 0: {0, 0}, 1: {12, 1}, 2: {22, 2}, 4: {33, 3}} {
		sum, n, err := w.e.SumResults(w.ctx(), host, "sum:", "cents", most)
		w.equal(fmt.Sprint("at most ", most), []any{sum, int64(n), err}, []any{want[0], want[1], error(nil)})
	}

	// A kind is added up as it grows, with what comes late before rows that were added up already.
	sum := func(what string, cents int64, n int) {
		w.Helper()
		got, m, err := w.e.SumKind(w.ctx(), host, "sum.kind", "cents")
		w.equal(what, []any{got, m, err}, []any{cents, n, error(nil)})
	}
	sum("nothing of a kind", 0, 0)
	old := time.Now().Add(-24 * time.Hour)
	add := func(p store.PlayerID, key, kind string, at time.Time, cents int) {
		w.commit(&store.Op{Player: p, Key: key, Kind: kind, At: at, Result: fmt.Appendf(nil, `{"cents":%d}`, cents)})
	}
	for i := range 100 {
		add(host, fmt.Sprint("kind", i), "sum.kind", old.Add(time.Duration(i)*time.Second), i)
		add(host, fmt.Sprint("else", i), "sum.else", old.Add(time.Duration(i)*time.Second), 1000)
		add(other, fmt.Sprint("kind", i), "sum.kind", old.Add(time.Duration(i)*time.Second), 1000)
	}
	sum("a kind", 4950, 100)
	sum("the same", 4950, 100)
	add(host, "late", "sum.kind", old.Add(10*time.Second), -50)
	sum("with what came late", 4900, 101)
	add(host, "fresh", "sum.kind", time.Now(), 7)
	sum("with what is fresh", 4907, 102)
	for i := range 100 {
		add(host, fmt.Sprint("more", i), "sum.kind", old.Add(time.Hour), 1)
	}
	sum("and more", 5007, 202)
	sum("the same", 5007, 202)
}
