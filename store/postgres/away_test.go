package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"jadebox/store"
)

func TestReadsTellAnAbsentDatabaseFromARefusal(t *testing.T) {
	for _, c := range []struct {
		err  error
		away bool
	}{
		{&pgconn.PgError{Code: "57P03"}, true}, // starting up
		{&pgconn.PgError{Code: "57P01"}, true}, // told to shut down
		{&pgconn.PgError{Code: "53300"}, true}, // too many connections
		{&pgconn.PgError{Code: "57014"}, false},
		{&pgconn.PgError{Code: "42601"}, false},
		{fmt.Errorf("write: %w", &net.OpError{Op: "write", Err: errors.New("broken pipe")}), true},
		{io.ErrUnexpectedEOF, true},
		{context.Canceled, false},
		{context.DeadlineExceeded, false},
		{errors.New("cannot scan"), false},
	} {
		if got := errors.Is(found(c.err, ""), store.ErrAway); got != c.away {
			t.Errorf("%v: away %v, want %v", c.err, got, c.away)
		}
	}
	if err := found(pgx.ErrNoRows, "x"); !errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrAway) {
		t.Errorf("no rows: %v", err)
	}
}

func TestADatabaseThatIsAwayIsTold(t *testing.T) {
	_, err := pgconn.Connect(t.Context(), "host=127.0.0.1 port=1 user=x dbname=x sslmode=disable")
	if !errors.Is(found(err, ""), store.ErrAway) {
		t.Errorf("%v is not away", err)
	}
}
