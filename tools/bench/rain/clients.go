//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/report"
)

// crowd is a rain of the real server with many clients.
type crowd struct {
	Clients    int     `json:"clients"`
	Clicks     int64   `json:"clicks"` // with an answer
	PerSecond  float64 `json:"perSecond"`
	Claims     int64   `json:"claims"`
	Unanswered int64   `json:"unanswered"` // or answered outside the protocol
	Overpaid   int64   `json:"overpaid"`   // breaches of balance, cap or pool, seen by the clients
	P50MS      float64 `json:"p50MS"`      // of a claim that got a packet, over HTTP
	P99MS      float64 `json:"p99MS"`
	Audit      string  `json:"audit"`

	failed error
}

const (
	rainFor  = 35 * time.Second // product-spec §9
	rainPool = "2000"           // gems
	comesIn  = 30 * time.Second // beacon and countdown
)

// crowded starts the server, lets clients click five times a second on every packet they have, and begins a rain.
func crowded(ctx context.Context, bin string, clients int) (c *crowd, err error) {
	dir, err := os.MkdirTemp("", "jadebox-bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if bin == "" {
		if bin, _, err = process.Binary(dir); err != nil {
			return nil, err
		}
	}
	listen, err := process.FreeAddress()
	if err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(dir, "server.log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	server, err := process.Start(ctx, process.Options{Bin: bin, Data: filepath.Join(dir, "data"), Listen: listen,
		Log: log, Args: []string{"--log-level", "warn"}})
	if err != nil {
		words, _ := os.ReadFile(log.Name())
		return nil, fmt.Errorf("%w\n%s", err, words)
	}
	defer process.StopPostgres(server.Data)
	defer func() {
		stopping, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		err = errors.Join(err, server.Terminate(stopping))
	}()
	var ordered error
	r, err := loadsim.Run(ctx, loadsim.Options{URL: server.URL(), DataDir: server.Data, Scenario: "rain", Bots: clients,
		Duration: comesIn + rainFor, Think: -1, Seed: 1,
		OnPhase: func(p loadsim.Phase) {
			if p == loadsim.PhasePlay {
				if out, err := exec.Command(bin, "rain", "--data", server.Data, "start", "--pool-gems",
					rainPool).CombinedOutput(); err != nil {
					ordered = fmt.Errorf("%w\n%s", err, out)
				}
			}
		}})
	if err = errors.Join(err, ordered); err != nil {
		return nil, err
	}
	return judged(r), nil
}

func judged(r *report.Result) *crowd {
	c := &crowd{Clients: r.Bots, Audit: r.Audit.Verdict()}
	for _, o := range r.Operations {
		switch o.Op {
		case "rain.claim":
			c.Claims, c.P50MS, c.P99MS = o.OK, float64(o.Latency.P50US)/1000, float64(o.Latency.P99US)/1000
			c.Clicks += o.OK
		case "rain.refused":
			c.Clicks += o.OK
		}
	}
	c.PerSecond = float64(c.Clicks) / rainFor.Seconds()
	for _, t := range r.Checks {
		switch t.Rule {
		case check.Balance.String():
			c.Overpaid = t.Broken
		case check.Answer.String():
			c.Unanswered = t.Broken
		}
	}
	switch {
	case !r.OK() || r.Retired > 0:
		c.failed = fmt.Errorf("%d violations, %d clients gave up, auditor: %s: %+v", r.Broken, r.Retired,
			r.Audit.Verdict(), r.Violations)
	case c.Claims == 0:
		c.failed = errors.New("nobody got a packet: nothing is proven")
	}
	return c
}
