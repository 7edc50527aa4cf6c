package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"jadebox/store"
)

// pipes is how many connections the pipelined way has: with more and with fewer it is slower.
const pipes = 16

// call is one opening on its way through a pipe.
type call struct {
	op   *store.Op
	done chan error
}

// pipe is the strongest peer: a connection that many callers share. Each call is a transaction of its own, and none
// waits for the answer to the one before; the server's group commit joins what the pipes flush at once.
type pipe struct {
	b     *bench
	conn  *pgx.Conn
	sql   string
	oids  []uint32
	calls chan call
}

// oneFunction is the best that a transaction each can be: one round trip, everything in the server.
const oneFunction = `SELECT commit_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`

func (b *bench) openPipes() error {
	for range pipes {
		conn, err := pgx.Connect(b.ctx, b.server.DSN())
		if err != nil {
			return err
		}
		one, err := conn.Prepare(b.ctx, "one", oneFunction)
		if err != nil {
			return err
		}
		p := &pipe{b: b, conn: conn, sql: one.Name, oids: one.ParamOIDs, calls: make(chan call, callersMax)}
		b.pipes = append(b.pipes, p)
		go p.run()
	}
	return nil
}

func (b *bench) closePipes() {
	for _, p := range b.pipes {
		close(p.calls)
		p.conn.Close(context.Background())
	}
}

func (b *bench) openingPipelined(caller int) error {
	c := call{b.opening(caller), make(chan error, 1)}
	b.pipes[caller%len(b.pipes)].calls <- c
	return <-c.done
}

// run sends what has queued while the answers before came, and answers each as soon as it is there.
func (p *pipe) run() {
	var sent []call
	for c := range p.calls {
		sent = append(sent[:0], c)
		for more := true; more; {
			select {
			case c, more = <-p.calls:
				if more {
					sent = append(sent, c)
				}
			default:
				more = false
			}
		}
		p.send(sent)
	}
}

// send has a pipeline of its own for a batch, so that what breaks one leaves the next its connection.
func (p *pipe) send(sent []call) {
	line := p.conn.PgConn().StartPipeline(p.b.ctx)
	defer line.Close()
	var err error
	for _, c := range sent {
		values, formats, encoding := p.encode(c.op)
		err = errors.Join(err, encoding)
		line.SendQueryPrepared(p.sql, values, formats, []int16{pgx.BinaryFormatCode})
		line.SendPipelineSync()
	}
	err = errors.Join(err, line.Flush())
	for _, c := range sent {
		if err != nil {
			c.done <- err
			continue
		}
		c.done <- answer(line)
	}
}

// answer reads what became of one call: all up to the sync behind it, which ends its transaction. An error that
// PostgreSQL tells is of this call alone.
func answer(line interface{ GetResults() (any, error) }) (err error) {
	for {
		got, failed := line.GetResults()
		err = errors.Join(err, failed)
		switch _, synced := got.(*pgconn.PipelineSync); {
		case synced:
			return err
		case failed != nil:
			if _, refused := errors.AsType[*pgconn.PgError](failed); !refused {
				return err // the connection has ended
			}
		case got == nil:
			return errors.New("pipeline: no answer")
		}
	}
}

func (p *pipe) encode(op *store.Op) (values [][]byte, formats []int16, err error) {
	m := p.conn.TypeMap()
	for i, v := range p.b.functionArguments(op) {
		value, encoding := m.Encode(p.oids[i], pgtype.BinaryFormatCode, v, nil)
		if encoding != nil {
			err = fmt.Errorf("argument %d: %w", i+1, encoding)
		}
		values, formats = append(values, value), append(formats, pgx.BinaryFormatCode)
	}
	return values, formats, err
}

// functionArguments are those of oneFunction.
func (b *bench) functionArguments(op *store.Op) []any {
	it, p := op.NewItems[0], op.Postings[0]
	return []any{int64(b.plainID()), int64(op.Player), op.Key, op.Kind, op.At, op.Request[:], noChain,
		store.AppendBody(nil, op), op.Result,
		[]int64{int64(p.Debit)}, []int64{-priceCents}, []int32{1}, []int64{int64(op.Nonce.From)}, []int32{1},
		[]int64{int64(p.Debit)}, []int64{int64(p.Credit)}, []int64{priceCents},
		[]int64{int64(it.Owner)}, []int64{it.ValueCents}, []int32{int32(it.Def)}, []int16{int16(it.Source)}}
}
