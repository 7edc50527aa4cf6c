// Package wishtree is where wish cards come from: a first box, battle and upgrade of a day bring one card each, taken
// once (docs/rules.md, "Wish").
//
// It reads the journal, so that nothing is kept of what was done. Deliberately absent: rooms, and how wish cards are
// spent.
package wishtree

import (
	"context"
	"crypto/sha256"
	"errors"
	"strings"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind is the name of wish trees in the directory; the id is the decimal player id.
const Kind = "wishtree"

// KindClaim is the kind of the ops that give a wish card of the tree.
const KindClaim = "wish.claim"

// Tasks of a day.
const (
	TaskOpen    = "open"
	TaskBattle  = "battle"
	TaskUpgrade = "upgrade"
)

// tasks in the order in which they are shown, with what counts for each.
var tasks = []struct {
	key    string
	counts []int32
}{
	{TaskOpen, []int32{protocol.TaskClassicOpens, protocol.TaskHashOpens}},
	{TaskBattle, []int32{protocol.TaskBattleCount}},
	{TaskUpgrade, []int32{protocol.TaskUpgradeCount}},
}

// Look asks for a player's tree; the answer is a Tree.
type Look struct{ Player store.PlayerID }

// Claim takes the wish card of a task that was done today. A card that was taken already is not given again, and that
// is no error. The answer is a Tree.
type Claim struct {
	Player store.PlayerID
	Task   string
}

// Tree is the player's wish cards and the tasks of the site's day.
type Tree struct {
	WishCards int64
	Tasks     []Task
	Resets    time.Time
	Repeated  bool // says of an answer to Claim that the card was taken before
}

// ErrTask refuses the wish card of a task that was not done today.
var ErrTask = apierr.New(protocol.CodeWishTask)

// Task is one task of the day.
type Task struct {
	Key           string
	Done, Claimed bool
}

// Ports of the trees.
type Ports struct {
	Store     store.Ledger
	Directory directory.Directory // of players and of progress
	Settings  *settings.Watch     // the zone whose days count; nil: UTC
	Now       store.Clock
}

// Register is the trees' registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
		return &tree{Ports: p, activation: activation, idle: directory.NewIdle(activation, idle, nil)}
	}}
}

// tree keeps nothing: what was done and what was claimed stands in the journal.
type tree struct {
	Ports
	activation directory.Activation
	idle       *directory.Idle
}

const idle = 10 * time.Second

