// Package publiclog is the sequencer of the public fairness log: it takes the leaves of durable operations in commit
// order into one Merkle tree, signs what it has, and proves places in it (docs/fairness.md).
//
// The tree and its head move in one transaction of the store, so that a crash leaves either the old checkpoint or the
// new one. Several processes may run a sequencer: one of them appends, the others find the log longer and look again.
// Deliberately absent: what leaves say (packages fairness and fairness/log), and a way to take one back.
package publiclog

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/follow"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

const (
	keptKey  = "log.key"
	lagName  = "public_log"
	every    = time.Second // between checkpoints
	batchMax = 2000        // leaves of one transaction
)

// Store is what the log is kept in.
type Store interface {
	store.Log
	Kept(ctx context.Context, key string) ([]byte, error)
	PutKept(ctx context.Context, key string, value []byte) error
	KeepFirst(ctx context.Context, key string, value []byte) (kept []byte, err error)
}

// Log is safe for concurrent use.
type Log struct {
	store  Store
	logger zerolog.Logger
	key    signingKey
	head   atomic.Pointer[Head]
	looked atomic.Int64 // when lookAgain read the head last, in nanoseconds since started; 0 is never
	Lags   *follow.Lags // where Run records how far it came, as lagName; nil: nowhere
}

var started = time.Now()

// signingKey is kept in the store and never leaves the process but for its public half.
type signingKey struct {
	Secret string `json:"secret"`
	Public string `json:"public"`
	// Seal keys the journal's heads when it is not Secret: it stays the same when a restore changes the key.
	Seal string `json:"seal,omitempty"`
}

func (k signingKey) seal() string { return cmp.Or(k.Seal, k.Secret) }

// Head is the newest checkpoint. Size 0 is the empty log, which cannot be signed.
type Head struct {
	Size       int64
	Checkpoint string
}

// Open loads the signing key, or makes one for the origin, and reads the head.
func Open(ctx context.Context, s Store, random io.Reader, origin string, logger zerolog.Logger) (*Log, error) {
	key, err := loadKey(ctx, s, random, origin)
	if err != nil {
		return nil, fmt.Errorf("public log: %w", err)
	}
	l := &Log{store: s, logger: logger, key: key}
	if _, _, err := l.reload(ctx); err != nil {
		return nil, fmt.Errorf("public log: %w", err)
	}
	return l, nil
}

// loadKey returns the key that is kept, also where another process kept its own a moment ago.
func loadKey(ctx context.Context, s Store, random io.Reader, origin string) (key signingKey, err error) {
	b, err := s.Kept(ctx, keptKey)
	if errors.Is(err, store.ErrNotFound) {
		var own signingKey
		if own.Secret, own.Public, err = fairlog.GenerateKey(random, origin); err != nil {
			return key, err
		}
		if b, err = json.Marshal(own); err != nil {
			return key, err
		}
		b, err = s.KeepFirst(ctx, keptKey, b)
	}
	if err != nil {
		return key, err
	}
	return key, json.Unmarshal(b, &key)
}

// PublicKey is what checkpoints are opened with.
func (l *Log) PublicKey() string { return l.key.Public }

// Head is the newest checkpoint that is durable.
func (l *Log) Head() Head { return *l.head.Load() }

// Run appends what has come, every second, until ctx ends, and seals the journal from time to time; then both once
// more, so that a drained server leaves nothing behind.
func (l *Log) Run(ctx context.Context, j Journal, now store.Clock) {
	l.Lags.Begins(lagName)
	tick := time.NewTicker(every)
	defer tick.Stop()
	seal := func(ctx context.Context) {
		if err := l.Seal(ctx, j, now()); err != nil && ctx.Err() == nil {
			l.logger.Error().Err(err).Msg("journal not sealed")
		}
	}
	for next := now(); ; {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
			defer cancel()
			seal(last)
			l.catchUp(last)
			return
		case <-tick.C:
			if at := now(); !at.Before(next) {
				seal(ctx)
				next = at.Add(sealEvery)
			}
			l.catchUp(ctx)
		}
	}
}

