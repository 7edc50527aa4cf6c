package loadsim

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/measure"
)

// scheduler is a server on which it rains for a moment; lies says how it goes wrong.
func scheduler(t *testing.T, lies string) *httptest.Server {
	now := time.Now()
	round := protocol.RainRound{ID: "7", Status: protocol.RainStatusFalling, StartsAtMS: now.UnixMilli(),
		EndsAtMS:  now.Add(2600 * time.Millisecond).UnixMilli(),
		PoolCents: 1000, Packets: 100, ClaimsMax: 2, CapCents: 50}
	var mu sync.Mutex
	claims := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		answer := func(code protocol.Code, data any) {
			_ = json.NewEncoder(w).Encode(map[string]any{"code": code, "errCode": code, "data": data})
		}
		if r.URL.Path == client.PathEnvelope {
			answer(protocol.OK, map[string]any{"round": round, "packets": []map[string]any{{"id": "0a"}, {"id": "1b"}}})
			return
		}
		if claims == 2 && lies != "overpays" {
			answer(protocol.CodeRainSpent, nil)
			return
		}
		if claims == 1 && lies == "odd number" {
			answer(protocol.CodeInternal-1, nil)
			return
		}
		claims++
		total := int64(20 * claims)
		if lies == "wrong total" {
			total++
		}
		answer(protocol.OK, client.ClaimedPacket{ValueCents: 20, TotalCents: total, Claims: claims})
	}))
	t.Cleanup(s.Close)
	return s
}

func TestCatchersClaimInARain(t *testing.T) {
	for lies, rule := range map[string]string{"": "", "overpays": string(check.Balance),
		"wrong total": string(check.Answer), "odd number": string(check.Answer)} {
		t.Run(fmt.Sprint("server that ", lies), func(t *testing.T) {
			t.Parallel()
			s := scheduler(t, lies)
			findings := &check.Findings{}
			r := &run{Options: Options{Patience: time.Second},
				target: client.Target{Host: strings.TrimPrefix(s.URL, "http://")}, findings: findings,
				recorder: measure.NewRecorder(), playing: make(chan struct{})}
			b := &bot{run: r, rng: rand.New(rand.NewPCG(1, 1)), ledger: check.NewLedger(findings, "bot", 0, 0)}
			b.conn.Target = r.target
			r.recorder.Start()
			b.catchPackets(t.Context())
			if (findings.Broken() > 0) != (rule != "") {
				t.Errorf("%d findings: %v", findings.Broken(), findings.Texts())
			}
		})
	}
}
