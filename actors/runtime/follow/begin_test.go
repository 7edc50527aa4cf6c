package follow

import (
	"context"
	"errors"
	"maps"
	"testing"

	"github.com/rs/zerolog"

	"jadebox/store"
)

// logged is a public log whose checkpoint stands behind a cursor.
type logged struct {
	cursor store.Cursor
	err    error
}

func (l logged) LogCheckpoint(context.Context) ([]byte, store.Cursor, error) {
	return nil, l.cursor, l.err
}

// Where nothing is kept a follower goes on from where it is said to begin, and is asked again where that is not known;
// what is kept goes before.
func TestAFollowerBeginsWhereItIsToldUntilSomethingIsKept(t *testing.T) {
	cursor := store.Cursor{1: 7}
	kept := store.Cursor{1: 3}
	away := errors.New("the store is away")
	for _, c := range []struct {
		name   string
		begin  Begin
		kept   store.Cursor
		starts store.Cursor
		err    error
	}{
		{"at the start", AtStart, nil, nil, nil},
		{"at the checkpoint", AtCheckpoint(logged{cursor: cursor}), nil, cursor, nil},
		{"before there is a checkpoint", AtCheckpoint(logged{err: store.ErrNotFound}), nil, nil, nil},
		{"without a store", AtCheckpoint(logged{err: away}), nil, nil, away},
		{"where it was", AtCheckpoint(logged{cursor: cursor}), kept, kept, nil},
	} {
		o := &outbox{}
		f := &Follower[seen, *seen]{Ports: Ports{Store: o, Log: zerolog.Nop(), Key: "test.position"}, begin: c.begin}
		s := seen{Position: Position{Cursor: c.kept}}
		err := f.begins(t.Context(), &s)
		if !errors.Is(err, c.err) || !maps.Equal(s.Cursor, c.starts) {
			t.Errorf("%s: begins at %v, %v", c.name, s.Cursor, err)
		}
	}
}
