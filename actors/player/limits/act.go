package limits

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// Kinds of the ops by which the operator acts on an account. They move nothing but the lock, which the first
// two take as a promise does, so that no play passes that has not read them.
const (
	KindSuspend = "player.suspend" // nothing is played, given or taken out until a time; the newest of both holds
	KindLift    = "player.lift"
	KindSupport = "player.support" // what Act.Do says, and nothing that stays
)

// OutboxAct is the type of the outbox event of each act: its stored result.
const OutboxAct = "player.act"

// What KindSupport does.
const (
	DoEndSessions = "end-sessions"
	DoResetPhone  = "reset-phone"
	DoResetFactor = "reset-second-factor"
)

// ActKinds are the kinds of ops of acts.
var ActKinds = []string{KindSuspend, KindLift, KindSupport}

// Classes are the reasons that a suspended player is shown; the reason in words is the site's own.
var Classes = []string{"review", "rules", "payment", "security", "request"}

// ErrSuspended is what Suspended refuses with.
var ErrSuspended = apierr.New(protocol.CodeSuspended)

// Act is the stored result of an act. Of a suspension the zero Act is none.
type Act struct {
	Player  store.PlayerID `json:"player"`
	Do      string         `json:"do,omitempty"`      // of KindSupport
	UntilMS int64          `json:"untilMs,omitempty"` // of KindSuspend
	Class   string         `json:"class,omitempty"`   // of KindSuspend, one of Classes
	Author  string         `json:"author"`
	Reason  string         `json:"reason"`
	AtMS    int64          `json:"atMs"` // of a player's suspensions and lifts each is later than the one before
}

// Suspended reports why a player is kept out, until when included; nil when they are not.
func (a Act) Suspended(now time.Time) error {
	if a.UntilMS <= now.UnixMilli() {
		return nil
	}
	return &apierr.Error{Code: protocol.CodeSuspended, Field: "untilMs", Reason: a.Class, Now: &a.UntilMS}
}

// key has a sign that no client's key may have.
func (a Act) key() string { return "support:" + strconv.FormatInt(a.AtMS, 10) }

// Op is the act as an op of a kind, which takes the lock of the player; 0 for none.
func (a Act) Op(kind string, lock store.ItemID) (*store.Op, error) {
	result, err := json.Marshal(a)
	op := &store.Op{Player: a.Player, Key: a.key(), Kind: kind, Request: sha256.Sum256(result),
		At: time.UnixMilli(a.AtMS).UTC(), Events: []store.NewEvent{{Type: OutboxAct, Body: result}}, Result: result}
	if lock != 0 {
		op.Moves, op.NewItems = []store.ItemMove{Pass(a.Player, lock)}, []store.NewItem{NewLock(a.Player)}
	}
	if err == nil {
		_, err = ReadAct(op)
	}
	return op, err
}

// is reports whether an act has what one of a kind has, and nothing else.
func (a Act) is(kind string) bool {
	switch kind {
	case KindSuspend:
		return a.Do == "" && a.UntilMS > a.AtMS && slices.Contains(Classes, a.Class)
	case KindLift:
		return a.Do == "" && a.UntilMS == 0 && a.Class == ""
	case KindSupport:
		return slices.Contains([]string{DoEndSessions, DoResetPhone, DoResetFactor}, a.Do) && a.UntilMS == 0 &&
			a.Class == ""
	}
	return false
}

// ReadAct reads an op of one of ActKinds and checks its consistency.
func ReadAct(op *store.Op) (a Act, err error) {
	if err = json.Unmarshal(op.Result, &a); err != nil {
		return a, fmt.Errorf("limits: an act without a result: %w", err)
	}
	locks := 1
	if op.Kind == KindSupport {
		locks = 0
	}
	locked := len(op.Moves) == locks && len(op.NewItems) == locks &&
		(locks == 0 || op.Moves[0] == Pass(op.Player, op.Moves[0].Item) && op.NewItems[0] == NewLock(op.Player))
	published := len(op.Events) == 1 && op.Events[0].Type == OutboxAct && bytes.Equal(op.Events[0].Body, op.Result)
	if !a.is(op.Kind) || op.Player < 1 || op.Player != a.Player || op.Key != a.key() || op.At.UnixMilli() != a.AtMS ||
		op.Request != sha256.Sum256(op.Result) || a.Author == "" || a.Reason == "" || !published ||
		!locked || len(op.Postings)+len(op.Play)+len(op.Leaves) > 0 || op.Nonce != nil || op.Room != nil {
		return a, fmt.Errorf("limits: op %q of kind %s of player %d is not the act %+v", op.Key, op.Kind, op.Player, a)
	}
	return a, nil
}
