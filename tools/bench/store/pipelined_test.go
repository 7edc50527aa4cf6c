package main

import (
	"errors"
	"io"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// line is a pipeline that answers what it was told, the last again and again.
type line []any

func (l *line) GetResults() (any, error) {
	next := (*l)[0]
	if len(*l) > 1 {
		*l = (*l)[1:]
	}
	if err, failed := next.(error); failed {
		return nil, err
	}
	return next, nil
}

// pgx tells an error of a statement that runs when its reader is closed: once more than a statement that was refused.
func TestACallThatFailsInAPipelineLeavesTheOthersTheirAnswers(t *testing.T) {
	rows, sync, refused := &pgconn.ResultReader{}, &pgconn.PipelineSync{}, &pgconn.PgError{Message: "refused"}
	l := &line{rows, sync, refused, sync, rows, refused, sync, rows, sync, rows, io.ErrUnexpectedEOF}
	for n, want := range []error{nil, refused, refused, nil, io.ErrUnexpectedEOF, io.ErrUnexpectedEOF} {
		if err := answer(l); !errors.Is(err, want) || want == nil && err != nil {
			t.Errorf("call %d: %v, want %v", n, err, want)
		}
	}
	if err := answer(&line{nil}); err == nil {
		t.Error("no answer is a success")
	}
}
