package httpapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/battle"
	fairlog "jadebox/fairness/log"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// leaves is a log that is read by keys only.
type leaves struct {
	call.Store
	list []store.LogLeaf
}

func (l leaves) LogLeafByKey(_ context.Context, key string) (int64, store.LogLeaf, error) {
	if i := slices.IndexFunc(l.list, func(leaf store.LogLeaf) bool { return leaf.Key == key }); i >= 0 {
		return int64(i), l.list[i], nil
	}
	return 0, store.LogLeaf{}, store.ErrNotFound
}

// An export of any length keeps a few rosters: one that it no longer knows is written again, before its results.
func TestAnExportKeepsFewRosters(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	log := leaves{list: []store.LogLeaf{{Key: fairlog.KeyOdds.Of(hash), Data: []byte("table")}}}
	for room := range 100 {
		log.list = append(log.list, store.LogLeaf{Key: fairlog.KeyLock.Of(scopeOf(room)),
			Data: fmt.Append(nil, "roster ", room)})
	}
	for _, room := range []int{99, 98, 99, 3, 3} {
		data, err := fairlog.Result{Scope: scopeOf(room), Player: 1, Box: 1, OddsHash: hash, Item: 1, ValueCents: 1,
			UserSeed: "seed", ServerSeed: hash, ServerHash: hash, ResultHash: hash, Ctx: hash, Beacon: hash,
			AtMS: 1}.Leaf()
		if err != nil {
			t.Fatal(err)
		}
		log.list = append(log.list, store.LogLeaf{Key: "result", Data: data})
	}
	var text bytes.Buffer
	e := &exporter{store: log, kinds: kinds.All, out: bufio.NewWriter(&text), tables: map[string]bool{},
		rosters: newRecent(10)}
	for _, leaf := range log.list {
		if err := e.leaf(t.Context(), leaf); err != nil {
			t.Fatal(err)
		}
	}
	if e.out.Flush() != nil || len(e.rosters.keys) > 10 {
		t.Errorf("%d rosters are in memory", len(e.rosters.keys))
	}
	var lines []string
	for _, line := range strings.Split(strings.TrimSpace(text.String()), "\n") {
		var l fairlog.Line
		if err := json.Unmarshal([]byte(line), &l); err != nil || l.Fields() != 1 {
			t.Fatalf("%s: %v", line, err)
		}
		if l.Result != nil {
			l.Roster = "of " + l.Result.Scope
		}
		lines = append(lines, l.Odds+l.Roster)
	}
	want := []string{"table"}
	for room := range 100 {
		want = append(want, fmt.Sprint("roster ", room))
	}
	want = append(want, "of "+scopeOf(99), "of "+scopeOf(98), "of "+scopeOf(99), "roster 3", "of "+scopeOf(3),
		"of "+scopeOf(3))
	if !slices.Equal(lines, want) {
		t.Errorf("%v\nwant %v", lines, want)
	}
}

func scopeOf(room int) string { return fmt.Sprint(battle.Kind, ":", room+1) }
