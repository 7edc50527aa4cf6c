package publiclog

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// KindRestored is the op kind that says that the site went back to a backup.
const KindRestored = "site.restored"

// RestoredKey is the key of such an op, and of its leaf.
func RestoredKey(atMS int64) string { return "restored:" + strconv.FormatInt(atMS, 10) }

// Restored is how the log goes on after a restore: it is unknown how far the log before was signed, so that another
// key signs from now on. Its tree begins with what is left of the log before, whose head is signed anew under it.
type Restored struct {
	Key        []byte // of setting log.key
	Checkpoint []byte // empty: the log is
	Op         *store.Op
}

// Continue makes a log's continuation. The origin names the restore.
func Continue(ctx context.Context, s Store, random io.Reader, origin string, moment, at time.Time) (r Restored,
	err error) {
	old, err := loadKey(ctx, s, random, origin)
	if err != nil {
		return r, fmt.Errorf("public log: %w", err)
	}
	l := &Log{store: s, key: old}
	if _, _, err := l.reload(ctx); err != nil {
		return r, fmt.Errorf("public log: %w", err)
	}
	key := signingKey{Seal: old.seal()}
	name, _, _ := strings.Cut(old.Public, "+")
	name, _, _ = strings.Cut(name, restoredName)
	if key.Secret, key.Public, err = fairlog.GenerateKey(random,
		name+restoredName+strconv.FormatInt(at.UnixMilli(), 10)); err != nil {
		return r, err
	}
	if r.Key, err = json.Marshal(key); err != nil {
		return r, err
	}
	leaf := fairlog.Restored{Before: old.Public, Size: l.Head().Size, Root: "-", Key: key.Public,
		MomentMS: moment.UnixMilli(), AtMS: at.UnixMilli()}
	if leaf.Size > 0 {
		head, err := fairlog.OpenCheckpoint(l.Head().Checkpoint, old.Public)
		if err != nil {
			return r, err
		}
		leaf.Root = head.Root
		signed, err := fairlog.Sign(head.Size, head.Root, key.Secret)
		if err != nil {
			return r, err
		}
		r.Checkpoint = []byte(signed)
	}
	if err := leaf.Sign(old.Secret); err != nil {
		return r, err
	}
	text, err := leaf.Leaf()
	if err != nil {
		return r, err
	}
	name = RestoredKey(leaf.AtMS)
	r.Op = &store.Op{Key: name, Kind: KindRestored, Request: sha256.Sum256(text), At: at,
		Leaves: []store.LogLeaf{{Key: name, Data: text}}}
	return r, nil
}

// restoredName stands in the origin of a log before the time of the restore that it begins with.
const restoredName = "/restored-"
