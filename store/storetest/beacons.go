package storetest

import "jadebox/store"

// testBeacons keeps a round of a source once.
func testBeacons(w *world) {
	_, err := w.e.BeaconProof(w.ctx(), "drand", 7)
	w.fails(err, store.ErrNotFound, "a round that nobody kept")
	for _, keep := range []struct {
		source string
		round  uint64
		proof  string
	}{{"drand", 7, "first"}, {"drand", 7, "again"}, {"drand", 8, "next"}, {"other", 7, "else"}} {
		if err := w.e.KeepBeaconProof(w.ctx(), keep.source, keep.round, keep.proof); err != nil {
			w.Fatal(err)
		}
	}
	w.equal("kept first", must(w.e.BeaconProof(w.ctx(), "drand", 7))(w), "first")
	w.equal("of another round", must(w.e.BeaconProof(w.ctx(), "drand", 8))(w), "next")
	w.equal("of another source", must(w.e.BeaconProof(w.ctx(), "other", 7))(w), "else")
}
