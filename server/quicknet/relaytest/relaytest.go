// Package relaytest stands in for the relays of drand's quicknet: it signs rounds with a key of its own, at the times
// of the real network, and lies in every way that a relay can. No site takes its key for the network's.
package relaytest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cloudflare/circl/sign/bls"

	"jadebox/fairness/drand"
)

// Network has a key that signs, as the members of the real one do together.
type Network struct {
	Chain *drand.Quicknet
	Key   string // public, in hex
	Now   func() time.Time
	key   *bls.PrivateKey[bls.KeyG2SigG1]
}

// New makes a network whose rounds come by now.
func New(t testing.TB, now func() time.Time) *Network {
	t.Helper()
	secret := make([]byte, 32)
	_, _ = rand.Read(secret)
	key, err := bls.KeyGen[bls.KeyG2SigG1](secret, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	public, err := key.PublicKey().MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	chain, err := drand.NewQuicknet(hex.EncodeToString(public))
	if err != nil {
		t.Fatal(err)
	}
	return &Network{Chain: chain, Key: hex.EncodeToString(public), Now: now, key: key}
}

// Signature is what the network gives for a round, in hex.
func (n *Network) Signature(round uint64) string {
	var number [8]byte
	binary.BigEndian.PutUint64(number[:], round)
	message := sha256.Sum256(number[:])
	return hex.EncodeToString(bls.Sign(n.key, message[:]))
}

// Newest is the round that came last.
func (n *Network) Newest() uint64 {
	now := n.Now().UnixMilli()
	round := n.Chain.RoundAfter(now)
	for n.Chain.DueMS(round) > now {
		round--
	}
	return round
}

// Relay is a relay of the network; its fields change what it answers, from the next question on.
type Relay struct {
	*httptest.Server
	Asked atomic.Int64
	way   atomic.Pointer[Way]
}

// Way is how a relay answers. The zero value is honest.
type Way struct {
	Old       bool          // speaks the first version of the API only
	Late      time.Duration // has a round that much after its time
	Slow      time.Duration // answers after that
	Status    int           // answers with this and nothing else
	Round     int64         // gives another round than the one that is asked for, this far away
	Foreign   *Network      // gives another network's signature
	Swapped   bool          // gives the signature of the round before under the number that is asked for
	Huge      bool          // sends megabytes
	Truncated bool          // ends in the middle
	Redirect  string        // sends elsewhere
	Stale     uint64        // names this round as the newest
}

// Behave sets how the relay answers from now on.
func (r *Relay) Behave(w Way) { r.way.Store(&w) }

// Relay starts an honest one.
func (n *Network) Relay(t testing.TB) *Relay {
	t.Helper()
	r := &Relay{}
	r.Behave(Way{})
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.Asked.Add(1)
		n.answer(w, q, *r.way.Load())
	}))
	t.Cleanup(r.Close)
	return r
}

const (
	second = "/v2/beacons/quicknet/rounds/"
	first  = "/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/"
)

func (n *Network) answer(w http.ResponseWriter, q *http.Request, way Way) {
	select {
	case <-time.After(way.Slow):
	case <-q.Context().Done():
		return
	}
	name, isSecond := strings.CutPrefix(q.URL.Path, second)
	if !isSecond {
		name = strings.TrimPrefix(q.URL.Path, first)
	}
	switch {
	case way.Status != 0:
		w.WriteHeader(way.Status)
		return
	case way.Redirect != "":
		http.Redirect(w, q, way.Redirect+q.URL.Path, http.StatusFound)
		return
	case isSecond && way.Old:
		w.WriteHeader(http.StatusNotFound)
		return
	}
	round := n.Newest()
	if way.Stale > 0 {
		round = way.Stale
	}
	if name != "latest" {
		var err error
		if round, err = strconv.ParseUint(name, 10, 64); err != nil {
			w.WriteHeader(http.StatusNotFound)
			return
		}
	}
	if n.Now().Add(-way.Late).UnixMilli() < n.Chain.DueMS(round) {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	from, signed := n, round
	if way.Foreign != nil {
		from = way.Foreign
	}
	if way.Swapped {
		signed--
	}
	if way.Round != 0 {
		round = uint64(int64(round) + way.Round)
		signed = round
	}
	body := fmt.Sprintf(`{"round":%d,"signature":%q,"randomness":"00"}`, round, from.Signature(signed))
	switch {
	case way.Huge:
		body = `{"x":"` + strings.Repeat("x", 4<<20) + `",` + body[1:]
	case way.Truncated:
		body = body[:len(body)/2]
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(body))
}