// Receive implements directory.Handler.
func (t *tree) Receive(r directory.Request) {
	t.idle.Touch()
	switch m := r.Msg.(type) {
	case Look:
		t.look(r, m.Player, t.today(), false)
	case Claim:
		t.claim(r, m)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler.
func (t *tree) Stop() { t.idle.Stop() }

func (t *tree) today() period.Span { return period.Day(period.In(t.Settings, t.Now())) }

// claimKey is what makes a wish card one for each player, task and day; no client's key holds a colon.
func claimKey(day, task string) string { return keyPrefix + day + ":" + task }

const keyPrefix = "wish:tree:"

// ClaimOf names the key of the card of a day's task, for a reset voucher that opens it once more. Target is "wish:" and
// the task; at is a moment on the site's clock.
func ClaimOf(target string, at time.Time) (key string, known bool) {
	for _, task := range tasks {
		if target == targetOf(task.key) {
			return claimKey(period.Day(at).Name, task.key), true
		}
	}
	return "", false
}

func targetOf(task string) string { return "wish:" + task }

// again is the key under which a card is taken that a reset voucher has opened once more.
func again(key string) string { return key + ":again" }

// Claims reports whether a key is that of a card of the day in which an op was made, and which op must have opened
// it, the use of a reset voucher: "" for the first card of a task. For auditors.
func Claims(key string, at time.Time) (reset string, known bool) {
	day, _, _ := strings.Cut(strings.TrimPrefix(key, keyPrefix), ":")
	if !period.Near(day, at) { // zones change; what was claimed stays right
		return "", false
	}
	for _, task := range tasks {
		switch once := claimKey(day, task.key); key {
		case once:
			return "", true
		case again(once):
			return player.ResetKey(once), true
		}
	}
	return "", false
}

// Right reports whether an op gives its player one wish card, under a key of Claims. For auditors.
func Right(op *store.Op) (reset string, ok bool) {
	reset, ok = Claims(op.Key, op.At)
	gift := store.Posting{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(op.Player), AmountCents: 1}
	return reset, ok && len(op.Postings) == 1 && op.Postings[0] == gift
}

// done counts what the player has done since the day began.
func (t *tree) done(r directory.Request, p store.PlayerID, day period.Span, then func([]bool)) {
	count := progress.Count{Player: p, Since: day.Start}
	for _, task := range tasks {
		count.Tasks = append(count.Tasks, task.counts...)
	}
	t.Directory.Post(progress.Kind, player.ID(p), count, func(v any, err error) {
		if err != nil {
			r.Reply(nil, err)
			return
		}
		sums, _ := v.([]int64)
		list := make([]bool, len(tasks))
		for i, task := range tasks {
			for range task.counts {
				list[i] = list[i] || sums[0] > 0
				sums = sums[1:]
			}
		}
		t.activation.Reenter(func() { then(list) })
	})
}

func (t *tree) look(r directory.Request, p store.PlayerID, day period.Span, repeated bool) {
	t.done(r, p, day, func(done []bool) {
		t.activation.Go(func() func() {
			v, err := t.read(context.Background(), p, day, done)
			v.Repeated = repeated
			return func() {
				if err != nil {
					r.Reply(nil, apierr.FromStore(err))
					return
				}
				r.Reply(v, nil)
			}
		})
	})
}

func (t *tree) read(ctx context.Context, p store.PlayerID, day period.Span, done []bool) (Tree, error) {
	v := Tree{Resets: day.End}
	for i, task := range tasks {
		claimed, err := t.claimed(ctx, p, claimKey(day.Name, task.key))
		if err != nil {
			return v, err
		}
		v.Tasks = append(v.Tasks, Task{Key: task.key, Done: done[i] || claimed, Claimed: claimed})
	}
	var err error
	v.WishCards, err = t.Store.Balance(ctx, store.PlayerWishCards(p))
	return v, err
}

// claimed reports whether a card was taken, and after a reset once more.
func (t *tree) claimed(ctx context.Context, p store.PlayerID, key string) (bool, error) {
	next, err := t.next(ctx, p, key)
	if err != nil {
		return false, err
	}
	return t.kept(ctx, p, next)
}

// next is the key under which a card is to be taken: another one once a reset voucher has opened it again.
func (t *tree) next(ctx context.Context, p store.PlayerID, key string) (string, error) {
	reset, err := t.kept(ctx, p, player.ResetKey(key))
	if reset {
		key = again(key)
	}
	return key, err
}

func (t *tree) kept(ctx context.Context, p store.PlayerID, key string) (bool, error) {
	_, err := t.Store.Lookup(ctx, p, key)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// claim gives the card in one op whose key is the task's and the day's: however often it is asked for, there is one.
func (t *tree) claim(r directory.Request, m Claim) {
	known := false
	for _, task := range tasks {
		known = known || task.key == m.Task
	}
	if !known {
		r.Reply(nil, apierr.Invalid(protocol.CodeBadRequest, "task", "no such task"))
		return
	}
	day := t.today()
	t.done(r, m.Player, day, func(done []bool) {
		for i, task := range tasks {
			if task.key == m.Task && !done[i] {
				r.Reply(nil, ErrTask)
				return
			}
		}
		t.activation.Go(func() func() {
			key, err := t.next(context.Background(), m.Player, claimKey(day.Name, m.Task))
			return func() {
				if err != nil {
					r.Reply(nil, apierr.FromStore(err))
					return
				}
				t.give(r, m.Player, key, day)
			}
		})
	})
}

func (t *tree) give(r directory.Request, p store.PlayerID, key string, day period.Span) {
	durable.Commit(t.activation, t.Store, &store.Op{Player: p, Key: key, Request: sha256.Sum256([]byte(key)),
		Kind: KindClaim, At: t.Now(),
		Postings: []store.Posting{{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(p), AmountCents: 1}}},
		func(rec store.Receipt, err error) {
			if err != nil {
				r.Reply(nil, apierr.FromStore(err))
				return
			}
			// Also after a replay: the first answer may have been lost, and then no notification was sent.
			t.Directory.Post(player.Kind, player.ID(p), player.Credited{}, nil)
			t.look(r, p, day, rec.Replayed)
		})
}
