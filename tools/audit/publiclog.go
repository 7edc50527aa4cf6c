package audit

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"jadebox/fairness/log"
	"jadebox/server/publiclog"
	"jadebox/store"
)

// publicLog compares the public log with the journal: its leaves are those of the ops that it has read, each once, and
// its checkpoint is their tree's, signed. The journal is walked once and the log once; memory is that of the tree's
// right edge, however long both are.
type publicLog struct {
	head    store.LogHead
	leaves  setHash // of the journal, as far as the log has read, less those of the log
	waiting map[int64]*waiting
	follows bool           // a server takes leaves into the log: no test of a store alone does
	before  []log.Restored // each key of a log before a restore, with what is left of that log
}

// waiting are a writer's leaves that the log has not read.
type waiting struct {
	leaves int
	last   time.Time     // of the writer's newest op
	played time.Duration // since the first of them
}

const (
	// waitsMax is how long a leaf may wait for the log while the site is played on. A site that is off does not play.
	waitsMax = 30 * time.Second
	// restMax is the longest time between two ops of a writer that counts as play.
	restMax = 5 * time.Second
)

func newPublicLog(follows bool) publicLog {
	return publicLog{waiting: map[int64]*waiting{}, follows: follows}
}

// read reports whether the log has read an op.
func (p *publicLog) read(id store.OpID) bool {
	if seq, known := p.head.Cursor[id.Writer()]; known {
		return id.Seq() <= seq
	}
	return id.Writer() <= p.head.Cursor[store.AllUpTo]
}

func (p *publicLog) feed(e *store.JournalEntry) {
	if e.Kind == publiclog.KindRestored && len(e.Leaves) == 1 {
		if rec, err := log.ParseRestored(string(e.Leaves[0].Data)); err == nil && rec.Check() == nil {
			p.before = append(p.before, rec)
		}
	}
	if p.read(e.ID) {
		for _, l := range e.Leaves {
			p.leaves.add(1, leafText(l))
		}
		return
	}
	w := p.waiting[e.ID.Writer()]
	if w == nil {
		if len(e.Leaves) == 0 {
			return
		}
		w = &waiting{last: e.At}
		p.waiting[e.ID.Writer()] = w
	}
	w.leaves += len(e.Leaves)
	w.played += min(max(e.At.Sub(w.last), 0), restMax)
	w.last = e.At
}

func leafText(l store.LogLeaf) []byte { return fmt.Appendf(nil, "%d %s %s", len(l.Key), l.Key, l.Data) }

// compactRange is the right edge of a tree, the last full subtree of each height: all that its root and growth need.
type compactRange struct {
	size   int64
	levels []tlog.Hash
}

// grow adds a leaf and returns the hashes that are stored for it.
func (t *compactRange) grow(data []byte, dst []tlog.Hash) []tlog.Hash {
	h := tlog.RecordHash(data)
	dst = append(dst, h)
	level := 0
	for ; t.size>>level&1 == 1; level++ {
		h = tlog.NodeHash(t.levels[level], h)
		dst = append(dst, h)
	}
	if level == len(t.levels) {
		t.levels = append(t.levels, h)
	} else {
		t.levels[level] = h
	}
	t.size++
	return dst
}

func (t *compactRange) root() (root tlog.Hash) {
	first := true
	for level := range t.levels {
		switch {
		case t.size>>level&1 == 0:
		case first:
			root, first = t.levels[level], false
		default:
			root = tlog.NodeHash(t.levels[level], root)
		}
	}
	return root
}

// logPage is how many leaves are in memory at a time.
const logPage = 2000

// check walks the log. Checkpoints are those that were kept elsewhere.
func (p *publicLog) check(ctx context.Context, r *Report, view store.Snapshot, opt Options) error {
	remembered, err := p.signed(ctx, r, view, opt)
	if err != nil {
		return err
	}
	tree, hashes := compactRange{}, int64(0)
	agree := func() {
		for _, c := range remembered[tree.size] {
			root := tree.root()
			if c.Root != hex.EncodeToString(root[:]) {
				r.violate(Log, "%s of %d leaves has another root than the leaves", c.what, c.Size)
			}
		}
		delete(remembered, tree.size)
	}
	defer p.judge(r)
	agree()
	for tree.size < p.head.Size {
		page, err := view.LogPage(ctx, tree.size, logPage)
		if err != nil {
			return err
		}
		if len(page) == 0 {
			r.violate(Log, "the log has %d leaves, its head says %d", tree.size, p.head.Size)
			break
		}
		var made []tlog.Hash
		for _, l := range page {
			if l.Index != tree.size || l.Index >= p.head.Size {
				r.violate(Log, "leaf %d of the log stands where %d is next of %d", l.Index, tree.size, p.head.Size)
				return nil
			}
			made = tree.grow(l.Data, made)
			p.leaves.add(-1, leafText(l.LogLeaf))
			agree()
		}
		stored, err := view.LogRun(ctx, hashes, len(made))
		if err != nil {
			return err
		}
		if i := differs(stored, made); i >= 0 {
			r.violate(Log, "hash %d of the log is not that of its leaves", hashes+int64(i))
		}
		hashes += int64(len(made))
	}
	if p.head.Hashes != hashes {
		r.violate(Log, "the log has %d hashes, its leaves make %d", p.head.Hashes, hashes)
	}
	for size, list := range remembered {
		for _, c := range list {
			r.violate(Log, "%s is of %d leaves, the log has %d", c.what, size, tree.size)
		}
	}
	return nil
}

