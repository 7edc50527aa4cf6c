package quicknet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"jadebox/fairness"
	"jadebox/fairness/drand"
)

const (
	// answerWithin bounds a question to a relay, bodyMax its answer in bytes.
	answerWithin = 2 * time.Second
	bodyMax      = 4 << 10
	// chainHash names quicknet to relays of the first API; its info document states it.
	chainHash = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
	// latest asks for the newest round.
	latest = 0
	// versionKept is how long a relay that gave a round is not asked by the other version.
	versionKept = time.Minute
)

// A relay that answers falsely is left out for longer each time, one that does not answer for a while.
const (
	falseMax  = 300 * time.Second
	silentMax = 8 * time.Second
)

var (
	errNotYet = errors.New("quicknet: the relay does not have the round yet")
	errFalse  = errors.New("quicknet: false answer of a relay")
)

// relay is one server that passes the network's values on.
type relay struct {
	origin string
	client *http.Client

	mu      sync.Mutex
	old     bool      // it speaks the first version of the API only
	spoke   time.Time // when it last gave a round
	took    time.Duration
	faults  int
	outTill time.Time
}

// Probe asks one relay for the newest round, for an operator who wants to know whether it serves.
func Probe(ctx context.Context, origin string, chain *drand.Quicknet) (fairness.Beacon, error) {
	return (&relay{origin: origin, client: newClient()}).ask(ctx, chain, latest)
}

// newClient follows no redirect: a relay is asked, and no address that it names.
func newClient() *http.Client {
	return &http.Client{Timeout: answerWithin, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
}

// inTurn are the relays that may be asked now, the fastest first.
func inTurn(all []*relay) []*relay {
	type turn struct {
		*relay
		took time.Duration
	}
	var turns []turn
	for _, r := range all {
		r.mu.Lock()
		if time.Now().After(r.outTill) {
			turns = append(turns, turn{r, r.took})
		}
		r.mu.Unlock()
	}
	slices.SortStableFunc(turns, func(a, b turn) int { return int(a.took - b.took) })
	relays := make([]*relay, len(turns))
	for i, t := range turns {
		relays[i] = t.relay
	}
	return relays
}

// punish leaves the relay out after a question that failed with err: 1, 2, 4… s.
func (r *relay) punish(err error) {
	if errors.Is(err, errNotYet) {
		return
	}
	most := silentMax
	if errors.Is(err, errFalse) {
		most = falseMax
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults++
	r.outTill = time.Now().Add(min(most, time.Second<<min(r.faults-1, 16)))
}

// ask returns a verified value: of the round, or the newest that the relay names.
func (r *relay) ask(ctx context.Context, chain *drand.Quicknet, round uint64) (fairness.Beacon, error) {
	began := time.Now()
	b, err := r.version(ctx, chain, round)
	if err != nil {
		return b, fmt.Errorf("%s: %w", r.origin, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults, r.took, r.spoke = 0, (r.took*3+time.Since(began))/4, time.Now()
	return b, nil
}

// version speaks the second version of the API, or the first: whichever knew a round last. A relay answers alike for a
// version that it does not speak and for a round that it does not have yet.
func (r *relay) version(ctx context.Context, chain *drand.Quicknet, round uint64) (fairness.Beacon, error) {
	name := "latest"
	if round != latest {
		name = strconv.FormatUint(round, 10)
	}
	paths := []string{"/v2/beacons/quicknet/rounds/" + name, "/" + chainHash + "/public/" + name}
	r.mu.Lock()
	first, known := r.old, time.Since(r.spoke) < versionKept
	r.mu.Unlock()
	if first {
		slices.Reverse(paths)
	}
	b, err := r.get(ctx, chain, round, paths[0])
	if known || !errors.Is(err, errNotYet) {
		return b, err
	}
	if b, err = r.get(ctx, chain, round, paths[1]); err == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.old = !first
	}
	return b, err
}

// get reads one answer. Only its round and its signature count: the randomness is computed from that.
func (r *relay) get(ctx context.Context, chain *drand.Quicknet, round uint64, path string) (fairness.Beacon, error) {
	var none fairness.Beacon
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, r.origin+path, http.NoBody)
	if err != nil {
		return none, err
	}
	resp, err := r.client.Do(q)
	if err != nil {
		return none, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusTooEarly:
		return none, errNotYet
	default:
		return none, fmt.Errorf("quicknet: status %d", resp.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, bodyMax+1))
	if err != nil {
		return none, err
	}
	var said struct {
		Round     uint64 `json:"round"`
		Signature string `json:"signature"`
	}
	if err := json.Unmarshal(body, &said); err != nil || len(body) > bodyMax {
		return none, fmt.Errorf("%w: %d bytes that are no round", errFalse, len(body))
	}
	if round != latest && said.Round != round {
		return none, fmt.Errorf("%w: round %d instead of %d", errFalse, said.Round, round)
	}
	b, err := chain.Beacon(said.Round, said.Signature)
	if err != nil {
		return none, fmt.Errorf("%w: %w", errFalse, err)
	}
	return b, nil
}
