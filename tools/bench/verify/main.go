// Command verify measures how many results a second one core draws again: what an audit, a follower or a player's page
// does with a key that is revealed. For each result that is the server seed from the key, the hash of both seeds, the
// number and the item.
//
// Deliberately absent: signatures, bundles and the public log, which a verifier reads once for thousands of results.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"jadebox/fairness"
	"jadebox/tools/bench/machine"
	"jadebox/tools/command"
)

type arguments struct {
	Duration time.Duration `default:"10s" help:"Of the measurement."`
	JSON     bool          `help:"Print JSON instead of a table."`
}

func main() { command.Main(command.Parser("bench/verify", &arguments{})) }

// perSecond is the bench's own bound: issue "Speed" counted 2.35 M, and a slower machine is no defect.
const perSecond = 500_000

// figures are what is printed.
type figures struct {
	Results   int             `json:"results"`
	PerSecond float64         `json:"perSecond"`
	Goals     []machine.Goal  `json:"goals"`
	Machine   machine.Verdict `json:"machine"`
}

// Run measures and prints.
func (a arguments) Run() error {
	return machine.Within(func(watch *machine.Watch, _ string) error {
		return run(context.Background(), a, watch)
	})
}

func run(ctx context.Context, a arguments, watch *machine.Watch) error {
	runtime.GOMAXPROCS(1) // the collector's core is the verifier's
	key, err := fairness.ParseKey(strings.Repeat("03", 32))
	if err != nil {
		return err
	}
	w, err := draw(key)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, a.Duration)
	defer cancel()
	var f figures
	began := time.Now()
	for ctx.Err() == nil {
		if err := w.verify(); err != nil {
			return err
		}
		f.Results += len(w.drawn)
	}
	f.PerSecond = float64(f.Results) / time.Since(began).Seconds()
	f.Goals = []machine.Goal{machine.AtLeast("results a second that one core verifies", f.PerSecond, perSecond)}
	if f.Machine, err = watch.End(); err != nil {
		return err
	}
	if a.JSON {
		err = json.NewEncoder(os.Stdout).Encode(f)
	} else {
		err = f.Machine.Tell(os.Stdout, f.Goals)
	}
	return errors.Join(err, f.Machine.JudgeAll(f.Goals))
}

// batch is how many results one key has drawn.
const batch = fairness.NonceMax

const userSeed = "66hash"

// result is what a house has published of one draw.
type result struct {
	seed, hash string
	item       int
}

// work is a key with all that it drew.
type work struct {
	seeder *fairness.Seeder
	odds   *fairness.Odds
	drawn  []result
	seed   []byte
}

// draw makes what is verified.
func draw(key fairness.Key) (w *work, err error) {
	w = &work{drawn: make([]result, batch)}
	if w.odds, err = fairness.NewOdds(7, 3, []fairness.OddsEntry{
		{Item: 11, Weight: 1_000, ValueCents: 250_000},
		{Item: 12, Weight: 4_999_000, ValueCents: 9_900},
		{Item: 13, Weight: 25_000_000, ValueCents: 1_250},
		{Item: 14, Weight: 70_000_000, ValueCents: 180},
	}); err != nil {
		return nil, err
	}
	w.seeder, err = fairness.NewSeeder(key, fairness.SoloScope(1001, 1), fairness.ServerHash("beacon"),
		fairness.ServerHash("ctx"))
	if err != nil {
		return nil, err
	}
	for n := range w.drawn {
		if w.drawn[n], err = w.result(n); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *work) result(n int) (result, error) {
	seed, err := w.seeder.AppendSeed(w.seed[:0], uint64(n), 0)
	if err != nil {
		return result{}, err
	}
	w.seed = seed
	out, err := fairness.Roll(userSeed, string(seed))
	return result{string(seed), out.ResultHash, w.odds.Pick(out.V)}, err
}

// verify draws everything again.
func (w *work) verify() error {
	for n, published := range w.drawn {
		again, err := w.result(n)
		if err != nil {
			return err
		}
		if again != published {
			return fmt.Errorf("result %d is not what the key draws", n)
		}
	}
	return nil
}
