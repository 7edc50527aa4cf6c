package follow

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"jadebox/store"
)

// other is another process that keeps what this one would: what of it was seen last, and in how many looks while this
// one had something to keep.
type other struct {
	kept  [32]byte
	looks int
}

// persist keeps the state if it has changed, and comes back. A life that has come so far is no part of a row of panics:
// those of months would end the activation, which no visitor brings back.
func (f *Follower[S, P]) persist() {
	f.Activation.Recovered()
	switch {
	case f.other != nil:
		f.standBy()
	case f.dirty:
		f.keep()
	default:
		f.persistLater()
	}
}

func (f *Follower[S, P]) persistLater() { f.Activation.After(persistEvery, f.persist) }

// text is the state as it is kept, without rows.
func (f *Follower[S, P]) text() []byte {
	text, err := json.Marshal(f.State)
	if err != nil {
		panic(fmt.Errorf("follow: %s: %w", f.Key, err)) // plain data of the follower
	}
	return text
}

// keep writes the state over what this process has kept before, also where the answer to that was lost. Where another
// has kept its own since, whose rows are of another position, nothing is written.
func (f *Follower[S, P]) keep() {
	keyed, hasRows := any(P(&f.State)).(Keyed)
	text, was, rows := f.text(), f.was, map[string][]byte{}
	if hasRows {
		maps.Copy(rows, f.unkept)
		maps.Copy(rows, keyed.ChangedRows())
	}
	f.dirty, f.unkept = false, nil
	tried := f.tried
	f.Activation.Go(func() func() {
		ctx := context.Background()
		err := f.Store.PutKeptIf(ctx, f.key(hasRows), was, text, rows)
		if errors.Is(err, store.ErrConflict) && len(tried) > 0 {
			kept, keptErr := f.Store.Kept(ctx, f.key(hasRows))
			is := sha256.Sum256(kept)
			switch {
			case keptErr != nil && !errors.Is(keptErr, store.ErrNotFound):
				err = keptErr
			case keptErr == nil && tried[is]:
				err = f.Store.PutKeptIf(ctx, f.key(hasRows), is, text, rows)
			}
		}
		return func() {
			switch {
			case err == nil:
				f.was, f.tried = sha256.Sum256(text), nil
			case errors.Is(err, store.ErrConflict):
				f.dirty, f.unkept, f.other, f.tried = true, rows, &other{}, nil
				f.Log.Info().Str("kept", f.Key).Msg("another process keeps the position")
			default:
				f.dirty, f.unkept = true, rows
				if f.tried == nil {
					f.tried = map[[32]byte]bool{}
				}
				f.tried[sha256.Sum256(text)] = true
				f.Log.Warn().Err(err).Str("kept", f.Key).Msg("position not kept")
			}
			f.persistLater()
		}
	})
}

// standBy looks whether the other process still keeps. One that has written nothing for takeOverAfter looks while this
// one had something new, is taken over from: with the whole state, because the rows that are kept are those of the
// other. While nothing is new, there is nothing to write, and nothing follows from silence. An own cursor never jumps
// to the other's, for what is done about an event may be done by each process.
func (f *Follower[S, P]) standBy() {
	keyed, hasRows := any(P(&f.State)).(Keyed)
	last, mine := *f.other, f.text()
	f.Activation.Go(func() func() {
		ctx := context.Background()
		var now [32]byte
		ahead := false
		var rows map[string][]byte
		text, err := f.Store.Kept(ctx, f.key(hasRows))
		switch {
		case errors.Is(err, store.ErrNotFound):
			err = nil
		case err == nil:
			now = sha256.Sum256(text)
			ahead, err = isAhead(text, mine)
		}
		news := err == nil && !ahead && !bytes.Equal(text, mine)
		if now != last.kept || !news {
			last = other{now, 0}
		}
		if news {
			last.looks++
		}
		over := news && last.looks >= takeOverAfter
		if over && hasRows {
			rows, err = f.Store.KeptRows(ctx, f.key(true))
		}
		return func() {
			switch {
			case err != nil:
				f.Log.Warn().Err(err).Str("kept", f.Key).Msg("what another process keeps not read")
			case over:
				f.other, f.was, f.unkept = nil, now, map[string][]byte{}
				for name := range rows {
					f.unkept[name] = nil
				}
				if hasRows {
					maps.Copy(f.unkept, keyed.AllRows())
				}
				f.keep()
				return
			default:
				f.other = &last
			}
			f.persistLater()
		}
	})
}
