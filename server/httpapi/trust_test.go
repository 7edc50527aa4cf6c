package httpapi

import (
	"net/http"
	"slices"
	"testing"

	"jadebox/fairness"
	"jadebox/protocol"
)

// What the document pins is what the site's own proofs hold under, and nothing of it is green: the chain is the
// house's.
func TestTheTrustDocumentPinsTheSite(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		o := c.open()
		if err := w.log.CatchUp(w.Context()); err != nil {
			t.Fatal(err)
		}
		c.keyed("/api/fair/rotate", "turn", map[string]any{}).want(w, protocol.OK)
		a := w.visitor().get("/.well-known/jadebox-trust.json")
		if a.status != http.StatusOK || a.header.Get("Content-Type") != "application/json" ||
			a.header.Get("Access-Control-Allow-Origin") != "*" {
			t.Fatalf("status %d, header %v", a.status, a.header)
		}
		document, err := fairness.ParseTrust(a.raw)
		if err != nil {
			t.Fatalf("%v\n%s", err, a.raw)
		}
		head := into[logHead](w, w.visitor().get("/api/fair/log/checkpoint"))
		if document.LogKey() != head.PublicKey || document.Origin != "test.log" ||
			document.Beacon.Source != fairness.BeaconLocal || len(document.Beacon.Anchors) == 0 {
			t.Errorf("%+v", document)
		}
		b, err := fairness.ParseBundle(w.visitor().get("/api/fair/result/" + o.Results[0].ResultID).Data)
		if err != nil {
			t.Fatal(err)
		}
		trust := document.Trust()
		v := fairness.Judge(b, fairness.VerifyWith(b, trust), trust, fairness.Memory{}, "")
		if v.State != fairness.StateWeaker ||
			!slices.Equal(v.Missing, []fairness.Gap{fairness.GapHouse, fairness.GapWitness}) {
			t.Errorf("%+v", v)
		}
	})
}
