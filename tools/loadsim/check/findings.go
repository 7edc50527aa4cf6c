package check

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// Rule names what was checked. The ids in brackets are those of protocol/SPEC.md.
type Rule uint8

const (
	Balance  Rule = iota // the balance in an answer is the sum of this player's own acknowledged operations
	Bag                  // the same for the number of items
	Wallet               // every wallet event is a balance that the player had, in order
	Order                // offsets count by one within an epoch, events once each [TOP2]
	Recovery             // a recovered subscription goes on where the client stood [TOP3]
	Views                // a snapshot is what the events up to its offset build
	Result               // a battle's result follows from its rounds and is paid once
	Answer               // the same key gives the same answer
	Bundle               // a result verifies from its proof bundle alone
	Frames               // frames and envelopes keep the protocol
	Stuck                // no room is unfinished 60 s past its time
	ruleCount
)

var ruleNames = [ruleCount]string{"balance", "bag", "wallet", "event order", "recovery", "snapshot = events",
	"battle result",
	"same key, same answer", "proof bundle", "frames", "no stuck room"}

func (r Rule) String() string { return ruleNames[r] }

// Finding is one violation.
type Finding struct {
	Rule string `json:"rule"`
	Who  string `json:"who"`
	What string `json:"what"`
}

// RuleCount is how often a rule was checked and broken.
type RuleCount struct {
	Rule    string `json:"rule"`
	Checked int64  `json:"checked"`
	Broken  int64  `json:"broken"`
}

// Findings collects from all bots. Safe for concurrent use.
type Findings struct {
	checked, broken [ruleCount]atomic.Int64

	mu    sync.Mutex
	texts []Finding
}

// findingsMax bounds the texts that are kept; the counts go on.
const findingsMax = 50

// Hold counts one check of a rule and, unless it holds, one violation. It returns ok.
func (f *Findings) Hold(ok bool, r Rule, who, format string, args ...any) bool {
	f.checked[r].Add(1)
	if ok {
		return true
	}
	f.broken[r].Add(1)
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.texts) < findingsMax {
		f.texts = append(f.texts, Finding{Rule: r.String(), Who: who, What: fmt.Sprintf(format, args...)})
	}
	return false
}

// Broken is the number of violations.
func (f *Findings) Broken() int64 {
	var n int64
	for i := range f.broken {
		n += f.broken[i].Load()
	}
	return n
}

// RuleCounts lists every rule, broken ones first.
func (f *Findings) RuleCounts() []RuleCount {
	out := make([]RuleCount, ruleCount)
	for r := range ruleCount {
		out[r] = RuleCount{Rule: r.String(), Checked: f.checked[r].Load(), Broken: f.broken[r].Load()}
	}
	slices.SortStableFunc(out, func(a, b RuleCount) int { return cmp.Compare(b.Broken, a.Broken) })
	return out
}

// Texts are the first violations.
func (f *Findings) Texts() []Finding {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.texts)
}
