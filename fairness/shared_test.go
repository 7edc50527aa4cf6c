package fairness

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// shared is testdata/box1.json, the vectors that both engines were given.
type shared struct {
	Commit, K, Beacon, Ctx string
	Rounds                 []struct {
		N                                  uint64
		ServerSeed, ServerHash, ResultHash string
		V                                  uint32
		Number                             string
	}
	Winners []int       `json:"winners_100_5"`
	Rain    []int64     `json:"rain_10000_8_1"`
	Bounds  [][2]uint32 `json:"bounds"`
	Legacy  []struct {
		User, Server, Hash string
		V                  uint32
	}
	Wish [3]int
}

// Inputs that the shared file leaves unsaid. The scopes and the user seed are the
// only ones that reproduce it; the wish room (100 bottles, first characters
// running through A–Z a–z, server seed of round 0) is the plainest that does.
const (
	sharedSoloScope = "solo:u1001:e1"
	sharedUserSeed  = "66hash"
	sharedRollScope = "roll:r77"
	sharedRainScope = "rain:9"
	sharedBottles   = 100
)

func readShared(t *testing.T) (shared, Key) {
	t.Helper()
	data, err := os.ReadFile("testdata/box1.json")
	if err != nil {
		t.Fatal(err)
	}
	var s shared
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	k, err := ParseKey(s.K)
	if err != nil {
		t.Fatal(err)
	}
	return s, k
}

func TestSharedSeedsGiveTheNumber(t *testing.T) {
	s, k := readShared(t)
	if k.Commit() != s.Commit {
		t.Errorf("commit %s, want %s", k.Commit(), s.Commit)
	}
	if len(s.Rounds) != 3 || len(s.Legacy) != 2 {
		t.Fatalf("the file holds %d rounds and %d legacy results", len(s.Rounds), len(s.Legacy))
	}
	if SoloScope(1001, 1) != sharedSoloScope || RollScope(77) != sharedRollScope || RainScope(9) != sharedRainScope {
		t.Error("a scope is spelled unlike the vectors")
	}
	for _, r := range s.Rounds {
		seed, err := ServerSeed(k, sharedSoloScope, s.Beacon, s.Ctx, r.N, 0)
		if err != nil || seed != r.ServerSeed || ServerHash(seed) != r.ServerHash {
			t.Errorf("n %d: seed %s hash %s err %v", r.N, seed, ServerHash(seed), err)
		}
		out, err := Roll(sharedUserSeed, seed)
		if err != nil || out.ResultHash != r.ResultHash || out.V != r.V || out.NumberText() != r.Number {
			t.Errorf("n %d: %+v number %s err %v", r.N, out, out.NumberText(), err)
		}
		if want, _ := strconv.ParseFloat(r.Number, 64); out.Number() != want {
			t.Errorf("n %d: number %v, want %v", r.N, out.Number(), want)
		}
	}
	for _, l := range s.Legacy {
		out, err := Roll(l.User, l.Server)
		if err != nil || out.ResultHash != l.Hash || out.V != l.V {
			t.Errorf("%s: %+v err %v", l.User, out, err)
		}
	}
}

func TestDrawsAreThoseOfTheSharedVectors(t *testing.T) {
	s, k := readShared(t)
	roll, err := NewStream(k, LabelRoll, sharedRollScope, s.Beacon, s.Ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Winners(roll, 100, 5); err != nil || !slices.Equal(got, s.Winners) {
		t.Errorf("winners %v err %v, want %v", got, err, s.Winners)
	}
	rain, err := NewStream(k, LabelRain, sharedRainScope, s.Beacon, s.Ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := RedPacket(rain, 10000, 8, 1); err != nil || !slices.Equal(got, s.Rain) {
		t.Errorf("rain %v err %v, want %v", got, err, s.Rain)
	}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	bottles := strings.Split(strings.Repeat(letters, 2)[:sharedBottles], "")
	wish, err := WishWinner(bottles, s.Rounds[0].ServerSeed)
	if err != nil || [3]int{wish.Bottle, wish.Window, wish.Rehashes} != s.Wish {
		t.Errorf("wish %+v err %v, want %v", wish, err, s.Wish)
	}
	odds, err := NewOdds(1, 1, []OddsEntry{{1, 20_000_000, 1}, {2, 50_000_000, 1}, {3, 30_000_000, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range s.Bounds {
		if lo, hi := odds.Bounds(i); lo != want[0] || hi != want[1] {
			t.Errorf("bounds %d: %d–%d, want %v", i, lo, hi, want)
		}
	}
}
