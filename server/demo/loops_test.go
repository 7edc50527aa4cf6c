package demo

import (
	"strings"
	"testing"
	"time"

	"jadebox/actors/rewards/season"
	"jadebox/server/registry/economy"
	"jadebox/store/memory"
)

// What a demo sets, on its catalogue, leaves no way to play that pays for itself: its figures are what a site begins
// with.
func TestTheDemoLeavesNoLoopOpen(t *testing.T) {
	engine := memory.New(memory.Options{Clock: now})
	defer engine.Close()
	if err := Seed(t.Context(), engine, now(), func(string) (string, error) { return "sealed", nil }); err != nil {
		t.Fatal(err)
	}
	if held, err := season.Setting.Read(t.Context(), engine); err != nil || !held.Running(now().Add(time.Hour)) {
		t.Fatalf("no season is running: %v", err) // it is reckoned with
	}
	holds, err := engine.Settings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	goods, err := economy.ReadGoods(t.Context(), engine)
	if err != nil {
		t.Fatal(err)
	}
	e, err := economy.Of(holds, goods)
	if err != nil || len(e.Open()) > 0 {
		t.Errorf("%v, open:\n%s", err, strings.Join(e.Open(), "\n"))
	}
	for _, l := range e.Loops {
		t.Log(l)
	}
	for _, g := range e.Gains {
		t.Log(g)
	}
}
