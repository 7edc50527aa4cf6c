package vip_test

import (
	"fmt"
	"testing"

	"jadebox/actors/rewards/vip"
	"jadebox/store"
)

// An auditor finds a bonus of a level that there is not, also where key, result and entry agree.
func TestABonusIsOfALevelThatThereIs(t *testing.T) {
	for level, want := range map[int]bool{-1: false, 0: false, 1: true, vip.LevelMax: true, vip.LevelMax + 1: false} {
		good := func() *store.Op {
			return &store.Op{Player: 7, Key: fmt.Sprint("vip:", level), Kind: vip.KindClaim,
				Result: fmt.Appendf(nil, `{"level":%d,"bonusCents":5}`, level),
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(7),
					AmountCents: 5}}}
		}
		if vip.Right(good()) != want {
			t.Errorf("level %d: right is %v", level, !want)
		}
		if !want {
			continue
		}
		for name, spoil := range map[string]func(*store.Op){
			"under another level's key":   func(op *store.Op) { op.Key = "vip:2" },
			"of another player's gems":    func(op *store.Op) { op.Postings[0].Credit = store.PlayerGems(8) },
			"of another amount":           func(op *store.Op) { op.Postings[0].AmountCents++ },
			"from the house":              func(op *store.Op) { op.Postings[0].Debit = store.House },
			"paid twice":                  func(op *store.Op) { op.Postings = append(op.Postings, op.Postings[0]) },
			"paid not at all":             func(op *store.Op) { op.Postings = nil },
			"that says nothing of itself": func(op *store.Op) { op.Result = nil },
		} {
			op := good()
			if spoil(op); vip.Right(op) {
				t.Errorf("a bonus %s is right", name)
			}
		}
	}
}
