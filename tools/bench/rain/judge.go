package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/tools/bench/machine"
)

// storm is a rain in which every player claims every packet in the moment in which it opens.
type storm struct {
	Clients  int     `json:"clients"`
	Storms   int     `json:"storms"` // moments
	Claims   int     `json:"claims"` // that got a packet
	Refused  int     `json:"refused"`
	P50MS    float64 `json:"p50MS"` // from when the packet opens to the answer, in the client
	P99MS    float64 `json:"p99MS"`
	SentMS   float64 `json:"sentMS"`  // p99 of when the client came to send it: the clients share the machine
	WorstMS  float64 `json:"worstMS"` // p99 of the worst storm, which is judged
	ServerUS float64 `json:"serverUS"`
	DataUS   float64 `json:"postgresUS"`
}

const (
	// stormGoal of issue "Speed".
	stormGoal = 150.0
	// stormShare of the packets must be claimed: a claim that is refused has no latency.
	stormShare = 0.95
)

// missed names the goals that were missed.
func (s *storm) missed() error {
	return errors.Join(s.slow(), s.few())
}

func (s *storm) slow() error {
	if s.WorstMS <= stormGoal {
		return nil
	}
	return fmt.Errorf("p99 of a claim in the worst storm, %.1f ms, is above the goal of %.0f", s.WorstMS, stormGoal)
}

func (s *storm) few() error {
	if all := s.Clients * s.Storms; all == 0 || float64(s.Claims) < stormShare*float64(all) {
		return fmt.Errorf("%d of %d packets were claimed in a storm, at least %.0f %% must be", s.Claims, all,
			100*stormShare)
	}
	return nil
}

func (s *storm) show(seen machine.Verdict) {
	fmt.Printf(
		"\n%d sockets claim at once, %d times: %d packets (goal ≥ %.0f %% of %d): %s; %d refused; server %.0f µs each, PostgreSQL %.0f µs\n",
		s.Clients, s.Storms, s.Claims, 100*stormShare, s.Clients*s.Storms, seen.Word(s.few() == nil), s.Refused,
		s.ServerUS, s.DataUS)
	fmt.Printf("a claim from the moment in which its packet opens: p50 %.1f ms, p99 %.1f ms (of it until the client had sent: p99 %.1f), worst storm's p99 %.1f ms (goal ≤ %.0f): %s\n",
		s.P50MS, s.P99MS, s.SentMS, s.WorstMS, stormGoal, seen.Word(s.slow() == nil))
}

// at is a quantile in milliseconds.
func at(list []time.Duration, p float64) float64 {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return float64(list[int(p*float64(len(list)-1))].Microseconds()) / 1000
}