func differs(stored [][32]byte, made []tlog.Hash) int {
	for i, h := range made {
		if i >= len(stored) || stored[i] != h {
			return i
		}
	}
	return -1
}

// signature is a checkpoint, and whose it is.
type signature struct {
	log.Checkpoint
	what string
}

// signed opens the checkpoint of the log and those that are remembered, by their sizes.
func (p *publicLog) signed(ctx context.Context, r *Report, view store.Snapshot, opt Options) (map[int64][]signature,
	error) {
	list := map[int64][]signature{}
	var key struct{ Public string }
	kept, err := view.Kept(ctx, logKey)
	switch {
	case errors.Is(err, store.ErrNotFound):
	case err != nil:
		return nil, err
	default:
		if err := json.Unmarshal(kept, &key); err != nil {
			r.violate(Log, "the key of the log cannot be read: %v", err)
		}
	}
	handed := slices.ContainsFunc(p.before, func(b log.Restored) bool { return b.Before == opt.LogKey })
	switch {
	case opt.LogKey == "" || opt.LogKey == key.Public:
	case handed:
		r.Notes = append(r.Notes, "the log was signed by "+opt.LogKey+", which has named its successor at a restore")
	default:
		r.violate(Log, "the log is signed by %q, not by %q", key.Public, opt.LogKey)
		key.Public = opt.LogKey
	}
	open := func(text, what string) {
		c, err := log.OpenCheckpoint(text, key.Public)
		for _, b := range p.before {
			old, oldErr := log.OpenCheckpoint(text, b.Before)
			switch {
			case err == nil || oldErr != nil:
			case old.Size > b.Size:
				r.Notes = append(r.Notes, fmt.Sprintf(
					"%s is of %d leaves: those behind %d were lost with the restore at %s",
					what, old.Size, b.Size, time.UnixMilli(b.AtMS).UTC().Format(time.RFC3339)))
				return
			default:
				c, err = old, nil
			}
		}
		if err != nil {
			r.violate(Log, "%s: %v", what, err)
			return
		}
		list[c.Size] = append(list[c.Size], signature{c, what})
	}
	switch {
	case p.head.Size > 0:
		open(string(p.head.Checkpoint), "the checkpoint of the log")
		if len(list) > 0 && list[p.head.Size] == nil {
			r.violate(Log, "the checkpoint of the log is of another size than its %d leaves", p.head.Size)
			clear(list)
		}
	case len(p.head.Checkpoint) > 0:
		r.violate(Log, "the log is empty, and has a checkpoint")
	}
	for i, text := range opt.Checkpoints {
		open(text, fmt.Sprintf("the remembered checkpoint %d", i+1))
	}
	return list, nil
}

// logKey is where the site keeps the key of its log (server/publiclog).
const logKey = "log.key"

// ends reports whether the log has read what the journal does not have.
func (p *publicLog) ends(r *Report, heads map[int64]store.ChainHead) {
	for _, w := range slices.Sorted(maps.Keys(p.head.Cursor)) {
		if seq := p.head.Cursor[w]; w != store.AllUpTo && seq != store.PastEnd && seq > heads[w].Seq {
			r.violate(Log, "the log has read op %d of writer %d, which ends at %d", seq, w, heads[w].Seq)
		}
	}
}

func (p *publicLog) judge(r *Report) {
	if !p.leaves.empty() {
		r.violate(Log, "the log lacks a leaf of the journal, or holds one that is not in it, or one twice")
	}
	n := 0
	for _, w := range slices.Sorted(maps.Keys(p.waiting)) {
		at := p.waiting[w]
		n += at.leaves
		if p.follows && at.played > waitsMax {
			r.violate(Log, "%d leaves of writer %d are not in the log, and the site was played on for %v since",
				at.leaves, w, at.played)
		}
	}
	if n > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d leaves wait for the public log: late, not broken", n))
	}
}
