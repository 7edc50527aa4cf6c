package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/config"
	"jadebox/server/quicknet/relaytest"
	"jadebox/server/ws"
	"jadebox/store/storetest/pgtest"
)

// opens a box once under a key, when the beacon of its seeds is there, and returns the result's id.
func opens(t *testing.T, s *App, token, under string) string {
	t.Helper()
	session, err := s.session(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	box := s.catalog.Enabled()[0]
	for _, b := range s.catalog.Enabled() {
		if b.PriceCents < box.PriceCents {
			box = b
		}
	}
	for give := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		data, err := s.command(t.Context(), session, ws.Command{Name: "box.open", Key: under,
			Body: fmt.Appendf(nil, `{"id":%d,"count":1,"priceCents":%d}`, box.ID, box.PriceCents)})
		if apierr.Code(err) == protocol.CodeBeaconWait && time.Now().Before(give) {
			continue
		}
		var opened struct {
			Results []struct{ ResultID string }
		}
		if err == nil {
			err = json.Unmarshal(data, &opened)
		}
		if err != nil || len(opened.Results) != 1 {
			t.Fatalf("%v: %s", err, data)
		}
		return opened.Results[0].ResultID
	}
}

// proof is the bundle of a result.
func proof(t *testing.T, s *App, token, id string) *fairness.Bundle {
	t.Helper()
	b, err := fairness.ParseBundle(ask[json.RawMessage](t, s, token, "/api/fair/result/"+id, ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A site that changes from its own chain to drand: what was drawn stays provable, what is drawn from then on comes from
// the network, and goes on from rounds that were kept when no relay answers.
func TestASiteDrawsFromDrandAndProvesWhatItDrewBefore(t *testing.T) {
	network := relaytest.New(t, time.Now)
	dsn := pgtest.MigratedDSN(t)
	relay := network.Relay(t)
	byDrand := func(relays ...string) *config.Serve {
		c := flagsFor(dsn)
		c.Beacon, c.BeaconRelay, c.BeaconKey = fairness.BeaconDrand, relays, network.Key
		return c
	}

	s := startWith(t, flagsFor(dsn))
	token := ask[struct{ Token string }](t, s, "", "/api/user/register",
		`{"phone":"drandfan1","password":"vane7harbor","fingerprinId":"device drandfan1"}`).Token
	before := opens(t, s, token, "own")
	s.Stop(t.Context())

	s = startWith(t, byDrand(relay.URL))
	after := opens(t, s, token, "public")
	said := ask1[fairness.TrustDocument](t, s, "/.well-known/jadebox-trust.json")
	if said.Beacon.Source != fairness.BeaconDrand || len(said.Beacon.Anchors) == 0 {
		t.Errorf("the site says of itself: %+v", said.Beacon)
	}
	trust := fairness.Trust{Anchors: said.Beacon.Anchors, Drand: network.Chain.Check}
	for id, source := range map[string]string{before: fairness.BeaconLocal, after: fairness.BeaconDrand} {
		b := proof(t, s, token, id)
		if r := fairness.VerifyWith(b, trust); !r.OK || b.Beacon.Source != source {
			t.Errorf("%s, from %s: %+v", id, b.Beacon.Source, r)
		}
	}
	trust.Drand = relaytest.New(t, time.Now).Chain.Check
	if r := fairness.VerifyWith(proof(t, s, token, after), trust); r.OK {
		t.Error("a proof under another network's key passes")
	}
	s.Stop(t.Context())

	relay.Behave(relaytest.Way{Status: http.StatusBadGateway})
	s = startWith(t, byDrand(relay.URL))
	if b := proof(t, s, token, opens(t, s, token, "kept")); b.Beacon.Source != fairness.BeaconDrand {
		t.Errorf("without any relay from %s", b.Beacon.Source)
	}
}

// ask1 reads a document that stands outside the calls.
func ask1[Out any](t *testing.T, s *App, path string) (out Out) {
	t.Helper()
	a, err := http.Get("http://" + s.Addr() + path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if err := json.NewDecoder(a.Body).Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}
