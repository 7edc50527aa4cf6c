package taskbox

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

// KindClaim is the op kind of a task box and of a box of the welcome.
const KindClaim = player.GrantKinds + "task"

// Claim is what an op was for: it is kept with the op.
type Claim struct {
	Box    int32  `json:"box"`
	Kind   Kind   `json:"kind"`
	Zone   string `json:"zone,omitempty"`   // of the period
	Period string `json:"period,omitempty"` // empty: a gift of the welcome
	Done   int64  `json:"done"`             // of the target, when it was claimed
	Target int64  `json:"target"`
}

// claimKey is what makes a claim one for each player, box and time; no client's key holds a colon.
func claimKey(box int32, name string) string {
	return "task:" + strconv.FormatInt(int64(box), 10) + ":" + name
}

// again is the key under which a box is claimed that a reset voucher has opened once more.
func again(key string) string { return key + ":again" }

// Keys of the gifts of a welcome: one of each, whichever box of several it is.
const (
	keyFree     = "task:welcome:free"
	keyRecharge = "task:welcome:recharge"
)

const targetPrefix = "task:"

// ClaimOf names the key of a box's claim as things stand, for a reset voucher that opens it once more. Target is
// "task:" and the box's id; at is a moment on the site's clock.
func (t Settings) ClaimOf(target string, at time.Time) (key string, known bool) {
	text, ok := strings.CutPrefix(target, targetPrefix)
	id, err := strconv.ParseInt(text, 10, 32)
	if !ok || err != nil {
		return "", false
	}
	b, known := t.Box(int32(id))
	if !known || targetPrefix+strconv.FormatInt(id, 10) != target {
		return "", false
	}
	return claimKey(b.ID, b.Kind().Span(at).Name), true
}

// lateMax is how much later than its claim an op may be made: a draw waits for its beacon.
const lateMax = time.Minute

// Right reports whether an op is what its own note says it was for: it gives what its result says, under the key of
// that box and of the period that it was made in. reset is the key of the op that must have opened it once more, ""
// for a first claim. For auditors.
func Right(op *store.Op) (reset string, ok bool) {
	g, err := player.ReadGranted(0, op.Result)
	if err != nil || !player.RightGrant(op) || g.Opened != nil && op.NewItems[0].Source != store.FromWelfare ||
		(g.Opened != nil) == (len(g.Prizes) > 0) {
		return "", false
	}
	var c Claim
	if json.Unmarshal(g.Note, &c) != nil {
		return "", false
	}
	if c.Period == "" {
		return "", g.Opened != nil && (op.Key == keyFree || op.Key == keyRecharge)
	}
	loc, err := period.Named(c.Zone)
	if err != nil || c.Kind < 0 || c.Kind >= kinds || c.Done < c.Target {
		return "", false
	}
	made := op.At.In(loc)
	if c.Kind.Span(made).Name != c.Period && c.Kind.Span(made.Add(-lateMax)).Name != c.Period {
		return "", false
	}
	switch once := claimKey(c.Box, c.Period); op.Key {
	case once:
		return "", true
	case again(once):
		return player.ResetKey(once), true
	}
	return "", false
}