func (l *Log) catchUp(ctx context.Context) {
	err := l.CatchUp(ctx)
	l.Lags.Reads(lagName, err == nil)
	if err != nil && ctx.Err() == nil {
		l.logger.Error().Err(err).Msg("public log not extended")
	}
}

// CatchUp appends everything that is durable now.
func (l *Log) CatchUp(ctx context.Context) error {
	for {
		more, err := l.step(ctx)
		if err != nil || !more {
			return err
		}
	}
}

// step appends one batch and reports whether there may be more.
func (l *Log) step(ctx context.Context) (more bool, err error) {
	head, cursor, err := l.reload(ctx)
	if err != nil {
		return false, err
	}
	size := head.Size
	leaves, next, err := l.store.PendingLeaves(ctx, cursor, batchMax)
	if err != nil {
		return false, err
	}
	if len(leaves) == 0 {
		return l.pass(ctx, head, cursor, next)
	}
	data := make([][]byte, len(leaves))
	for i := range leaves {
		data[i] = leaves[i].Data
	}
	added, err := fairlog.Grow(size, data, l.hashes(ctx, size, nil))
	if err != nil {
		return false, err
	}
	grown := size + int64(len(leaves))
	signed, err := l.sign(grown, l.hashes(ctx, size, added))
	if err != nil {
		return false, err
	}
	err = l.store.AppendLog(ctx, size, leaves, arrays(added), next, []byte(signed))
	if errors.Is(err, store.ErrConflict) {
		// Another sequencer was first when the checkpoint has grown: leaves and checkpoint move together. Anything else
		// would meet the same conflict again, without end.
		now, _, readErr := l.reload(ctx)
		if readErr == nil && now.Size > size {
			return true, nil
		}
		return false, fmt.Errorf("leaves behind %d: %w", size, errors.Join(err, readErr))
	}
	if err != nil {
		return false, err
	}
	l.grow(&Head{Size: grown, Checkpoint: signed})
	return true, nil
}

// pass moves the cursor over operations without leaves, so that they are not read again and again.
func (l *Log) pass(ctx context.Context, head Head, from, to store.Cursor) (more bool, err error) {
	moved := false
	for writer, seq := range to {
		moved = moved || from[writer] != seq
	}
	if !moved {
		return false, nil
	}
	err = l.store.AppendLog(ctx, head.Size, nil, nil, to, []byte(head.Checkpoint))
	if errors.Is(err, store.ErrConflict) {
		err = nil
	}
	return err == nil, err
}

// reload reads head and cursor of one moment from the store: another process may have moved them. An append uses
// this head and not that of Head, which another reload may have moved since.
func (l *Log) reload(ctx context.Context) (Head, store.Cursor, error) {
	signed, cursor, err := l.store.LogCheckpoint(ctx)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return Head{}, nil, err
	}
	head := Head{Checkpoint: string(signed)}
	if len(signed) > 0 {
		c, err := fairlog.OpenCheckpoint(head.Checkpoint, l.key.Public)
		if err != nil {
			return Head{}, nil, fmt.Errorf("stored checkpoint: %w", err)
		}
		head.Size = c.Size
	}
	l.grow(&head)
	if cursor == nil {
		cursor = store.Cursor{}
	}
	return head, cursor, nil
}

// grow makes a larger head the newest one. What was read earlier and comes later changes nothing.
func (l *Log) grow(head *Head) {
	for {
		was := l.head.Load()
		if was != nil && was.Size >= head.Size || l.head.CompareAndSwap(was, head) {
			return
		}
	}
}

// lookAgain reads the head for a reader who asks for more than there is: another process may have appended it. Once a
// second at most, since any reader may ask for anything.
func (l *Log) lookAgain(ctx context.Context) error {
	now, last := time.Since(started), l.looked.Load()
	if last != 0 && now-time.Duration(last) < every || !l.looked.CompareAndSwap(last, int64(now)) {
		return nil
	}
	_, _, err := l.reload(ctx)
	return err
}

func (l *Log) sign(size int64, stored fairlog.HashReader) (string, error) {
	root, err := fairlog.Root(size, stored)
	if err != nil {
		return "", err
	}
	return fairlog.Sign(size, root, l.key.Secret)
}
