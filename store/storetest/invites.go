package storetest

import (
	"fmt"

	"jadebox/store"
)

func testInvites(w *world) {
	register := func(name string, by store.PlayerID) store.PlayerID {
		return must(w.e.Register(w.ctx(), store.NewPlayer{Name: name, InvitedBy: by, SpreadCode: name, Avatar: name + ".svg", Fingerprint: "device " + name,
			ClientSeed: "s", At: now}, nil))(w).ID
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
	w.equal("an invitee", must(w.e.Invitees(w.ctx(), host, ids[1], 1))(w)[0], store.Invitee{ID: ids[0], Name: "Guest00", Avatar: "Guest00.svg", At: now})
	w.equal("count", []int{must(w.e.InviteeCount(w.ctx(), host))(w), must(w.e.InviteeCount(w.ctx(), ids[0]))(w)}, []int{5, 0})
	w.equal("nobody's", []int{len(must(w.e.Invitees(w.ctx(), 0, 0, 9))(w)), must(w.e.InviteeCount(w.ctx(), 0))(w)}, []int{0, 0})
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
		sum, n, err := w.e.SumResults(w.ctx(), host, prefix, "cents")
		w.equal(prefix, []any{sum, int64(n), err}, []any{want[0], want[1], error(nil)})
	}
}
